import { formatDate } from '../../shared/domain/calendar-date.ts';
import { CASH_KIND_NAMES } from '../../shared/domain/cash-words.ts';
import { type Cents, formatMoney, sumMoney } from '../../shared/domain/money.ts';
import { counted } from '../../shared/domain/statement-words.ts';
import type { MonthlyFigures } from '../../shared/domain/statements.ts';
import type { PdfColumn, PdfTable } from '../platform/pdf/tables.ts';

export const left = (head: string): PdfColumn => ({ head, align: 'left' });
export const right = (head: string): PdfColumn => ({ head, align: 'right' });
export const name = (head: string): PdfColumn => ({ head, align: 'left', isFlexible: true });

const sumOf = <T>(rows: readonly T[], amount: (row: T) => Cents): string =>
  formatMoney(sumMoney(rows.map(amount)));

export const payoutsTable = ({ payDates }: MonthlyFigures): PdfTable => ({
  columns: [left('Pay date'), right('Deals'), right('Gross'), right('Mgt fee'), right('Net pay')],
  rows: payDates.map(({ payDate, deals, gross, managementFee, netPay }) => [
    formatDate(payDate),
    String(deals),
    formatMoney(gross),
    formatMoney(managementFee),
    formatMoney(netPay),
  ]),
  total: [
    counted(payDates.length, 'pay date'),
    '',
    sumOf(payDates, ({ gross }) => gross),
    sumOf(payDates, ({ managementFee }) => managementFee),
    sumOf(payDates, ({ netPay }) => netPay),
  ],
});

export const newDealsTable = ({ newDeals }: MonthlyFigures): PdfTable => ({
  columns: [left('MID'), name('Merchant'), right('Cost'), right('Part RTR')],
  rows: newDeals.map(({ mid, merchantName, cost, partRtr }) => [
    mid,
    merchantName,
    formatMoney(cost),
    formatMoney(partRtr),
  ]),
  total: [
    counted(newDeals.length, 'deal'),
    '',
    sumOf(newDeals, ({ cost }) => cost),
    sumOf(newDeals, ({ partRtr }) => partRtr),
  ],
});

export const writtenOffTable = ({ writtenOff, balance }: MonthlyFigures): PdfTable => ({
  columns: [left('MID'), name('Merchant'), left('Status'), right('Amount')],
  rows: writtenOff.map(({ mid, merchantName, status, amount }) => [
    mid,
    merchantName,
    status,
    formatMoney(amount),
  ]),
  total: [counted(writtenOff.length, 'deal'), '', '', formatMoney(balance.writtenOff)],
});

export const feesTable = ({ fees }: MonthlyFigures): PdfTable =>
  list(
    [
      ['Management fees, taken from payouts', formatMoney(fees.management)],
      ['Syndication fees, in the cost of new deals', formatMoney(fees.syndication)],
    ],
    ['All fees of the month', formatMoney(fees.management + fees.syndication)],
  );

/** A loss is what of the cost did not come back, so it stands apart from what the net pay adds up from. */
export const principalTable = ({ principal, income, loss }: MonthlyFigures): PdfTable =>
  list(
    [
      ...(loss === 0n ? [] : [['Loss on deals closed in the month, not in the sum', formatMoney(loss)]]),
      ['Principal returned', formatMoney(principal)],
      ['Income', formatMoney(income)],
    ],
    ['Net pay: principal and income', formatMoney(principal + income)],
  );

export const cashTable = ({ cash, from, to }: MonthlyFigures): PdfTable | null =>
  cash &&
  list(
    [
      [`Balance before ${formatDate(from)}`, formatMoney(cash.opening)],
      ...cash.movements.map(({ kind, count, amount }) => [
        count === 1 ? `${CASH_KIND_NAMES[kind]}, 1` : `${CASH_KIND_NAMES[kind]}s, ${count}`,
        amount > 0n ? `+${formatMoney(amount)}` : formatMoney(amount),
      ]),
    ],
    [`Balance on ${formatDate(to)}`, formatMoney(cash.closing)],
  );

const list = (rows: readonly (readonly string[])[], total: readonly string[]): PdfTable => ({
  columns: [name(''), right('')],
  rows,
  total,
  hasNoHead: true,
});
