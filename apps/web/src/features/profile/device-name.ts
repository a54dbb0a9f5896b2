export interface Device {
  /** "Firefox on Windows". */
  name: string;
  kind: 'phone' | 'tablet' | 'computer' | 'unknown';
}

// The first that matches: most browsers also say that they are Chrome, Safari and Mozilla.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string, Device['kind']][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
];

/** What a person would call the device that says this of itself. A help for the eye: anybody can say anything there. */
export function deviceOf(userAgent: string | null): Device {
  const said = userAgent ?? '';
  const browser = browsers.find(([pattern]) => pattern.test(said))?.[1];
  const system = systems.find(([pattern]) => pattern.test(said));
  if (browser && system) return { name: `${browser} on ${system[1]}`, kind: system[2] };
  return { name: browser ?? system?.[1] ?? 'Unknown device', kind: system?.[2] ?? 'unknown' };
}
