import { type Cents, parseMoney, toDecimalString } from '../../../shared/domain/money.ts';
import { inTurns } from '../../platform/in-turns.ts';
import { type KnownPayment, readDeals, readPayments } from './known-book.ts';
import { dealOf } from './map-shares.ts';
import { addProblem, addRecord, constantOf, lineIn, type MappingWork } from './mapping-work.ts';
import type { FieldRow } from './read-fields.ts';

interface Debit {
  row: FieldRow;
  line: number;
  /** External id and, if the book has it, the number of the deal. */
  deal: string;
  dealId: bigint | undefined;
  amount: Cents;
  date: string;
}

/** A debit that will be in the book after the run: one of its own, or one that is there. */
interface Returnable {
  date: string;
  isReturned: boolean;
  giveBack(date: string, code: string): void;
}

export interface PaymentSums {
  count: number;
  cleared: Cents;
  /** Of all lines that came back, also of those that never cleared. */
  returned: Cents;
  /** Of what had cleared before. */
  takenBack: Cents;
}

const sameDebit = ({ deal, amount }: Pick<Debit, 'deal' | 'amount'>) => `${deal} ${amount}`;

/**
 * The payments of a file. Without a reference of their own they get one from deal, day and amount, so that the same file again, or another
 * one with the same day, names the same payments. A negative line is the return of the newest debit of that deal and amount before it.
 */
export async function mapPayments(work: MappingWork, files: readonly FieldRow[][]): Promise<PaymentSums> {
  const deals = await readDeals(
    work.tx,
    work.tenantId,
    files.flat().map(({ values }) => values['deal'] ?? ''),
  );
  const debitsOf =
    (fileIndex: number) =>
    (row: FieldRow): Debit[] => {
      const deal = dealOf(work, row, deals);
      const { amount = '0', date = '', deal: told = '' } = row.values;
      const cents = parseMoney(amount);
      if (deal !== null && cents !== 0n)
        return [
          { row, line: lineIn(fileIndex, row.line), deal, dealId: deals.get(told)?.id, amount: cents, date },
        ];
      if (deal !== null) addProblem(work, row, { field: 'amount', reason: 'is nothing', value: amount });
      return [];
    };
  const all: Debit[] = [];
  for (const [fileIndex, rows] of files.entries())
    for await (const turn of inTurns(rows)) all.push(...turn.flatMap(debitsOf(fileIndex)));
  const returns = all.filter(({ amount }) => amount < 0n);
  const book = await readBook(work, all, returns);
  const sums: PaymentSums = { count: 0, cleared: 0n, returned: 0n, takenBack: 0n };
  const returnable = await enterDebits(
    work,
    all.filter(({ amount }) => amount > 0n),
    book,
    sums,
  );
  enterReturns(work, returns, { book, returnable, sums });
  return sums;
}

/** A file may have as many debits of one amount as it has rows, so that a list is never written anew. */
function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

type Book = Awaited<ReturnType<typeof readBook>>;

async function readBook({ tx, tenantId }: MappingWork, all: readonly Debit[], returns: readonly Debit[]) {
  const dealOfId = new Map(
    all.flatMap(({ deal, dealId }) => (dealId === undefined ? [] : [[dealId, deal] as const])),
  );
  const since = all.reduce((first, { date }) => (date < first ? date : first), '9999-12-31');
  const payments =
    dealOfId.size === 0
      ? []
      : await readPayments(tx, tenantId, {
          dealIds: [...dealOfId.keys()],
          since,
          amounts: returns.map(({ amount }) => -amount),
        });
  const byDay = new Map<string, KnownPayment[]>();
  const byDebit = new Map<string, KnownPayment[]>();
  for (const payment of payments) {
    const debit = sameDebit({ deal: dealOfId.get(payment.dealId) ?? '', amount: payment.amountCents });
    addTo(byDay, `${debit} ${payment.clearedDate ?? payment.returnedDate}`, payment);
    addTo(byDebit, debit, payment);
  }
  return { byDay, byDebit };
}

