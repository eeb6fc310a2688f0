export type Weighted<T> = readonly (readonly [T, number])[];

export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number. Both ends are included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  weighted<T>(from: Weighted<T>): T;
  shuffled<T>(from: readonly T[]): T[];
  between(min: number, max: number): number;
  triangular(min: number, mode: number, max: number): number;
  logNormal(median: number, sigma: number): number;
  /** Returns letters and digits. */
  code(length: number): string;
  /** A separate generator, so that drawing from one does not change the other. */
  fork(label: string | number): Random;
}

const ALPHABET = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'];

export function createRandom(seed: string): Random {
  const next = sfc32(seed);
  const between = (min: number, max: number) => min + next() * (max - min);
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(from: readonly T[]) => elementOf(from, int(0, from.length - 1));
  return {
    next,
    int,
    between,
    pick,
    chance: (probability) => next() < probability,
    weighted: (from) => {
      let left = next() * from.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of from) {
        left -= weight;
        if (left < 0) return value;
      }
      return elementOf(from, from.length - 1)[0];
    },
    shuffled: (from) => {
      const keyed = from.map((value) => ({ value, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
    },
    triangular: (min, mode, max) => {
      const at = next();
      const below = (mode - min) / (max - min);
      return at < below
        ? min + Math.sqrt(at * (max - min) * (mode - min))
        : max - Math.sqrt((1 - at) * (max - min) * (max - mode));
    },
    logNormal: (median, sigma) => {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(sigma * normal);
    },
    code: (length) => Array.from({ length }, () => pick(ALPHABET)).join(''),
    fork: (label) => createRandom(`${seed}/${label}`),
  };
}

function elementOf<T>(from: readonly T[], index: number): T {
  const element = from[index];
  if (element === undefined) throw new RangeError('Nothing to pick from.');
  return element;
}

/** sfc32. Its 128 bits of state keep the many forks of a large book independent; with 32 bits, some would repeat. */
function sfc32(seed: string): () => number {
  let [a, b, c, count] = [1, 2, 3, 4].map((salt) => hashOf(seed, salt)) as [number, number, number, number];
  const next = () => {
    const result = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return (result >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round += 1) next();
  return next;
}

/** FNV-1a with a final mixing step. */
function hashOf(text: string, salt: number): number {
  let hash = Math.imul(0x811c9dc5, salt);
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
