import { createHash } from 'node:crypto';

/**
 * Which pepper made a hash. A hash names its pepper in the parameter that its format has for that, `keyid`, which is no part of
 * what is hashed. One that names none is from before peppers could be changed, so it is of the oldest.
 */
export interface Peppers {
  /** The current one's, which is mixed into new hashes. */
  readonly id: string;
  readonly current: Buffer;
  /** The pepper that made this hash. If it is not configured any more, the current one, with which nothing matches. */
  of(storedHash: string): Buffer;
  /** The hash that was just made, with the name of the current pepper in it. */
  named(made: string): string;
  /** Whether the hash should be made anew when the password is known. */
  isOutdated(storedHash: string): boolean;
  /** Null stands for hashes that name none. */
  isOld(id: string | null): boolean;
  /** Whether hashes with this name, or none, can be checked. */
  knows(id: string | null): boolean;
}

/** `older` begins with the newest of them. */
export function createPeppers(pepper: string, older: readonly string[] = []): Peppers {
  const id = idOf(pepper);
  const current = Buffer.from(pepper);
  const oldestId = idOf(older.at(-1) ?? pepper);
  const peppers = new Map([...older, pepper].map((one) => [idOf(one), Buffer.from(one)]));
  const isOld = (of: string | null) => (of ?? oldestId) !== id;
  return {
    id,
    current,
    of: (storedHash) => peppers.get(nameIn(storedHash) ?? oldestId) ?? current,
    named: (made) => made.replace(/(\$m=\d+,t=\d+,p=\d+)\$/, `$1,keyid=${id}$`),
    isOutdated: (storedHash) => isOld(nameIn(storedHash)),
    isOld,
    knows: (of) => peppers.has(of ?? oldestId),
  };
}

/** Eight letters, as the format allows eight bytes. They say nothing about the pepper. */
const idOf = (pepper: string) =>
  createHash('sha256').update(`the id of the pepper ${pepper}`).digest().subarray(0, 6).toString('base64');

const nameIn = (storedHash: string): string | null => /,keyid=([^$,]+)/.exec(storedHash)?.[1] ?? null;
