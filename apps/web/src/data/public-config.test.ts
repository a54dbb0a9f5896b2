import { expect, it } from 'vitest';
import { checkConfig } from './public-config.ts';

const config = {
  supabaseUrl: '',
  services: [],
  functions: [],
  mode: 'development',
  featureFlags: {},
  build: '1',
} as const;

it('refuses a key that is missing or under 100 characters, in the specified words', () => {
  const words = 'CRITICAL: VITE_SUPABASE_ANON_KEY environment variable is missing or invalid';
  expect(() => checkConfig({ ...config, anonKey: '' })).toThrow(words);
  expect(() => checkConfig({ ...config, anonKey: 'x'.repeat(99) })).toThrow(words);
  expect(checkConfig({ ...config, anonKey: 'x'.repeat(100) }).anonKey).toHaveLength(100);
});