async function enterDebits(work: MappingWork, debits: readonly Debit[], book: Book, sums: PaymentSums) {
  const returnable = new Map<string, Returnable[]>();
  const seen = new Map<string, number>();
  const named = new Set(debits.map(({ row }) => row.values['reference']));
  const enter = (debit: Debit): void => {
    const { row, line, deal, amount, date } = debit;
    const day = `${sameDebit(debit)} ${date}`;
    const first = seen.get(day);
    const own = row.values['reference'];
    if (first !== undefined && !own) {
      addProblem(work, row, {
        field: 'amount',
        reason: 'looks like the same debit again: same deal, day and amount',
        value: `${row.values['deal']}, ${date}, ${toDecimalString(amount)}`,
      });
      return;
    }
    seen.set(day, line);
    const inBook = book.byDay.get(day) ?? [];
    const known = own ? inBook.find((payment) => payment.reference === own) : inBook[0];
    // The book may have it under the reference of another source; one that the files name themselves is another debit.
    const other = own && !known ? inBook.find(({ reference }) => !named.has(reference)) : undefined;
    if (other) {
      addProblem(work, row, {
        field: 'reference',
        reason: 'looks like a debit that the book has under another reference: same deal, day and amount',
        value: `${own}, in the book as ${other.reference}`,
      });
      return;
    }
    const reference = own || known?.reference || `${deal} ${date} ${toDecimalString(amount)}`;
    const cells: Record<string, string> = { reference, deal, amount: toDecimalString(amount) };
    const isReturned = row.values['status'] === 'returned';
    const code = returnCodeOf(work, row);
    if (isReturned && code === null) return;
    if (isReturned) Object.assign(cells, { cleared_date: '', returned_date: date, return_code: code ?? '' });
    else cells['cleared_date'] = date;
    sums.count += 1;
    if (isReturned) sums.returned += amount;
    else sums.cleared += amount;
    addRecord(work, 'payments', { line, cells });
    if (isReturned) return;
    const entry: Returnable = {
      date,
      isReturned: known?.returnedDate != null,
      giveBack(returnedDate, returnCode) {
        Object.assign(cells, { returned_date: returnedDate, return_code: returnCode });
      },
    };
    addTo(returnable, sameDebit(debit), entry);
  };
  for await (const turn of inTurns(debits)) turn.forEach(enter);
  return returnable;
}

interface Returning {
  book: Book;
  returnable: Map<string, Returnable[]>;
  sums: PaymentSums;
}

function enterReturns(
  work: MappingWork,
  returns: readonly Debit[],
  { book, returnable, sums }: Returning,
): void {
  const used = new Set<KnownPayment>();
  for (const negative of returns.toSorted((one, other) => (one.date < other.date ? -1 : 1))) {
    const { row, line, deal, date } = negative;
    const amount = -negative.amount;
    const debit = sameDebit({ deal, amount });
    const code = returnCodeOf(work, row);
    if (code === null) continue;
    const ofRun = returnable.get(debit) ?? [];
    const inBook = (book.byDebit.get(debit) ?? []).filter((payment) => !used.has(payment));
    // The same line of an earlier import, then the newest debit of the files, then that of the book.
    const again = inBook.find(({ returnedDate }) => returnedDate === date);
    const before = again
      ? ofRun.find((entry) => entry.date === again.clearedDate)
      : ofRun.filter((entry) => !entry.isReturned && entry.date < date).at(-1);
    const known =
      again ??
      inBook
        .filter(({ returnedDate, clearedDate }) => returnedDate === null && (clearedDate ?? '~') < date)
        .at(-1);
    if (again) used.add(again);
    if (before) {
      before.isReturned = true;
      before.giveBack(date, code);
    } else if (known) {
      used.add(known);
      const cells = { reference: known.reference, deal, amount: toDecimalString(amount) };
      addRecord(work, 'payments', { line, cells: { ...cells, returned_date: date, return_code: code } });
    } else {
      addProblem(work, row, {
        field: 'amount',
        reason: 'is a return, and no debit of that deal and amount was before it',
        value: `${row.values['deal']}, ${date}, ${toDecimalString(amount)}`,
      });
      continue;
    }
    sums.count += 1;
    sums.returned += amount;
    sums.takenBack += amount;
  }
}

/** The bank's code of a return; null where there is none, which is a problem. Of what was not returned nobody asks. */
function returnCodeOf(work: MappingWork, row: FieldRow): string | null {
  const isReturn = row.values['status'] === 'returned' || (row.values['amount'] ?? '').startsWith('-');
  const code = (row.values['return_code'] || constantOf(work, 'payments', 'return_code') || '').toUpperCase();
  if (!isReturn || /^R\d{2}$/.test(code)) return code;
  addProblem(work, row, {
    field: 'return_code',
    reason: 'is there for what came back, such as R01',
    value: code,
    fix: 'constant',
  });
  return null;
}
