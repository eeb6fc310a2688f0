import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { type ComparedDeal, type ComparedLine, concernsOf } from './line-concerns.ts';

const TODAY = calendarDate('2026-11-19');
const DEAL: ComparedDeal = {
  mid: 'HC10253',
  name: 'Beacon Hill Landscaping',
  merchantNames: ['Beacon Hill Landscaping LLC', 'Green Thumb'],
  fundedDate: calendarDate('2026-09-14'),
  debit: 100_000n,
};
const LINE: ComparedLine = {
  result: 'cleared',
  amount: 100_000n,
  date: calendarDate('2026-11-18'),
  merchant: 'Beacon Hill Landscaping',
};
const concerns = (line: Partial<ComparedLine>, deal: Partial<ComparedDeal> = {}) =>
  concernsOf({ ...LINE, ...line }, { ...DEAL, ...deal }, TODAY);
const on = (date: string) => concerns({ date: calendarDate(date) });

test('POST-18 has no concern about a debit of its deal', () => {
  expect(concerns({})).toEqual([]);
  expect(concerns({ merchant: '' })).toEqual([]);
  expect(concerns({ merchant: 'Green Thumb, Inc.' })).toEqual([]);
  expect(concerns({ merchant: 'HC10253' })).toEqual([]);
});

test('POST-18 compares the name in the file with the names of the deal', () => {
  expect(concerns({ merchant: ' Totally Different Bagels LLC ' })).toEqual([
    'The file names Totally Different Bagels LLC, the deal is Beacon Hill Landscaping.',
  ]);
});

test('POST-18 looks at a date before the funding, an old one, and one on which banks are closed', () => {
  expect(on('2026-09-11')).toEqual(['Dated 09/11/2026, before the deal was funded on 09/14/2026.']);
  // 11/11 is a holiday: ten bank days before 11/19 is 11/04.
  expect(on('2026-11-04')).toEqual([]);
  expect(on('2026-11-03')).toEqual(['Dated 11/03/2026, more than 10 bank days ago.']);
  expect(on('2026-11-14')).toEqual(['11/14/2026 is a Saturday, not a bank day.']);
  expect(on('2026-11-15')).toEqual(['11/15/2026 is a Sunday, not a bank day.']);
  expect(on('2026-11-11')).toEqual(['11/11/2026 is Veterans Day, not a bank day.']);
  expect(on('2016-11-19')).toHaveLength(2);
});

test('POST-18 looks at an amount above one and a half debits, and not at that of a return', () => {
  expect(concerns({ amount: 150_000n })).toEqual([]);
  expect(concerns({ amount: 150_001n })).toEqual([
    '$1,500.01 is more than 1.5 times the debit of $1,000.00.',
  ]);
  expect(concerns({ amount: 150_001n, result: 'returned' })).toEqual([]);
  expect(concerns({ amount: 150_001n }, { debit: null })).toEqual([]);
});

test('POST-18 names every concern of a line', () => {
  expect(concerns({ merchant: 'Bagels', date: calendarDate('2025-11-22'), amount: 1_000_000n })).toHaveLength(
    4,
  );
});
