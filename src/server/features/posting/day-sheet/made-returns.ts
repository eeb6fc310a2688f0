import { sql } from 'kysely';
import type { Cents } from '../../../../shared/domain/money.ts';
import type { DayFileEntry } from '../../../ledger/day-file/day-file.ts';
import type { Tx } from '../../../platform/db/database.ts';

interface Debit {
  reference: string;
  mid: string;
  amount: Cents;
  clearedDate: string | null;
  returnedDate: string | null;
  debitDate: string | null;
}

const keyOf = ({ mid, amount }: Pick<Debit, 'mid' | 'amount'>) => `${amount} ${mid}`;

interface HowToMatch {
  /** Whether the reference of a return is that of a debit. */
  isKnown: (reference: string) => boolean;
  /** A debit that was returned on the day of a return can have been returned by this very one, which comes again. */
  mayBeAgain: boolean;
}

/**
 * A return without the reference of its debit does not say which one it is of. It is taken for the debit of the same deal and amount that
 * was made on the day that the line names; otherwise for the newest one that had cleared on an earlier day and still stands: a debit of
 * the same day is the next one, or the retry. One that was returned on that day already may be the same return again. Where there is none,
 * the return keeps its reference, and its line is named.
 */
export async function withDebitsOfReturns(
  tx: Tx,
  tenantId: string,
  entries: readonly DayFileEntry[],
  { isKnown, mayBeAgain }: HowToMatch,
): Promise<{ entries: DayFileEntry[]; unmatched: ReadonlySet<number> }> {
  const unmatched = new Set<number>();
  const returns = entries.filter(({ result, reference }) => result === 'returned' && !isKnown(reference));
  if (returns.length === 0) return { entries: [...entries], unmatched };
  const debits = Map.groupBy(await readDebits(tx, tenantId, returns), keyOf);
  const asked = new Set(returns.map(keyOf));
  const taken = new Set(
    entries.flatMap(({ result, reference }) =>
      result === 'returned' && isKnown(reference) ? [reference] : [],
    ),
  );
  const matched = entries.map((entry) => {
    const ofDeal = debits.get(keyOf(entry)) ?? [];
    if (entry.result !== 'returned') {
      // A debit of this file may be what a later line returns.
      if (asked.has(keyOf(entry)) && !ofDeal.some(({ reference }) => reference === entry.reference))
        debits.set(keyOf(entry), [...ofDeal, debitOf(entry)]);
      return entry;
    }
    if (isKnown(entry.reference)) return entry;
    const found = findDebit(
      ofDeal.filter(
        ({ reference, returnedDate }) => !taken.has(reference) && (mayBeAgain || returnedDate === null),
      ),
      entry,
    );
    if (!found) {
      unmatched.add(entry.line);
      return entry;
    }
    taken.add(found.reference);
    return { ...entry, reference: found.reference };
  });
  return { entries: matched, unmatched };
}

const debitOf = ({ reference, mid, amount, date, debit_date: debitDate }: DayFileEntry): Debit => ({
  ...{ reference, mid, amount, clearedDate: date, returnedDate: null, debitDate },
});

function findDebit(
  debits: readonly Debit[],
  { date, debit_date: debitDate }: DayFileEntry,
): Debit | undefined {
  const isOfDay = (debit: Debit) =>
    debitDate !== null && (debit.debitDate ?? debit.clearedDate) === debitDate;
  const again = debits.filter(({ returnedDate }) => returnedDate === date);
  const standing = debits
    .filter(({ returnedDate }) => returnedDate === null)
    .toSorted((one, other) => (other.clearedDate ?? '').localeCompare(one.clearedDate ?? ''));
  return (
    again.find(isOfDay) ??
    standing.find((debit) => isOfDay(debit) && (debit.clearedDate ?? '~') <= date) ??
    again[0] ??
    standing.find(({ clearedDate }) => clearedDate !== null && clearedDate < date)
  );
}

/** Of the deals and amounts of these returns, newest first. */
async function readDebits(tx: Tx, tenantId: string, returns: readonly DayFileEntry[]): Promise<Debit[]> {
  const asked = returns.map(({ mid, amount }) => ({ mid, cents: String(amount) }));
  const { rows } = await sql<Debit>`
    select payment.reference, deal.mid, payment.amount_cents as amount, payment.cleared_date::text as "clearedDate",
      payment.returned_date::text as "returnedDate", payment.debit_date::text as "debitDate"
    from (select distinct mid, cents from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (mid text, cents bigint)) asked
    join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.mid = asked.mid
    join payments payment on payment.tenant_id = deal.tenant_id and payment.deal_id = deal.id
      and payment.amount_cents = asked.cents and not payment.is_void
    order by coalesce(payment.cleared_date, payment.returned_date) desc, payment.id desc`.execute(tx);
  return rows;
}
