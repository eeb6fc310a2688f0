import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ConfirmedDuplicates } from './suspected-duplicates.ts';

/** A cleared debit of a day file that is not posted, because it resembles another one. */
export interface HeldEntry {
  line: number;
  reference: string;
  mid: string;
  amount: Cents;
  date: CalendarDate;
  debitDate: CalendarDate | null;
  /** The reference of the debit that it resembles. */
  resembles: string;
}

export async function recordHeldEntries(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  held: readonly HeldEntry[],
): Promise<void> {
  if (held.length === 0) return;
  const rows = held.map(({ amount: amountCents, date: clearedDate, ...entry }) => ({
    ...{ tenantId, runId, amountCents, clearedDate },
    ...entry,
  }));
  await tx.insertInto('postingHeldEntries').values(rows).execute();
}

/** The entries of a run that wait to be confirmed. */
export const readHeldEntries = (tx: Tx, tenantId: string, runId: bigint): Promise<HeldEntry[]> =>
  selectHeld(tx, tenantId, runId, { of: 'all', limit: null });

/** The next entries of a run that wait and are among the confirmed ones. They no longer wait. */
export async function takeConfirmedEntries(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  { of, limit }: { of: ConfirmedDuplicates; limit: number },
): Promise<HeldEntry[]> {
  const taken = await selectHeld(tx, tenantId, runId, { of, limit });
  const lines = taken.map(({ line }) => line);
  await tx
    .updateTable('postingHeldEntries')
    .set({ confirmedAt: sql`now()` })
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .where('line', '=', sql<number>`any(${lines}::integer[])`)
    .execute();
  return taken;
}

async function selectHeld(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  { of, limit }: { of: ConfirmedDuplicates; limit: number | null },
): Promise<HeldEntry[]> {
  const rows = await tx
    .selectFrom('postingHeldEntries')
    .select([
      'line',
      'reference',
      'mid',
      'amountCents as amount',
      'clearedDate as date',
      'debitDate',
      'resembles',
    ])
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .where('confirmedAt', 'is', null)
    .$if(of !== 'all', (query) => query.where('reference', '=', sql<string>`any(${[...of]}::text[])`))
    .orderBy('line')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map((row) => ({
    ...row,
    date: calendarDate(row.date),
    debitDate: row.debitDate === null ? null : calendarDate(row.debitDate),
  }));
}
