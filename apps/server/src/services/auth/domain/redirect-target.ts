export interface RedirectRules {
  siteUrl: string;
  /** Globs over the whole address: `*` and `?` stop at `.` and `/`, `**` does not. */
  allowList: readonly string[];
  /** Development: any port of this machine. */
  allowLoopback: boolean;
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);
const isWeb = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

const globPattern = (glob: string): RegExp => {
  const source = glob.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`);
};

function allowed(url: URL, { siteUrl, allowList, allowLoopback }: RedirectRules): boolean {
  if (url.username || url.password) return false;
  const site = new URL(siteUrl);
  if (isWeb(url) && url.origin === site.origin) return true;
  if (allowLoopback && isWeb(url) && loopbackHosts.has(url.hostname)) return true;
  if (url.protocol === 'javascript:' || url.protocol === 'data:') return false;
  const withoutFragment = url.href.split('#')[0] ?? '';
  return allowList.some((glob) => globPattern(glob).test(withoutFragment));
}

/** Where a person goes after a mailed link: the first candidate that is allowed, else the site. Never an open redirect. */
export function redirectTarget(candidates: readonly (string | undefined)[], rules: RedirectRules): string {
  for (const candidate of candidates) {
    if (!candidate || candidate.length > 2048) continue;
    const url = URL.canParse(candidate) ? new URL(candidate) : undefined;
    if (url && allowed(url, rules)) return url.href;
  }
  return rules.siteUrl;
}

/** Tokens and errors travel in the fragment, which browsers never send to a server. */
export function withFragment(target: string, values: Record<string, string>): string {
  const url = new URL(target);
  // `sb` marks the fragment as ours for clients that share the address with others.
  url.hash = `${new URLSearchParams(values).toString()}&sb=`;
  return url.href;
}

export function withQuery(target: string, values: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}
