import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';

export interface SecurityHeaderOptions {
  /** Sent only where the site is reached over https. */
  hsts: boolean;
  /** Development with hot reload: the module reloader injects style elements, an inline script and a socket. */
  hotReload: boolean;
}

/** Images of saved articles come from anywhere; everything else only from here. */
export function contentSecurityPolicy(hotReload: boolean): string {
  return [
    "default-src 'self'",
    hotReload ? "script-src 'self' 'unsafe-inline'" : "script-src 'self'",
    hotReload ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: http: data: blob:",
    "font-src 'self'",
    hotReload ? "connect-src 'self' ws://localhost:* ws://127.0.0.1:*" : "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

export function securityHeaders({ hsts, hotReload }: SecurityHeaderOptions) {
  const policy = contentSecurityPolicy(hotReload);
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { headers } = c.res;
    // A route may have set a stricter policy of its own (the link page of mails, sandboxed mail bodies).
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', policy);
    headers.set('x-content-type-options', 'nosniff');
    if (!headers.has('x-frame-options')) headers.set('x-frame-options', 'DENY');
    headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
    if (hsts) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });
}
