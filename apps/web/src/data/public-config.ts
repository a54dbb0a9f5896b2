import type { FeatureFlags } from '@cairn/contracts/feature-flags';
import type { PublicConfig } from '@cairn/contracts/public-config';

const minimumAnonKeyLength = 100;

/** The words are the specification's. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

let pending: Promise<PublicConfig> | undefined;

/**
 * The public configuration: from the page the server sent, else from `/config.json` (read once).
 * `VITE_SUPABASE_URL` and `VITE_SUPABASE_ANON_KEY` override both at build time.
 */
export function publicConfig(): Promise<PublicConfig> {
  pending ??= load().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

async function load(): Promise<PublicConfig> {
  const config = { ...(configInPage() ?? (await fetchConfig())) };
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_ANON_KEY: anonKey } = import.meta.env;
  if (url) config.supabaseUrl = url;
  if (anonKey) config.anonKey = anonKey;
  return checkConfig(config);
}

export function checkConfig(config: PublicConfig): PublicConfig {
  if (!config.anonKey || config.anonKey.length < minimumAnonKeyLength) {
    throw new ConfigError('CRITICAL: VITE_SUPABASE_ANON_KEY environment variable is missing or invalid');
  }
  return config;
}

function configInPage(): PublicConfig | undefined {
  const text = document.getElementById('cairn-config')?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as PublicConfig;
  } catch {
    return undefined;
  }
}

/** What the installation has switched; known before anything is asked for, or the app's defaults hold. */
export const flagsInPage = (): Partial<FeatureFlags> => configInPage()?.featureFlags ?? {};

async function fetchConfig(): Promise<PublicConfig> {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`The configuration could not be read (${response.status}).`);
  return (await response.json()) as PublicConfig;
}

/** The project's address with this origin filled in. */
export function serviceUrl(config: PublicConfig, path = ''): string {
  return (config.supabaseUrl || window.location.origin).replace(/\/$/, '') + path;
}

/** The key under which auth-js keeps the session: the name it would choose itself, needed before it is loaded. */
export function sessionStorageKey(): string {
  const url = import.meta.env.VITE_SUPABASE_URL || configInPage()?.supabaseUrl || window.location.origin;
  return `sb-${new URL(url).hostname.split('.')[0]}-auth-token`;
}
