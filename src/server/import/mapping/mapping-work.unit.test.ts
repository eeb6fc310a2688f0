import { expect, test } from 'vitest';
import type { NamedRow } from '../external-ids.ts';
import { externalIdOf, type MappingWork } from './mapping-work.ts';

test('IMPORT-15 rows without an external id get one each, in a time that grows with their number only', () => {
  const named = new Map<string, NamedRow>();
  const work = { named } as unknown as MappingWork;
  const began = performance.now();
  for (let time = 0; time < 2; time += 1)
    for (let id = 1n; id <= 60_000n; id += 1n)
      expect(externalIdOf(work, 'deals', { id, externalId: null })).toBe(`portal ${id}`);
  expect(named.size).toBe(60_000);
  // Comparing each with all others takes a minute.
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(externalIdOf(work, 'deals', { id: 0n, externalId: 'X-1' })).toBe('X-1');
  expect(named.size).toBe(60_000);
});
