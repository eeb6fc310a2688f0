import { expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { periodName } from '../../../shared/domain/statement-words.ts';
import { type ListedStatement, yearsOf } from './years-of.ts';

const listed = (kind: 'month' | 'year', from: string, version = 1): ListedStatement => ({
  ...{ statementId: 1n, kind, from: calendarDate(from), version, isNewest: true },
  ...{ number: 'NGP', madeAt: '2026-11-02T11:10:00Z', reason: '', changes: [] },
});

test('STMT-28 the newest year comes first, in it the statement of the year, and then its months with their versions', () => {
  const years = yearsOf([
    listed('month', '2025-12-01'),
    listed('month', '2026-10-01', 1),
    listed('month', '2026-10-01', 2),
    listed('year', '2025-01-01'),
    listed('month', '2026-09-01'),
  ]);
  expect(
    years.map(({ year, periods }) => [
      year,
      ...periods.map(({ newest, earlier }) => `${periodName(newest)} v${newest.version} +${earlier.length}`),
    ]),
  ).toEqual([
    ['2026', 'October 2026 v2 +1', 'September 2026 v1 +0'],
    ['2025', 'Year 2025 v1 +0', 'December 2025 v1 +0'],
  ]);
});
