import { isIP } from 'node:net';
import { isPublicAddress } from './address-policy.ts';
import { FetchFailure } from './fetch-failure.ts';

export interface UrlPolicy {
  /** Ports that public hosts may be asked on. */
  allowedPorts: ReadonlySet<number>;
  /** `host:port`, exactly as in the normalised URL (`127.0.0.1:4321`, `[::1]:4321`): exempt from port and address rules. */
  exceptions: ReadonlySet<string>;
  maxUrlLength: number;
}

/** Where the web is; everything else would make this server a port scanner. */
export const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

const localSuffixes = ['localhost', 'local', 'internal', 'localdomain', 'lan', 'intranet', 'home.arpa'];

/** Parses and checks an address before any name is resolved; throws `FetchFailure`. Resolved addresses are checked elsewhere. */
export function checkUrl(input: string, policy: UrlPolicy, base?: URL): URL {
  const url = parse(input, policy, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FetchFailure('unsupported_scheme', url.href);
  if (url.username || url.password) throw new FetchFailure('credentials_in_url', redactCredentials(url));
  if (!url.hostname) throw new FetchFailure('invalid_url', url.href);
  if (isException(url, policy)) return url;
  if (isLocalName(url.hostname) || isPrivateLiteral(url.hostname)) throw new FetchFailure('refused_address', url.href);
  if (!policy.allowedPorts.has(portOf(url))) throw new FetchFailure('refused_port', url.href);
  return url;
}

export function isException(url: URL, policy: UrlPolicy): boolean {
  return policy.exceptions.has(`${url.hostname}:${portOf(url)}`);
}

export function portOf(url: URL): number {
  if (url.port) return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function parse(input: string, policy: UrlPolicy, base?: URL): URL {
  if (input.length > policy.maxUrlLength) throw new FetchFailure('invalid_url', input.slice(0, 200));
  let url: URL;
  try {
    url = new URL(input, base);
  } catch {
    throw new FetchFailure('invalid_url', input);
  }
  // Percent-encoding can make it longer than it was typed.
  if (url.href.length > policy.maxUrlLength) throw new FetchFailure('invalid_url', input.slice(0, 200));
  url.hash = '';
  return url;
}

// Names that some resolvers answer from the local network or from hosts files, before and whatever DNS says.
function isLocalName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '').toLowerCase();
  if (name === '') return true;
  return localSuffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

// Odd spellings (`127.1`, `0x7f000001`, `2130706433`) are plain here: the URL parser has normalised them.
function isPrivateLiteral(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
}

function redactCredentials(url: URL): string {
  const copy = new URL(url);
  copy.username = '';
  copy.password = '';
  return copy.href;
}
