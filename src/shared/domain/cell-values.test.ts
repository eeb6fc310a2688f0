import { describe, expect, test } from 'vitest';
import { dateOfCell, moneyOfCell, percentOfCell, textOfCell, wordOfCell } from './cell-values.ts';

describe('POST-02 the cells of a spreadsheet', () => {
  test.each([
    ['690', 69_000n],
    ['1234.5', 123_450n],
    ['$1,234.50', 123_450n],
    [' $ 1,234.50 ', 123_450n],
    ['USD 12.00', 1200n],
    ['(123.45)', -12_345n],
    ['($1,123.45)', -112_345n],
    ['$(3)', null],
    ['-3', -300n],
    ['$-3.10', -310n],
    ['-$3.10', -310n],
    ['3.10-', -310n],
    ['−3.10', -310n],
    ['.5', 50n],
    ['12.5000', 1250n],
    ['0', 0n],
  ])('POST-02 %s as money', (text, cents) => {
    if (cents === null) expect(moneyOfCell(text)).toHaveProperty('reason');
    else expect(moneyOfCell(text)).toEqual({ value: cents });
  });

  test.each([
    ['n/a', '“n/a” is not an amount such as 1,234.50'],
    ['', 'is empty'],
    ['12.345', '“12.345” has more than two decimals'],
    ['1.234,50', '“1.234,50” is not an amount such as 1,234.50'],
    ['(-3)', '“(-3)” is not an amount such as 1,234.50'],
    ['1,23', '“1,23” is not an amount such as 1,234.50'],
    ['1e5', '“1e5” is not an amount such as 1,234.50'],
    ['9'.repeat(60), `“${'9'.repeat(40)}…” is longer than an amount can be`],
  ])('POST-02 %s is refused as money, with what stands there', (text, reason) => {
    expect(moneyOfCell(text)).toEqual({ reason });
  });

  test.each([
    ['11/14/26', '2026-11-14'],
    ['11/14/2026', '2026-11-14'],
    ['1/4/26', '2026-01-04'],
    ['11-14-2026', '2026-11-14'],
    ['2026-11-14', '2026-11-14'],
    ['20261114', '2026-11-14'],
    ['2026-11-14T00:00:00', '2026-11-14'],
    ['11/14/2026 8:41 AM', '2026-11-14'],
  ])('POST-02 %s as a date', (text, date) => {
    expect(dateOfCell(text)).toEqual({ value: date });
  });

  test.each([
    ['13/45/26', '“13/45/26” is a date that does not exist'],
    ['11/31/2026', '“11/31/2026” is a date that does not exist'],
    ['Friday', '“Friday” is not a date such as 11/14/2026'],
    ['46339', '“46339” is not a date such as 11/14/2026'],
    [' ', 'is empty'],
  ])('POST-02 %s is refused as a date', (text, reason) => {
    expect(dateOfCell(text)).toEqual({ reason });
  });

  test('POST-02 a percentage without its sign means what the rule of the column says', () => {
    const read = (...asked: Parameters<typeof percentOfCell>) => {
      const cell = percentOfCell(...asked);
      return 'value' in cell ? cell.value.toString() : cell.reason;
    };
    expect(read('2.5%', 'fractions')).toBe('2.5');
    expect(read('2.5 %', 'percents')).toBe('2.5');
    expect(read('2.5', 'percents')).toBe('2.5');
    expect(read('.025', 'fractions')).toBe('2.5');
    expect(read('2.5', 'fractions')).toContain('is more than the whole');
    expect(read('a lot', 'percents')).toBe('“a lot” is not a percentage such as 2.5%');
  });

  test('POST-02 words of another system are explained once, and unknown ones are refused', () => {
    const words = { Performing: 'Active', 'Slow Pay': 'Active', Default: 'Default' } as const;
    expect(wordOfCell(' slow  pay', words)).toEqual({ value: 'Active' });
    expect(wordOfCell('Paid Off', words)).toEqual({
      reason: '“Paid Off” is a word that nobody has explained yet',
    });
    expect(textOfCell('  J&M   Trucking ', 20)).toEqual({ value: 'J&M Trucking' });
    expect(textOfCell('abc', 2)).toEqual({ reason: '“abc” is longer than 2 characters' });
  });
});

test('POST-02 a long text where an amount, a date or a percentage belongs is refused at once', () => {
  const begun = Date.now();
  expect(percentOfCell(`${'1'.repeat(30_000)}x`, 'percents')).toMatchObject({
    reason: expect.stringContaining('is not a percentage'),
  });
  expect(dateOfCell(`${' 1:00'.repeat(6_000)}\n`)).toMatchObject({
    reason: expect.stringContaining('is not a date'),
  });
  expect(moneyOfCell('1'.repeat(100_000))).toMatchObject({
    reason: expect.stringContaining('is not an amount'),
  });
  expect(Date.now() - begun).toBeLessThan(500);
});
