/** `GET /config.json`, and `<script type="application/json" id="cairn-config">` in every page. Nothing secret. */
export interface PublicConfig {
  /** Base address of the Supabase-shaped services; empty string: this origin. */
  supabaseUrl: string;
  /** At least 100 characters. */
  anonKey: string;
  /** Surfaces that are mounted, e.g. `auth`, `data`, `functions`. The client calls nothing else. */
  services: readonly string[];
  /** Names under `/functions/v1/`. */
  functions: readonly string[];
  mode: 'development' | 'production';
  /** Build id; changes with every build. */
  build: string;
}
