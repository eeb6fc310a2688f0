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
}

/**
 * A file without references does not say which debit a return is of. It is taken for the newest debit of the same deal and amount that
 * had cleared by then and still stands; one that was returned on that day already is the same return again. Where there is none, the
 * return is of a debit that never cleared.
 */
export async function withDebitsOfReturns(
  tx: Tx,
  tenantId: string,
  entries: readonly DayFileEntry[],
): Promise<DayFileEntry[]> {
  const returns = entries.filter(({ result }) => result === 'returned');
  if (returns.length === 0) return [...entries];
  const debits = await readDebits(tx, tenantId, returns);
  const taken = new Set<string>();
  return entries.map((entry) => {
    if (entry.result !== 'returned') {
      // A debit of this file may be what a later line returns.
      const { reference, mid, amount, date } = entry;
      debits.unshift({ reference, mid, amount, clearedDate: date, returnedDate: null });
      return entry;
    }
    const isSame = (debit: Debit) =>
      debit.mid === entry.mid && debit.amount === entry.amount && !taken.has(debit.reference);
    const found =
      debits.find((debit) => isSame(debit) && debit.returnedDate === entry.date) ??
      debits.find(
        (debit) =>
          isSame(debit) &&
          debit.returnedDate === null &&
          debit.clearedDate !== null &&
          debit.clearedDate <= entry.date,
      );
    if (!found) return entry;
    taken.add(found.reference);
    return { ...entry, reference: found.reference };
  });
}

/** Of the deals and amounts of these returns, newest first. */
async function readDebits(tx: Tx, tenantId: string, returns: readonly DayFileEntry[]): Promise<Debit[]> {
  const asked = returns.map(({ mid, amount }) => ({ mid, cents: String(amount) }));
  const { rows } = await sql<Debit>`
    select payment.reference, deal.mid, payment.amount_cents as amount, payment.cleared_date::text as "clearedDate",
      payment.returned_date::text as "returnedDate"
    from (select distinct mid, cents from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (mid text, cents bigint)) asked
    join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.mid = asked.mid
    join payments payment on payment.tenant_id = deal.tenant_id and payment.deal_id = deal.id
      and payment.amount_cents = asked.cents and not payment.is_void
    order by coalesce(payment.cleared_date, payment.returned_date) desc, payment.id desc`.execute(tx);
  return rows;
}
