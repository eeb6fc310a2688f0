import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { PaymentEntry } from '../../ledger/payment-entry.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface StagedEntry {
  line: number;
  /**
   * A payment that cleared and was returned is two entries. This tells whether the entry is the first or the last of its
   * row.
   */
  isFirst: boolean;
  isLast: boolean;
  isNew: boolean;
  entry: PaymentEntry;
}

/**
 * Sorts the new payments by deal and then by date. Each deal's history is posted in order, and a batch touches few deals,
 * so that their totals are updated only a few times. On one day, what comes back from earlier days is before what clears: the bank takes it
 * back in the morning, and the last debits of a deal would otherwise be more than is owed. The sorted rows outlive the transaction and are fetched in batches.
 */
export async function openStagedEntries(tx: Tx): Promise<void> {
  // A dry run may have read them before.
  await sql`close all`.execute(tx);
  await sql`
    declare staged_entries no scroll cursor with hold for
    select line, reference, deal_id, amount_cents, cleared_date as date, null as return_code, true as is_first,
      returned_date is null as is_last, true as is_new, false as had_cleared, debit_date, 1 as place_in_day
    from compared_payments where comparison = 'new' and cleared_date is not null
    union all
    select line, reference, deal_id, amount_cents, returned_date, return_code, cleared_date is null or comparison <> 'new',
      true, comparison = 'new', cleared_date is not null, debit_date, case when cleared_date < returned_date then 0 else 2 end
    from compared_payments where comparison in ('new', 'come back') and returned_date is not null
    order by deal_id, date, place_in_day, line`.execute(tx);
}

export async function countStagedEntries(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select coalesce(sum((comparison = 'new' and cleared_date is not null)::integer + (returned_date is not null)::integer), 0)
      as count
    from compared_payments where comparison in ('new', 'come back')`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}

interface Row {
  line: number;
  reference: string;
  dealId: bigint;
  amountCents: Cents;
  date: string;
  returnCode: string | null;
  isFirst: boolean;
  isLast: boolean;
  isNew: boolean;
  hadCleared: boolean;
  debitDate: string | null;
}

/** The next entries; an empty list when all have been fetched. */
export async function fetchStagedEntries(tx: Tx, count: number): Promise<StagedEntry[]> {
  const { rows } = await sql<Row>`fetch ${sql.lit(count)} from staged_entries`.execute(tx);
  return rows.map(toStagedEntry);
}

function toStagedEntry({ line, isFirst, isLast, isNew, ...row }: Row): StagedEntry {
  const date: CalendarDate = calendarDate(row.date);
  const debitDate = row.debitDate === null ? null : calendarDate(row.debitDate);
  const debit = { reference: row.reference, dealId: row.dealId, amount: row.amountCents, date, debitDate };
  const { returnCode, hadCleared } = row;
  const entry: PaymentEntry =
    returnCode === null
      ? { ...debit, result: 'cleared' }
      : { ...debit, result: 'returned', returnCode, ...(hadCleared && { hadCleared }) };
  return { line, isFirst, isLast, isNew, entry };
}
