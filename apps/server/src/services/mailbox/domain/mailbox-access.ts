export interface AccessRequest {
  host: string | undefined;
  fetchSite: string | undefined;
  /** The port this server listens on. */
  port: number | undefined;
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request comes from this machine's own browser on our own page. The Host rule stops a foreign name that
 * resolves to loopback, Sec-Fetch-Site stops other sites' pages. Who the person is, the key decides.
 */
export function comesFromHere({ host, fetchSite, port }: AccessRequest): boolean {
  if (fetchSite !== 'none' && fetchSite !== 'same-origin') return false;
  const parts = /^(\[[0-9a-f:]+\]|[^:]+)(?::(\d+))?$/i.exec(host ?? '');
  if (!parts?.[1] || port === undefined) return false;
  return localHosts.has(parts[1].toLowerCase()) && Number(parts[2] ?? 80) === port;
}
