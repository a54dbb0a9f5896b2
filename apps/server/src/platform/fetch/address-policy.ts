import ipaddr from 'ipaddr.js';

/**
 * True for addresses of the public internet only. Everything that is not plainly public is refused, so a range nobody
 * thought of is refused too. Addresses that carry an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo, ISATAP)
 * are refused as such: what they lead to depends on the network.
 */
export function isPublicAddress(address: string): boolean {
  // A zone (`fe80::1%eth0`) exists only for local scopes.
  if (address.includes('%')) return false;
  let parsed: ipaddr.IPv4 | ipaddr.IPv6;
  try {
    // Strict spelling only: `0177.0.0.1`, `127.1` and the like never come from a resolver.
    if (ipaddr.IPv4.isValidFourPartDecimal(address)) parsed = ipaddr.IPv4.parse(address);
    else if (ipaddr.IPv6.isValid(address)) parsed = ipaddr.IPv6.parse(address);
    else return false;
  } catch {
    return false;
  }
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 ? isPublicV4(parsed) : isPublicV6(parsed);
}

// In public space, yet an inner service of its cloud: Azure's "wire server" (metadata, DNS, health).
const cloudServices = ['168.63.129.16'];

function isPublicV4(address: ipaddr.IPv4): boolean {
  return !cloudServices.includes(address.toString());
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  // 2000::/3 is all that is assigned as global unicast; 2001::/23 are protocol assignments (Teredo, ORCHID, benchmarking …).
  if (!address.match(ipaddr.IPv6.parse('2000::'), 3)) return false;
  if (address.match(ipaddr.IPv6.parse('2001::'), 23)) return false;
  const [, , , , high, low] = address.parts;
  // ISATAP: interface identifier 0000:5efe or 0200:5efe, followed by an IPv4 address.
  return !(low === 0x5efe && (high === 0 || high === 0x0200));
}

/** One spelling per address, for comparing; `null` for what is none. */
export function canonicalAddress(address: string): string | null {
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : null;
}
