import type { PublicConfig } from '@cairn/contracts/public-config';

/** What the browser may know, field by field: nothing is public by accident. */
export function toPublicConfig(parts: PublicConfig): PublicConfig {
  return {
    supabaseUrl: parts.supabaseUrl,
    anonKey: parts.anonKey,
    services: [...parts.services],
    functions: [...parts.functions],
    mode: parts.mode,
    featureFlags: { ...parts.featureFlags },
    build: parts.build,
  };
}
