import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { calendarDate, isWeekday } from '../../../src/shared/domain/calendar-date.ts';
import { sumMoney } from '../../../src/shared/domain/money.ts';
import { createRandom } from '../random.ts';
import { drawBankStatement, type StatementFigures } from './bank-statement.ts';
import { statementPdf } from './statement-pdf.ts';

const ACCOUNT = {
  bank: 'Union Federal',
  accountName: 'Union Federal Payroll x4821',
  holder: 'Bright Oak Dental LLC',
  address: { street: '1 Main St', city: 'Akron', state: 'OH', zip: '44301' },
};
const FIGURES: StatementFigures = {
  month: calendarDate('2026-02-01'),
  depositsCents: 42_310_55n,
  transfersCents: 2_000_00n,
  otherAdvancesCents: 9_000_00n,
  deductionsCents: 0n,
  netDepositsCents: 31_310_55n,
  numberOfDeposits: 33,
  negativeDays: 2,
  averageBalanceCents: 4_120_07n,
  beginningBalanceCents: 3_999_99n,
  endingBalanceCents: 4_240_15n,
};
const draw = (seed = 'a') => drawBankStatement(createRandom(seed), ACCOUNT, FIGURES);

test('OPS-06 a statement’s lines add up to the figures that were taken from it', () => {
  const { credits, debits } = draw();
  expect(credits).toHaveLength(33);
  expect(sumMoney(credits.map(({ amount }) => amount))).toBe(42_310_55n);
  expect(sumMoney(debits.map(({ amount }) => amount))).toBe(3_999_99n + 42_310_55n - 4_240_15n);
  expect(credits.find(({ text }) => text.startsWith('Wire credit, '))?.amount).toBe(9_000_00n);
  expect(credits.find(({ text }) => text === 'Transfer from savings')?.amount).toBe(2_000_00n);
  for (const { date, amount } of [...credits, ...debits]) {
    expect(amount).toBeGreaterThan(0n);
    expect(date.slice(0, 7)).toBe('2026-02');
    expect(isWeekday(date)).toBe(true);
  }
});

test('OPS-06 as a PDF it says the same, in the same bytes each time', () => {
  const pdf = Buffer.from(statementPdf(draw()));
  expect(pdf.equals(statementPdf(draw()))).toBe(true);
  expect(pdf.equals(statementPdf(draw('b')))).toBe(false);
  expect(pdf.length).toBeLessThan(8_000);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const words = textOf(pdf);
  for (const figure of [
    '$3,999.99',
    '$42,310.55',
    '$4,240.15',
    '$4,120.07',
    ACCOUNT.accountName,
    ACCOUNT.holder,
  ])
    expect(words).toContain(figure);
  expect(words).toContain('Demonstration data. Not issued by a bank.');
});

/** The words of the pages. They are hex strings in the page's stream, split where letters are moved closer together. */
function textOf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(
    ([, body = '']) => inflateSync(Buffer.from(body, 'latin1')).toString('latin1'),
  );
  const lines = streams.join('\n').matchAll(/\[(.*?)\] TJ/g);
  return [...lines]
    .map(([, pieces = '']) =>
      [...pieces.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n');
}
