import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { CLOSED_RUN_STATES } from '../../shared/domain/payout-runs.ts';
import type { ReturnSource } from '../../shared/domain/return-files.ts';
import type { Tx } from '../platform/db/database.ts';

/** Money of an item that an earlier run has sent before, and how it is known that it came back. */
export interface SentBefore {
  payDate: CalendarDate;
  amount: Cents;
  returnCode: string;
  /** Null for what came back before returns were read, and for a file that the bank refused. */
  source: ReturnSource | null;
  /** Who read the file, or typed it in. */
  byName: string | null;
}

interface OfRun {
  tenantId: string;
  runId: bigint;
  /** Null of a draft, which is as of now. */
  approvedAt: Date | null;
}

type Row = Omit<SentBefore, 'payDate'> & { syndicateId: bigint; payDate: string; isWithdrawal: boolean };

/**
 * What the money of a run's items went out for before. Payouts and what is owed have the returns that no run between has brought in. A withdrawal
 * has those that were put back into its cash account, unless as much has been withdrawn from it since.
 */
export async function readSentBefore(
  tx: Tx,
  { tenantId, runId, approvedAt }: OfRun,
): Promise<(item: { syndicateId: bigint; kind: string; returnedIn: Cents }) => SentBefore[]> {
  const { rows } = await sql<Row>`
    with closed as (
      select run.id, run.revision, run.approved_at from payout_runs run
      where run.tenant_id = ${tenantId}::uuid and run.state = any(${CLOSED_RUN_STATES}::text[]) and run.id <> ${runId}
        and run.approved_at < coalesce(${approvedAt}::timestamptz, 'infinity')
    ), back as (
      select item.* from payout_run_items item
      where item.tenant_id = ${tenantId}::uuid and item.run_id <> ${runId}
        and item.returned_at < coalesce(${approvedAt}::timestamptz, 'infinity')
    )
    select back.syndicate_id as "syndicateId", back.kind = 'withdrawal' as "isWithdrawal", run.pay_date as "payDate",
      back.amount_cents as amount, back.return_code as "returnCode", known.source, known.name as "byName"
    from back
    join payout_runs run on run.tenant_id = back.tenant_id and run.id = back.run_id
    left join lateral (
      select file.source, reader.name from return_file_entries entry
      join return_files file on file.tenant_id = entry.tenant_id and file.id = entry.file_id
      left join memberships reader on reader.tenant_id = file.tenant_id and reader.user_id = file.read_by
      where entry.tenant_id = back.tenant_id and entry.item_id = back.id and entry.finding = 'ours'
        and entry.code = back.return_code
      order by file.entered_at desc limit 1
    ) known on true
    where case when back.kind = 'withdrawal' then
      (select coalesce(sum(again.amount_cents), 0) from payout_run_items again
        join closed on closed.id = again.run_id and closed.revision = again.revision
          and closed.approved_at > back.returned_at
        where again.tenant_id = back.tenant_id and again.syndicate_id = back.syndicate_id and again.kind = 'withdrawal'
          and again.trace_number is not null and again.returned_at is null)
      < (select sum(other.amount_cents) from back other
        where other.syndicate_id = back.syndicate_id and other.kind = 'withdrawal' and other.returned_at >= back.returned_at)
    else not exists (
      select from payout_run_items bringing
      join closed on closed.id = bringing.run_id and closed.revision = bringing.revision
        and closed.approved_at > back.returned_at
      where bringing.tenant_id = back.tenant_id and bringing.syndicate_id = back.syndicate_id and bringing.returned_in_cents <> 0)
    end
    order by back.returned_at`.execute(tx);
  const keyOf = (syndicateId: bigint, isWithdrawal: boolean) => `${syndicateId} ${isWithdrawal}`;
  const known = Map.groupBy(rows, (row) => keyOf(row.syndicateId, row.isWithdrawal));
  return ({ syndicateId, kind, returnedIn }) => {
    if (kind !== 'withdrawal' && returnedIn === 0n) return [];
    const found = known.get(keyOf(syndicateId, kind === 'withdrawal')) ?? [];
    return found.map(({ syndicateId: _same, isWithdrawal: _too, payDate, ...before }) => ({
      ...before,
      payDate: calendarDate(payDate),
    }));
  };
}
