import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { canonicalAddress } from './address-policy.ts';

/**
 * A connector that knows no other addresses than the ones that were checked: its `lookup` hands them out whatever name is
 * asked, so nothing is resolved a second time (DNS rebinding). The name stays what TLS verifies. As a second lock, a socket
 * that arrives anywhere else is destroyed.
 */
export function pinnedConnector(
  addresses: readonly LookupAddress[],
  options: { timeoutMs: number; ca?: string },
): buildConnector.connector {
  const lookup: LookupFunction = (_hostname, lookupOptions, callback) => {
    if (lookupOptions.all) {
      callback(null, [...addresses]);
      return;
    }
    const first = addresses[0];
    if (first) callback(null, first.address, first.family);
    else callback(new Error('no checked address'), '', 0);
  };
  const connect = buildConnector({
    lookup,
    timeout: options.timeoutMs,
    autoSelectFamily: true,
    keepAlive: false,
    maxCachedSessions: 0,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  const allowed = new Set(addresses.map(({ address }) => canonicalAddress(address)));
  return (target, callback) => {
    connect(target, (...result) => {
      const [error, socket] = result;
      if (error) {
        callback(error, null);
        return;
      }
      const arrived = canonicalAddress(socket.remoteAddress ?? '');
      if (arrived === null || !allowed.has(arrived)) {
        socket.destroy();
        callback(new Error('the connection arrived at an address that was not checked'), null);
        return;
      }
      callback(null, socket);
    });
  };
}
