import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { CashEntryKind } from '../../../shared/domain/cash-account.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface NewCashEntry {
  syndicateId: bigint;
  kind: CashEntryKind;
  effectiveDate: CalendarDate;
  /** What comes in is positive. */
  amount: Cents;
  contributed?: Cents | null;
  participationId?: bigint;
  payDate?: CalendarDate;
  entryNumber?: number;
  reference?: string;
  reason?: string;
  /** Left out for what the portal enters by itself. */
  recordedBy?: string;
}

/**
 * Writes entries of cash accounts and their sums. This is the only place that writes either, so they always change together. Callers
 * hold the locks of the syndicates' totals.
 */
export async function writeCashEntries(
  tx: Tx,
  tenantId: string,
  entries: readonly NewCashEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const column = <T>(value: (entry: NewCashEntry) => T) => entries.map(value);
  await sql`
    with written as (
      insert into cash_entries (tenant_id, syndicate_id, kind, effective_date, amount_cents, contributed_cents,
        participation_id, pay_date, entry_number, reference, reason, recorded_by)
      select ${tenantId}::uuid, entry.*
      from unnest(${column((entry) => entry.syndicateId)}::bigint[], ${column((entry) => entry.kind)}::text[],
        ${column((entry) => entry.effectiveDate)}::date[], ${column((entry) => entry.amount)}::bigint[],
        ${column((entry) => entry.contributed ?? null)}::bigint[],
        ${column((entry) => entry.participationId ?? null)}::bigint[], ${column((entry) => entry.payDate ?? null)}::date[],
        ${column((entry) => entry.entryNumber ?? 1)}::integer[], ${column((entry) => entry.reference ?? '')}::text[],
        ${column((entry) => entry.reason ?? '')}::text[], ${column((entry) => entry.recordedBy ?? null)}::text[]) as entry
      returning syndicate_id, kind, amount_cents, contributed_cents
    ), change as (
      select syndicate_id, sum(amount_cents) as cash_cents, sum(contributed_cents) as told_cents,
        coalesce(sum(amount_cents) filter (where kind in ('deposit', 'withdrawal')), 0) as moved_cents
      from written group by syndicate_id
    )
    update syndicate_totals total set cash_cents = total.cash_cents + change.cash_cents,
      contributed_cents = coalesce(total.contributed_cents + change.moved_cents + coalesce(change.told_cents, 0),
        -- It is told for the first time: what was put in and taken out before counts as well.
        change.told_cents + (
          select coalesce(sum(earlier.amount_cents), 0) from cash_entries earlier
          where earlier.tenant_id = total.tenant_id and earlier.syndicate_id = total.syndicate_id
            and earlier.kind in ('deposit', 'withdrawal')) + change.moved_cents)
    from change
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = change.syndicate_id`.execute(tx);
}
