import { balancesByStatus, figuresAsOf, type RecordedBook } from '../../../shared/domain/book-as-of.ts';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { type Between, readCauses } from '../../ledger/book-changes/difference-lines.ts';
import {
  type Book,
  readImports,
  readKnown,
  readRecordedBooks,
} from '../../ledger/book-changes/recorded-book.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';

export interface AskedDays {
  date?: CalendarDate | undefined;
  comparedWith?: CalendarDate | undefined;
}

/** The asked days in order. A day that has not come has no book. */
export async function orderedDays(tx: Tx, asked: AskedDays) {
  const today = await readToday(tx);
  const { date = today, comparedWith = date } = asked;
  if (date > today || comparedWith > today) throw new Refusal('date_to_come');
  const [from, to] = date <= comparedWith ? [date, comparedWith] : [comparedWith, date];
  return { today, from, to };
}

/** The book as of one day or two, what makes the difference, and how far back it is known. */
export async function readBookAsOf(tx: Tx, book: Book, asked: AskedDays) {
  const { today, from, to } = await orderedDays(tx, asked);
  const between: Between = { ...book, from, to };
  const [earlier, later] = await readRecordedBooks(tx, book, from, to);
  return {
    today,
    days: from === to ? [dayOf(from, earlier)] : [dayOf(from, earlier), dayOf(to, later)],
    causes: from === to ? [] : await readCauses(tx, between),
    ...(await readKnown(tx, book)),
    imports: await readImports(tx, book, from),
  };
}

export type BookAsOf = Awaited<ReturnType<typeof readBookAsOf>>;

const dayOf = (date: CalendarDate, recorded: RecordedBook) => ({
  date,
  ...figuresAsOf(recorded),
  statuses: balancesByStatus(recorded.statuses),
});
