import type { Platform } from './web-source.ts';

/** The client hint where it is sent; otherwise what the name of the browser gives away. Tablets count as desktops. */
export function platformOf(header: (name: string) => string | undefined): Platform {
  const hint = header('sec-ch-ua-mobile');
  if (hint === '?1') return 'mobile';
  if (hint === '?0') return 'desktop';
  return /\bMobi|\biPhone\b|\biPod\b|\bAndroid\b.*\bMobile\b/i.test(header('user-agent') ?? '') ? 'mobile' : 'desktop';
}
