import { formatDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { type BookChange, readChanges } from '../../ledger/book-changes/difference-lines.ts';
import type { Book } from '../../ledger/book-changes/recorded-book.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { SpreadsheetDownload } from '../../platform/http/streams.ts';
import type { Column, Sheet } from '../../platform/spreadsheet/sheet.ts';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';
import { type AskedDays, type BookAsOf, readBookAsOf } from './read-book-as-of.ts';

const BYTES_PER_ROW = 64;
/** More lines than anybody reads, and few enough to be held at once. */
const MOST_LINES = 100_000;

/** The figures of the days, their statuses, and the lines that make the difference. */
export async function exportBookAsOf(tx: Tx, book: Book, asked: AskedDays): Promise<SpreadsheetDownload> {
  const asOf = await readBookAsOf(tx, book, asked);
  const [first, second] = asOf.days;
  if (!first) throw new Error('A book is asked for as of a day.');
  const { changes, total } = second
    ? await readChanges(
        tx,
        { ...book, from: first.date, to: second.date },
        { cause: null, offset: 0, limit: MOST_LINES },
      )
    : { changes: [], total: 0 };
  if (total > MOST_LINES) throw new Refusal('as_of_too_long');
  const sheets = [figuresSheet(asOf), statusesSheet(asOf), ...(second ? [linesSheet(changes)] : [])];
  const rowCount = FIGURES.length + first.statuses.length + changes.length;
  return {
    fileName: second ? `book_${first.date}_${second.date}.xlsx` : `book_${first.date}.xlsx`,
    rowCount,
    estimatedBytes: rowCount * BYTES_PER_ROW,
    open: () => workbookStream(sheets),
  };
}

type Day = BookAsOf['days'][number];

const FIGURES: readonly { name: string; of: (day: Day) => Cents | null }[] = [
  { name: 'Total Investment Cost', of: (day) => day.investmentCost },
  { name: 'Total Anticipated Return', of: (day) => day.anticipatedReturn },
  { name: 'Total Payouts', of: (day) => day.totalPayouts },
  { name: 'Paid', of: (day) => day.paidPayouts },
  { name: 'On Its Way', of: (day) => day.upcomingPayouts },
  { name: 'Portfolio Balance', of: (day) => day.portfolioBalance },
  { name: 'Cash Balance', of: (day) => day.cashBalance },
  { name: 'Net Investment', of: (day) => day.netInvestment },
];

const dayColumns = (days: readonly Day[], kind: Column['kind']): Column[] => [
  ...days.map(({ date }) => ({ header: formatDate(date), kind, width: 18 })),
  ...(days.length > 1 ? [{ header: 'Difference', kind, width: 18 }] : []),
];

const withDifference = (values: readonly (Cents | null)[]) => {
  const [first = null, second] = values;
  if (second === undefined) return [first];
  return [first, second, first === null || second === null ? null : second - first];
};

const figuresSheet = ({ days }: BookAsOf): Sheet => ({
  name: 'Figures',
  columns: [{ header: 'Figure', kind: 'text', width: 28 }, ...dayColumns(days, 'money')],
  rows: [FIGURES.map(({ name, of }) => ({ cells: [name, ...withDifference(days.map(of))] }))],
});

const statusesSheet = ({ days }: BookAsOf): Sheet => ({
  name: 'By status',
  columns: [
    { header: 'Date', kind: 'date', width: 13 },
    { header: 'Status', kind: 'text', width: 30 },
    { header: 'Deals', kind: 'count', width: 10 },
    { header: 'Balance', kind: 'money', width: 18 },
  ],
  rows: days.map(({ date, statuses }) =>
    statuses.map(({ status, dealCount, balance }) => ({ cells: [date, status, dealCount, balance] })),
  ),
});

const linesSheet = (changes: readonly BookChange[]): Sheet => ({
  name: 'Difference',
  columns: [
    { header: 'Recorded On', kind: 'date', width: 13 },
    { header: 'Cause', kind: 'text', width: 18 },
    { header: 'MID', kind: 'text', width: 14 },
    { header: 'Company Name', kind: 'text', width: 36 },
    { header: 'Pay Date', kind: 'date', width: 13 },
    { header: 'Former Status', kind: 'text', width: 26 },
    { header: 'Status', kind: 'text', width: 26 },
    { header: 'Investment Cost', kind: 'money', width: 18 },
    { header: 'Anticipated Return', kind: 'money', width: 18 },
    { header: 'Payouts', kind: 'money', width: 18 },
    { header: 'Portfolio Balance', kind: 'money', width: 18 },
    { header: 'Cash Balance', kind: 'money', width: 18 },
  ],
  rows: [
    changes.map((line) => ({
      cells: [
        line.recordedOn,
        line.cashKind ?? line.cause,
        line.deal?.mid ?? null,
        line.deal?.merchantName ?? null,
        line.payDate,
        line.formerStatus,
        line.status,
        line.investmentCost,
        line.anticipatedReturn,
        line.totalPayouts,
        line.portfolioBalance,
        line.cashBalance,
      ],
    })),
  ],
  total: () => [
    ...Array.from({ length: 7 }, () => null),
    ...(
      ['investmentCost', 'anticipatedReturn', 'totalPayouts', 'portfolioBalance', 'cashBalance'] as const
    ).map((name) => changes.reduce((sum, line) => sum + line[name], 0n)),
  ],
});
