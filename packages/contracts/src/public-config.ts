import type { FeatureFlags } from './feature-flags.ts';

/** `GET /config.json`, and `<script type="application/json" id="cairn-config">` in every page. Nothing secret. */
export interface PublicConfig {
  /** Base address of the Supabase-shaped services; empty string: this origin. */
  supabaseUrl: string;
  /** At least 100 characters. */
  anonKey: string;
  /**
   * Surfaces that are mounted, e.g. `auth`, `data`, `functions`, and the learning services that something answers for, by the names of
   * the client's service table, e.g. `vectorDB`. The client calls nothing else.
   */
  services: readonly string[];
  /** Names under `/functions/v1/`. */
  functions: readonly string[];
  mode: 'development' | 'production';
  /** What this installation has switched other than the app's defaults. */
  featureFlags: Partial<FeatureFlags>;
  /** Build id; changes with every build. */
  build: string;
}
