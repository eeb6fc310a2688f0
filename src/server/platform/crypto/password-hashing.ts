import { hash, type Options, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';
import { outsideTransactions } from '../outside-work.ts';
import { createPeppers } from './peppers.ts';

/** Argon2id is the library's default algorithm. */
const PARAMETERS: Options = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/** A hash takes about 46 MiB. Limiting them to two at once keeps a burst of sign-ins from using up the memory. */
const AT_ONCE = 2;
const MAX_QUEUE_LENGTH = 64;

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Without a stored hash, the same work is done against a dummy hash, so that the time does not reveal whether the
   * account exists.
   */
  matches(password: string, storedHash: string | null | undefined): Promise<boolean>;
}

/** Tests that sign many people in pass a cheaper cost. A stored hash names its own cost. */
export function createPasswords(
  pepper: string,
  cost: Options = PARAMETERS,
  olderPeppers: readonly string[] = [],
): Passwords {
  const peppers = createPeppers(pepper, olderPeppers);
  const options = { ...cost, secret: peppers.current };
  const inTurn = createQueue(AT_ONCE, MAX_QUEUE_LENGTH);
  let ofNothing: Promise<string> | undefined;
  const hashOfNothing = () => {
    ofNothing ??= inTurn(() => hash('', options)).catch((error) => {
      ofNothing = undefined;
      throw error;
    });
    return ofNothing;
  };
  return outsideTransactions<Passwords>('password hashing', {
    hash: async (password) => peppers.named(await inTurn(() => hash(password.normalize('NFKC'), options))),
    async matches(password, storedHash) {
      const against = storedHash ?? (await hashOfNothing());
      const isMatch = await inTurn(() =>
        verify(against, password.normalize('NFKC'), { secret: peppers.of(against) }),
      );
      return isMatch && storedHash != null;
    },
  });
}

function createQueue(atOnce: number, longest: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= longest) throw new Refusal('server_busy');
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
}
