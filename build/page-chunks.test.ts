import { expect, test } from 'vitest';
import { chunkOf } from './page-chunks.ts';

const NAMES = [
  'sign-in-screen',
  'app-shell',
  'under-link',
  'offer-page',
  'bank-link-page',
  'dashboard-screen',
  'simple-view',
  'payouts-view',
  'fcs-page',
  'a-dialog',
  'a-menu',
];
const OPENERS = new Map([
  ['a-dialog', new Set(['fcs-page'])],
  ['a-menu', new Set(['app-shell', 'offer-page'])],
]);

const setOf = (bits: number) => new Set(NAMES.filter((_, index) => bits & (1 << index)));
const chunkOfBits = (bits: number) =>
  chunkOf(setOf(bits), OPENERS) ?? `exactly ${[...setOf(bits)].join(', ')}`;

test('wherever modules are needed, their chunks never import each other in a circle', () => {
  // A module imports what is needed where it is needed itself, and perhaps elsewhere.
  const imports = new Map<string, Set<string>>();
  for (let bits = 1; bits < 1 << NAMES.length; bits += 1)
    for (let more = 0; more < NAMES.length; more += 1) {
      const [from, to] = [chunkOfBits(bits), chunkOfBits(bits | (1 << more))];
      if (from !== to) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  const done = new Set<string>();
  const circleFrom = (chunk: string, path: readonly string[]): string[] | null => {
    if (path.includes(chunk)) return [...path, chunk];
    if (done.has(chunk)) return null;
    for (const next of imports.get(chunk) ?? []) {
      const circle = circleFrom(next, [...path, chunk]);
      if (circle) return circle;
    }
    done.add(chunk);
    return null;
  };
  expect(
    [...imports.keys()].map((chunk) => circleFrom(chunk, [])).find((circle) => circle !== null),
  ).toBeUndefined();
});

test('what one page needs is in its chunk, and what a part of others opens is not', () => {
  expect(chunkOf(new Set(['fcs-page', 'a-dialog']), OPENERS)).toBe('fcs-page');
  expect(chunkOf(new Set(['fcs-page', 'a-menu']), OPENERS)).toBeNull();
});
