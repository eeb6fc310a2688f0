import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const old = (names: readonly string[], ...keep: number[]) =>
  execFileSync('bash', ['deploy/old-backups', ...keep.map(String)], {
    input: `${names.join('\n')}\n`,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);

const DAY_MS = 24 * 60 * 60 * 1000;
const LAST = Date.parse('2026-11-16T03:30:00Z');
const nameOf = (time: number) => `${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
/** One backup each night, the newest first. */
const nights = (count: number) => Array.from({ length: count }, (_, index) => nameOf(LAST - index * DAY_MS));
const keptOf = (names: readonly string[], ...keep: number[]) => {
  const gone = new Set(old(names, ...keep));
  return names.filter((name) => !gone.has(name));
};

test('OPS-46 of two years of nightly backups seven days, five weeks and twelve months are kept', () => {
  const kept = keptOf(nights(730)).map((name) => name.slice(0, 10));
  // 2026-11-16 is a Monday: a week's newest backup is that of its Sunday.
  const days = ['16', '15', '14', '13', '12', '11', '10'].map((day) => `2026-11-${day}`);
  const weeks = ['2026-11-08', '2026-11-01', '2026-10-25'];
  const months = ['10-31', '09-30', '08-31', '07-31', '06-30', '05-31', '04-30', '03-31', '02-28', '01-31'];
  expect(kept).toEqual(
    [...days, ...weeks, ...months.map((day) => `2026-${day}`), '2025-12-31'].toSorted().reverse(),
  );
});

test('OPS-46 deleting every night keeps the same backups as deleting once', () => {
  const all = nights(25).reverse();
  let kept: string[] = [];
  for (const name of all) kept = keptOf([name, ...kept]);
  expect(kept.toSorted()).toEqual(keptOf(nights(25)).toSorted());
});

test('OPS-46 the newest backup is always kept, a pause makes none old, and what is no complete backup is not touched', () => {
  expect(old(['2020-01-01T03-30-00Z'])).toEqual([]);
  expect(old(['2020-01-01T03-30-00Z', '2019-06-01T03-30-00Z', '2026-11-16T03-30-00Z'])).toEqual([]);
  expect(old(nights(3), 0, 0, 0)).toEqual(nights(3).slice(1));
  expect(old([])).toEqual([]);
  const others = ['lost+found', '2020-01-01T03-30-00Z.part', 'notes 2020-01-01T03-30-00Z', '..'];
  expect(old([...others, ...nights(2)], 1, 0, 0)).toEqual(nights(2).slice(1));
  // Of two on one day, the later one.
  expect(old(['2026-11-16T03-30-00Z', '2026-11-16T21-00-00Z'])).toEqual(['2026-11-16T03-30-00Z']);
});
