import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { type AuthMessage, unexpectedMessage } from './auth-messages.ts';

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

interface AuthForm<Name extends string> {
  formRef: RefObject<HTMLFormElement | null>;
  errors: FieldErrors<Name>;
  message: AuthMessage | undefined;
  busy: boolean;
  submit: (event: FormEvent) => void;
}

/**
 * One submit at a time: checks the fields, moves the focus to the first that is wrong, runs the action
 * and shows what it says. The action returns a message when it failed.
 */
export function useAuthForm<Name extends string>(
  check: () => FieldErrors<Name>,
  act: () => Promise<AuthMessage | undefined>,
): AuthForm<Name> {
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [message, setMessage] = useState<AuthMessage>();
  const [busy, setBusy] = useState(false);

  const run = async () => {
    const problems = check();
    setErrors(problems);
    setMessage(undefined);
    const first = Object.keys(problems)[0];
    if (first) {
      formRef.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      setMessage(await act());
    } catch {
      setMessage({ text: unexpectedMessage });
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void run();
  };
  return { formRef, errors, message, busy, submit };
}
