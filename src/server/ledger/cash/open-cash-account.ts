import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { lockLedgerShared } from '../ledger-lock.ts';
import { writeCashEntries } from './cash-entries.ts';
import { enterThrough } from './enter-movements.ts';

export interface CashOpening {
  syndicateId: bigint;
  cash: Cents;
  /** What the investor has put in and not taken out; null where that follows from the book, with CALC-02. */
  contributed: Cents | null;
  /** Today unless it is given. Shares and pay dates up to this day are part of the opening. */
  openedOn?: CalendarDate;
  recordedBy: string;
}

/** Opens the cash account of a syndicate, which then uses one. */
export async function openCashAccount(
  tx: Tx,
  tenantId: string,
  { syndicateId, cash, contributed, openedOn, recordedBy }: CashOpening,
): Promise<void> {
  const today = await readToday(tx);
  await lockCashAccount(tx, tenantId, syndicateId);
  const opening = { syndicateId, kind: 'opening', amount: cash, contributed, recordedBy } as const;
  await writeCashEntries(tx, tenantId, [{ ...opening, effectiveDate: openedOn ?? today }]);
  await enterThrough(tx, tenantId, syndicateId, today);
  await tx
    .updateTable('syndicates')
    .set({ usesCashBalance: true })
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .execute();
}

/** Locks the totals of a syndicate, which one without a share of a deal does not have yet. */
export async function lockCashAccount(tx: Tx, tenantId: string, syndicateId: bigint): Promise<void> {
  // An import takes such locks in the order of its file, and audit events in between.
  await lockLedgerShared(tx, tenantId);
  await sql`
    insert into syndicate_totals (tenant_id, syndicate_id) values (${tenantId}::uuid, ${syndicateId})
    on conflict (tenant_id, syndicate_id) do nothing`.execute(tx);
  // A separate statement, which sees what others committed while this one waited.
  await sql`
    select from syndicate_totals
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} for update`.execute(tx);
}
