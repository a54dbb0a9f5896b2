import { hash, verify } from '@node-rs/argon2';
import { AuthError } from './domain/auth-error.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** With no stored hash it does the same work and answers false: an unknown address must take as long as a wrong password. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
}

// argon2id with OWASP's parameters. 19 MiB and some 20 ms of a thread each: bounded in number, waiting ones too.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 3;
const waitingAtMost = 100;

export function createPasswordHasher(): PasswordHasher {
  let running = 0;
  const waiting: (() => void)[] = [];
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) {
        throw new AuthError(503, 'request_timeout', 'Too many sign-ins at the moment. Please try again shortly.');
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  let dummy: Promise<string> | undefined;
  const dummyHash = (): Promise<string> => {
    dummy ??= hash('nobody has this password', parameters);
    return dummy;
  };

  return {
    hash: (password) => inTurn(() => hash(password, parameters)),
    verify: (storedHash, password) =>
      inTurn(async () => {
        const matches = await verify(storedHash || (await dummyHash()), password).catch(() => false);
        return matches && Boolean(storedHash);
      }),
  };
}
