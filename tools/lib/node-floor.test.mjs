import { expect, it } from 'vitest';
import { nodeProblem } from './node-floor.mjs';

it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0-nightly'])('accepts Node %s', (version) => {
  expect(nodeProblem(version)).toBe('');
});

it.each(['20.18.3', '18.20.0', '12.22.0', '0.10.48'])('refuses Node %s in one sentence', (version) => {
  expect(nodeProblem(version)).toMatch(
    new RegExp(`^Cairn needs Node 20\\.19\\.0 or newer; this is Node ${version.replaceAll('.', '\\.')}`),
  );
});
