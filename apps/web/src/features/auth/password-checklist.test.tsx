import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { emailProblem } from './email-address.ts';
import { PasswordChecklist } from './password-checklist.tsx';
import { isStrongPassword } from './password-rules.ts';

it('refuses a password that misses any one rule', () => {
  for (const weak of ['Sh0rt', 'alllower1', 'ALLUPPER1', 'NoDigitsHere', ''])
    expect(isStrongPassword(weak), weak).toBe(false);
  expect(isStrongPassword('Correct1')).toBe(true);
});

it('says of each rule whether it is met, in words', () => {
  render(<PasswordChecklist id="rules" password="abcdefgh" />);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'At least 8 characters long (met)',
    'Contains lowercase letter (met)',
    'Contains uppercase letter (not met)',
    'Contains number (not met)',
  ]);
});

it('checks an address loosely', () => {
  expect(emailProblem('  ')).toBe('Please enter your email address');
  expect(emailProblem('a@b')).toBe('Please enter a valid email address');
  expect(emailProblem(' ada@example.org ')).toBeUndefined();
});
