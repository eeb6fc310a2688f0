import { expect, test } from 'vitest';
import { compareDeals } from './compared-deals.ts';
import { readPastedAmount } from './pasted-amount.ts';
import { readPastedPairs } from './pasted-pairs.ts';

const read = (text: string) => {
  const { pairs, ...rest } = readPastedPairs(text);
  return { ...rest, pairs: [...pairs.values()].map(({ mid, amount, lines }) => [mid, amount, ...lines]) };
};

test.each([
  ['$1,234.50', 123450n],
  ['(123.45)', -12345n],
  ['$ (123.45)', -12345n],
  ['($123.45)', -12345n],
  ['-123.45', -12345n],
  ['-$5', -500n],
  ['\u2212123.45', -12345n],
  ['123.45-', -12345n],
  ['1.234,50', 123450n],
  ['1234,5', 123450n],
  ['1\u00a0234.50', 123450n],
  ['USD 12', 1200n],
  ['12.3000', 1230n],
  ['.5', 50n],
  [' - ', 0n],
  ['$ -', 0n],
  ['0', 0n],
])('DESK-76 %s is an amount', (text, amount) => {
  expect(readPastedAmount(text)).toEqual({ amount });
});

test.each(['', 'n/a', '#REF!', '12.345', '1,23,456', '(-5)', '12 %', '1e5', '99999999999999', '--5'])(
  'DESK-76 %j is none, and says why',
  (text) => {
    expect(readPastedAmount(text)).toEqual({ problem: expect.stringMatching(/\.$/) });
  },
);

test('DESK-76 tabs, semicolons, commas, blanks, a header, empty lines and repeated MIDs are read', () => {
  expect(
    read(
      'MID\tNet balance\r\nHC1\t$1,000.00\n\nhc2 ; (5.00)\nHC3,"1,234.50"\nHC4,$1,234.50\nHC5 7\nHC1\t0.25\t\t\n',
    ),
  ).toEqual({
    header: 'MID\tNet balance',
    lineCount: 7,
    unread: [],
    pairs: [
      ['HC1', 100025n, 2, 8],
      ['hc2', -500n, 4],
      ['HC3', 123450n, 5],
      ['HC4', 123450n, 6],
      ['HC5', 700n, 7],
    ],
  });
});

test('DESK-76 what cannot be read is named with its line, also in the first one', () => {
  expect(read('HC1\t12.345\nHC2\n\t5\nHC3\tmany\nHC4\t1\t2').unread).toEqual([
    { line: 1, value: 'HC1\t12.345', reason: 'This has more than two decimals.' },
    { line: 2, value: 'HC2', reason: 'There is one column only.' },
    { line: 3, value: '5', reason: 'There is no MID.' },
    { line: 4, value: 'HC3\tmany', reason: 'This is no amount.' },
    { line: 5, value: 'HC4\t1\t2', reason: 'There are more than two columns.' },
  ]);
});

test('DESK-75 only differences are told, and together they are what the totals are apart', () => {
  const deal = (mid: string, amount: bigint) => ({ mid, merchantName: `${mid} Inc`, amount });
  const ours = [deal('HC1', 100n), deal('HC2', 200n), deal('HC3', 300n), deal('HC4', 0n)];
  const { pairs } = readPastedPairs('hc1\t1.00\nHC2\t2.50\nHC9\t9');
  const { differences, ...rest } = compareDeals(ours, pairs);
  expect(rest).toEqual({ sameCount: 1, ours: 600n, theirs: 1250n });
  expect(differences.map(({ mid, kind, difference }) => [mid, kind, difference])).toEqual([
    ['HC9', 'only theirs', -900n],
    ['HC3', 'only ours', 300n],
    ['HC2', 'other amount', -50n],
  ]);
});

test('DESK-76 a line of a hundred thousand digits is refused at once', () => {
  const begun = Date.now();
  expect(readPastedAmount(`${'1'.repeat(100_000)}x`)).toEqual({ problem: 'This is no amount.' });
  expect(Date.now() - begun).toBeLessThan(500);
});
