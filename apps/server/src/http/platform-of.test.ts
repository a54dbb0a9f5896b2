import { describe, expect, it } from 'vitest';
import { platformOf } from './platform-of.ts';

const of = (headers: Record<string, string>) => platformOf((name) => headers[name]);
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148';
const ipad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15';
const pixel = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36';
const tablet = 'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

describe('the platform of a request', () => {
  it.each([
    ['an iPhone', iphone, 'mobile'],
    ['an Android phone', pixel, 'mobile'],
    ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'mobile'],
    ['an iPad', ipad, 'desktop'],
    ['an Android tablet', tablet, 'desktop'],
    ['a program', 'curl/8.0', 'desktop'],
  ])('%s by its name', (_name, agent, platform) => {
    expect(of({ 'user-agent': agent })).toBe(platform);
  });
  it('believes the client hint first', () => {
    expect(of({ 'sec-ch-ua-mobile': '?1', 'user-agent': ipad })).toBe('mobile');
    expect(of({ 'sec-ch-ua-mobile': '?0', 'user-agent': pixel })).toBe('desktop');
  });
  it('takes a request without either for a desktop', () => {
    expect(of({})).toBe('desktop');
  });
});
