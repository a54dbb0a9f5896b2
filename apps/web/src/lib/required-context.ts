import { type Context, createContext, useContext } from 'react';

/** A hook was called where nothing provides what it gives. */
export class MissingProviderError extends Error {
  override name = 'MissingProviderError';

  constructor(hook: string, provider: string) {
    super(`${hook} must be used within a ${provider}.`);
  }
}

/** A context that nobody can read without a provider: `undefined` is not a value of it. */
export function createRequiredContext<Value>(): Context<Value | undefined> {
  return createContext<Value | undefined>(undefined);
}

/**
 * What the nearest provider gives. Throws `MissingProviderError`, with the names of hook and provider, where there is none:
 * a forgotten provider is found at once instead of showing as a value that never comes.
 */
export function useRequired<Value>(context: Context<Value | undefined>, hook: string, provider: string): Value {
  const value = useContext(context);
  if (value === undefined) throw new MissingProviderError(hook, provider);
  return value;
}
