import { afterEach, beforeEach, vi } from 'vitest';

/**
 * A test that makes the program complain fails, unless it expects so: such a test replaces `console.error` with its own spy.
 */
let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    complaints.push(args);
  });
});

afterEach(() => {
  const found = complaints;
  complaints = [];
  vi.restoreAllMocks();
  if (found.length > 0) {
    throw new Error(`Unexpected console.error: ${found.map((args) => args.map(String).join(' ')).join('\n')}`);
  }
});
