import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createRequiredContext, MissingProviderError, useRequired } from './required-context.ts';

const GreetingContext = createRequiredContext<string>();
const Greeting = () => <p>{useRequired(GreetingContext, 'useGreeting', 'GreetingProvider')}</p>;

it('gives the provided value', () => {
  render(
    <GreetingContext value="hello">
      <Greeting />
    </GreetingContext>,
  );
  expect(screen.getByText('hello')).toBeDefined();
});

it('throws an error that names the hook and the provider, where there is none', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Greeting />)).toThrow(MissingProviderError);
  expect(() => render(<Greeting />)).toThrow('useGreeting must be used within a GreetingProvider.');
  vi.restoreAllMocks();
});
