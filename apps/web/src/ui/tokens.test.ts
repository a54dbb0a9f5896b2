import { describe, expect, test } from 'vitest';
import css from './tokens.css?raw';

const themes = { light: tokensOf('[data-theme="light"] {'), dark: tokensOf('[data-theme="dark"] {') };

const surfaces = ['paper', 'surface', 'surface-raised'];
const soft = ['accent-soft', 'danger-soft', 'warning-soft', 'success-soft', 'info-soft'];
const marks = ['highlight', 'mark-yellow', 'mark-green', 'mark-blue', 'mark-pink'];
const tones = ['accent', 'accent-hover', 'danger', 'warning', 'success', 'info'];

/** Each text colour with everything it may stand on. */
const text: [string, string[]][] = [
  ['ink', [...surfaces, ...soft, ...marks]],
  ['ink-muted', [...surfaces, ...soft]],
  ...tones.map((tone): [string, string[]] => [tone, [...surfaces, `${tone.replace('-hover', '')}-soft`]]),
  ['accent-ink', ['accent', 'accent-hover']],
];
/** Edges of inputs, focus rings, tracks: what has to be seen but not read. */
const parts: [string, string[]][] = [
  ['line-strong', [...surfaces]],
  ['accent', [...surfaces, ...soft]],
];

describe.each(Object.entries(themes))('the %s theme', (_, tokens) => {
  test.each(text)('%s can be read', (name, grounds) => {
    for (const ground of grounds) expect(contrast(tokens, name, ground), ground).toBeGreaterThanOrEqual(4.5);
  });

  test.each(parts)('%s can be seen', (name, grounds) => {
    for (const ground of grounds) expect(contrast(tokens, name, ground), ground).toBeGreaterThanOrEqual(3);
  });

  test('every colour is one that a screen can show', () => {
    for (const [name, colour] of tokens) {
      for (const channel of linearRgb(colour)) {
        expect(channel, name).toBeGreaterThan(-0.002);
        expect(channel, name).toBeLessThan(1.002);
      }
    }
  });
});

test('both themes have the same tokens', () => {
  expect([...themes.dark.keys()].sort()).toEqual([...themes.light.keys()].sort());
});

test('black on white is 21 to 1, and a colour on itself 1 to 1', () => {
  const known = new Map<string, Oklch>([
    ['black', [0, 0, 0]],
    ['white', [1, 0, 0]],
  ]);
  expect(contrast(known, 'black', 'white')).toBeCloseTo(21, 1);
  expect(contrast(known, 'white', 'white')).toBeCloseTo(1, 5);
});

type Oklch = [lightness: number, chroma: number, hue: number];

function tokensOf(selector: string): Map<string, Oklch> {
  const start = css.indexOf(selector) + selector.length;
  const block = css.slice(start, css.indexOf('}', start));
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return new Map([...found].map(([, name = '', l, c, h]) => [name, [Number(l), Number(c), Number(h)]]));
}

/** Björn Ottosson's OKLab, to linear sRGB. */
function linearRgb([lightness, chroma, hue]: Oklch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** WCAG 2: relative luminance is a sum over linear sRGB. */
function luminance(colour: Oklch): number {
  const [red, green, blue] = linearRgb(colour).map((channel) => Math.min(Math.max(channel, 0), 1));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(tokens: Map<string, Oklch>, one: string, other: string): number {
  const [first, second] = [tokens.get(one), tokens.get(other)];
  if (!first || !second) throw new Error(`There is no token ${first ? other : one}.`);
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
