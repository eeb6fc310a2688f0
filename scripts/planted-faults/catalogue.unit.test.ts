import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readRequirementIds, readTestTitles } from '../spec-coverage.ts';
import { plantedFaults } from './catalogue.ts';
import { PORTAL_RUNS } from './faults/screens.ts';
import { isBrowserTest, type PlantedFault, withFault } from './planted-fault.ts';
import { judge, unsound } from './verdict.ts';

const titlesOf = (file: string) => readTestTitles(read(file), file);
const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

const MIGRATIONS = readdirSync(join(import.meta.dirname, '../../migrations')).map(
  (name) => `migrations/${name}`,
);
const FUNCTION = /create (?:or replace )?(?:function|procedure) (\w+)/g;
const functionsIn = (source: string) => [...source.matchAll(FUNCTION)].map(([, name]) => name);
const definesFunction = (source: string, name: string | undefined) => functionsIn(source).includes(name);

/** Of the schema's functions, the one that the fault is in. */
function functionAround({ file, from }: PlantedFault): string | undefined {
  if (!MIGRATIONS.includes(file)) return undefined;
  const source = read(file);
  return functionsIn(source.slice(0, source.indexOf(from))).at(-1);
}

test('every fault is about a requirement, and there are no more than a hundred', () => {
  const ids = new Set(readRequirementIds(read('docs/requirements.md')));
  expect(plantedFaults.flatMap((fault) => fault.ids).filter((id) => !ids.has(id))).toEqual([]);
  expect(plantedFaults.length).toBeLessThanOrEqual(100);
});

describe.each(plantedFaults)('$ids.0: $broken', (fault) => {
  it('can be planted: what it replaces is in its file once', () => {
    expect(withFault(read(fault.file), fault)).not.toBe(read(fault.file));
  });

  it('is planted in a function that no later migration replaces', () => {
    const replaced = functionAround(fault);
    const later = MIGRATIONS.filter((file) => file > fault.file && definesFunction(read(file), replaced));
    expect(later).toEqual([]);
  });

  it('has a test that names its requirements', () => {
    const { file, title } = fault.test;
    const named = titlesOf(file).filter((one) => one.title.includes(title));
    expect(named.filter(({ isSkipped }) => !isSkipped)).not.toEqual([]);
    for (const one of named) for (const id of fault.ids) expect(one.title).toContain(id);
    // When it runs, a case stands in its place, and no test would have this title.
    expect(title).not.toMatch(/%[a-z]|\$\w/);
  });

  it('is told from others by what the test says, where it is planted together with them', () => {
    expect(isBrowserTest(fault.test)).toBe(fault.says !== undefined);
  });
});

test('what is to pass beside the browser faults is a test', () => {
  const titles = titlesOf(PORTAL_RUNS.file).map(({ title }) => title);
  expect(titles.some((title) => title.includes(PORTAL_RUNS.title))).toBe(true);
});

describe('a fault', () => {
  const fault: PlantedFault = {
    ids: ['AAA-01'],
    broken: 'it counts one too many',
    file: 'a.ts',
    from: '+ 1',
    to: '+ 2',
    test: { file: 'a.test.ts', title: 'AAA-01 counts' },
  };
  const ran = (hasPassed: boolean, message = '', title = 'of a: AAA-01 counts') => ({
    tests: [{ title, hasPassed, message }],
    output: 'the end of it',
  });

  it('is planted where its place is found once', () => {
    expect(withFault('x + 1', fault)).toBe('x + 2');
    expect(() => withFault('x', fault)).toThrow('0 times');
    expect(() => withFault('x + 1 + 1', fault)).toThrow('2 times');
  });

  it('is noticed by its test, failing', () => {
    expect(judge(fault, ran(false, 'AssertionError: expected 3 to be 2\n    at …'))).toEqual({
      isNoticed: true,
      reason: 'AssertionError: expected 3 to be 2',
    });
  });

  it.each([
    ['a test that passes', ran(true), 'passed'],
    ['another test', ran(false, 'AssertionError', 'BBB-01 adds'), 'the end of it'],
    ['code that does not run', ran(false, 'ReferenceError: x is not defined'), 'did not run'],
  ])('is not noticed by %s', (_, run, reason) => {
    expect(judge(fault, run)).toEqual({ isNoticed: false, reason: expect.stringContaining(reason) });
  });

  it('is not noticed by words about another one', () => {
    const said = { ...fault, says: 'a count' };
    expect(judge(said, ran(false, 'expected a sum'))).toMatchObject({ isNoticed: false });
    expect(judge(said, ran(false, 'expected a count'))).toMatchObject({ isNoticed: true });
  });

  it('proves nothing where its test is red without it, or does not run', () => {
    expect(unsound([fault.test], ran(true))).toEqual([]);
    expect(unsound([fault.test], ran(false, 'late'))).toEqual([expect.stringContaining('late')]);
    expect(unsound([fault.test], ran(true, '', 'BBB-01 adds'))).toEqual([
      expect.stringContaining('did not run'),
    ]);
  });
});
