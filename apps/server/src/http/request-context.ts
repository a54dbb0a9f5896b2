import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { createMiddleware } from 'hono/factory';
import ipaddr from 'ipaddr.js';
import { anonActor } from '../kernel/actor.ts';
import type { Clock } from '../kernel/clock.ts';
import { type Logger, lazyChild } from '../platform/logging/logger.ts';
import type { AppEnv } from './app-env.ts';

export interface RequestContextOptions {
  logger: Logger;
  clock: Clock;
  /** Addresses or CIDR networks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  onFinished?: (request: FinishedRequest) => void;
}

export interface FinishedRequest {
  method: string;
  /** The route pattern, not the path: bounded in number. */
  route: string;
  status: number;
  durationMs: number;
}

const requestIdShape = /^[\w-]{8,64}$/;

/** First middleware of all: request id, logger, client address, one log line per request. */
export function requestContext({ logger, clock, trustedProxies, onFinished }: RequestContextOptions) {
  const isTrusted = trustedMatcher(trustedProxies);
  return createMiddleware<AppEnv & { Bindings: Partial<HttpBindings> }>(async (c, next) => {
    const startedAt = clock.now();
    const offered = c.req.header('x-request-id') ?? '';
    const requestId = requestIdShape.test(offered) ? offered : randomUUID();
    const requestLogger = lazyChild(logger, { requestId });
    c.set('requestId', requestId);
    c.set('logger', requestLogger);
    c.set('actor', anonActor);
    const peer = c.env?.incoming?.socket?.remoteAddress ?? '';
    c.set('clientAddress', clientAddress(peer, c.req.header('x-forwarded-for'), isTrusted));
    await next();
    c.header('x-request-id', requestId);
    const durationMs = clock.now() - startedAt;
    const { method, path } = c.req;
    logger.info({ requestId, method, path, status: c.res.status, durationMs }, 'request');
    onFinished?.({ method, route: boundedRoute(path), status: c.res.status, durationMs });
  });
}

const routePrefixes = ['/auth/v1', '/rest/v1', '/functions/v1', '/storage/v1', '/api', '/assets'];

/** A label for metrics: the surface and its first segment, so that ids in paths never multiply the series. */
function boundedRoute(path: string): string {
  const prefix = routePrefixes.find((candidate) => path.startsWith(`${candidate}/`));
  if (!prefix) return path === '/' ? '/' : 'page';
  if (prefix === '/assets' || prefix === '/rest/v1') return prefix;
  const segment = path.slice(prefix.length + 1).split('/')[0] ?? '';
  return /^[a-z][a-z-]{0,30}$/.test(segment) ? `${prefix}/${segment}` : prefix;
}

function trustedMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) =>
    network.includes('/') ? ipaddr.parseCIDR(network) : ([ipaddr.process(network), 128] as const),
  );
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([base, bits]) => {
      if (base.kind() !== parsed.kind()) return false;
      return parsed.match(base, Math.min(bits, parsed.kind() === 'ipv4' ? 32 : 128));
    });
  };
}

/** The right-most address that is not a trusted proxy: what stands left of it can be made up by the client. */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (a: string) => boolean,
): string {
  const plainPeer = peer.replace(/^::ffff:/, '');
  if (!forwardedFor || !isTrusted(plainPeer)) return plainPeer || 'unknown';
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  for (const hop of hops.reverse()) {
    if (!ipaddr.isValid(hop)) break;
    if (!isTrusted(hop)) return ipaddr.process(hop).toString();
  }
  return plainPeer;
}
