/** What somebody typed or pasted into the address field, as an absolute URL; null when it is none. A missing scheme is https. */
export function typedAddress(input: string): string | null {
  const text = input.trim().replace(/^<(.*)>$/, '$1');
  if (!text || /\s/.test(text)) return null;
  // `example.org:8080/x` parses as the scheme "example.org:", so the scheme is looked for by hand.
  const hasScheme =
    /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ||
    /^(javascript|data|mailto|file|about|blob|ftp|tel|view-source):/i.test(text);
  try {
    const url = new URL(hasScheme ? text : `https://${text.replace(/^\/\//, '')}`);
    if (!url.hostname && (url.protocol === 'http:' || url.protocol === 'https:')) return null;
    return url.href;
  } catch {
    return null;
  }
}

// Parameters that say where a reader came from, never what is read.
const trackingNames = new Set(
  'gclid gclsrc dclid gbraid wbraid fbclid msclkid mc_cid mc_eid igshid igsh twclid ttclid yclid ysclid li_fat_id _hsenc _hsmi __hssc __hstc __hsfp hsctatracking mkt_tok oly_anon_id oly_enc_id vero_id vero_conv rb_clickid s_cid wickedid _openstat ref_src ref_url spm scid cmpid ncid smid sr_share xtor'.split(
    ' ',
  ),
);
export const maxAddressLength = 2048;

const trackingPrefixes = ['utm_', 'pk_', 'mtm_', 'matomo_', 'piwik_', 'hsa_'];

/**
 * One spelling for one page, the key by which duplicates are recognised: lower-case host without trailing dot, no default
 * port, no fragment, no credentials, no tracking parameters, the remaining ones in order.
 */
export function canonicalAddress(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  url.hostname = url.hostname.replace(/\.+$/, '');
  // `#!` is how some old sites name their pages; any other fragment is a place within one.
  if (!url.hash.startsWith('#!')) url.hash = '';
  const kept = [...url.searchParams].filter(([name]) => !isTracking(name));
  kept.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  url.search = new URLSearchParams(kept).toString();
  // Writing parameters anew can lengthen an address; one that would be too long to store is kept as it was.
  return url.href.length <= maxAddressLength ? url.href : (address.split('#')[0] ?? address);
}

/**
 * The address a page is known by: what it declares (`rel=canonical`), if that is believable, else where it was found.
 * Believed only on the same site, and not when every page of a site declares the front page.
 */
export function chooseCanonical(declared: string | null, pageUrl: string): string {
  const own = canonicalAddress(pageUrl);
  if (!declared) return own;
  let target: URL;
  const page = new URL(pageUrl);
  try {
    target = new URL(declared, page);
  } catch {
    return own;
  }
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return own;
  if (target.username || target.password || target.href.length > maxAddressLength) return own;
  if (siteOf(target) !== siteOf(page) || target.port !== page.port) return own;
  if (target.pathname === '/' && target.search === '' && page.pathname !== '/') return own;
  return canonicalAddress(target.href);
}

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return trackingNames.has(lower) || trackingPrefixes.some((prefix) => lower.startsWith(prefix));
}

function siteOf(url: URL): string {
  return url.hostname.replace(/\.+$/, '').replace(/^(?:www\d?|m|mobile|amp)\./, '');
}
