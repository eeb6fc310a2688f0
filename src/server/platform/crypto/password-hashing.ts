import { hash, type Options, verify } from '@node-rs/argon2';
import { Refusal } from '../errors.ts';
import { outsideTransactions } from '../outside-work.ts';

/** Argon2id, the library's default algorithm. */
const PARAMETERS: Options = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/** A hash takes about 46 MiB: two at once keep a burst of sign-ins from taking the machine's memory. */
const AT_ONCE = 2;
const LONGEST_QUEUE = 64;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** With no stored hash the same work is done against a hash of nothing, so that time tells nobody who exists. */
  matches(password: string, storedHash: string | null | undefined): Promise<boolean>;
}

export function createPasswords(pepper: string): Passwords {
  const options = { ...PARAMETERS, secret: Buffer.from(pepper) };
  const inTurn = createQueue(AT_ONCE, LONGEST_QUEUE);
  let ofNothing: Promise<string> | undefined;
  const hashOfNothing = () => {
    ofNothing ??= inTurn(() => hash('', options)).catch((error) => {
      ofNothing = undefined;
      throw error;
    });
    return ofNothing;
  };
  return outsideTransactions<Passwords>('password hashing', {
    hash: (password) => inTurn(() => hash(password.normalize('NFKC'), options)),
    async matches(password, storedHash) {
      const against = storedHash ?? (await hashOfNothing());
      const isMatch = await inTurn(() => verify(against, password.normalize('NFKC'), options));
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
