import { sql } from 'kysely';
import { findDuePayDates } from '../ledger/cash/due-entries.ts';
import { readDiffering } from '../ledger/open-differences.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { RunItem } from './decide-items.ts';
import type { RunRecord } from './run-record.ts';

export interface DifferingInvestor {
  syndicateId: bigint;
  name: string;
}

/** Refuses a run that would pay an investor whose figures differ. */
export async function requireReconciled(
  tx: Tx,
  tenantId: string,
  run: PaidRun,
  items: readonly RunItem[],
): Promise<void> {
  const differing = await findDiffering(tx, tenantId, run, items);
  if (differing.length === 0) return;
  const names = differing.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = differing.length - names.length;
  throw new Refusal('run_not_reconciled', {
    message: `The figures of ${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')} don't reconcile. Open the differences, or ask a second person to leave these investors out.`,
  });
}

const MOST_NAMED = 5;

type PaidRun = Pick<RunRecord, 'id' | 'payDate'>;

/**
 * The investors of a run whose figures differ: by what a reconciliation has left open, or by what is compared here and now. Whom two people
 * have left out is not paid by it.
 */
export async function findDiffering(
  tx: Tx,
  tenantId: string,
  { id, payDate }: PaidRun,
  items: readonly Pick<RunItem, 'syndicateId' | 'kind'>[],
): Promise<DifferingInvestor[]> {
  const syndicateIds = [...new Set(items.map(({ syndicateId }) => syndicateId))];
  if (syndicateIds.length === 0) return [];
  const withdrawing = items.filter(({ kind }) => kind === 'withdrawal').map(({ syndicateId }) => syndicateId);
  const due = await findDuePayDates(tx, { tenantId, syndicateIds, payDates: [payDate] });
  const found = [
    ...(await readDiffering(tx, tenantId, syndicateIds)),
    ...(await findWrongLines(tx, tenantId, payDate)),
    ...(await findWrongCash(tx, tenantId, withdrawing)),
    ...due.map(({ syndicateId }) => syndicateId),
  ];
  const { rows } = await sql<DifferingInvestor>`
    select s.id as "syndicateId", s.name from syndicates s
    where s.tenant_id = ${tenantId}::uuid and s.id = any(${found}::bigint[]) and s.id = any(${syndicateIds}::bigint[])
      and not exists (select from payout_runs_left_out left_out
        where left_out.tenant_id = s.tenant_id and left_out.run_id = ${id} and left_out.syndicate_id = s.id)
    order by s.name, s.id`.execute(tx);
  return rows;
}

/**
 * Whose net pay of the date is not the sum of its lines, or has a line that is not the share of its payment. Payments and shares are looked up
 * by their ids: joined as they are, all those of the book would be read.
 */
async function findWrongLines(tx: Tx, tenantId: string, payDate: string): Promise<bigint[]> {
  const { rows } = await sql<{ syndicateId: bigint }>`
    with line as materialized (
      select payment_id, participation_id, syndicate_id, gross_cents, management_fee_cents, net_pay_cents, is_reversal
      from payout_lines where tenant_id = ${tenantId}::uuid and pay_date = ${payDate}::date
    ), summed as (
      select syndicate_id, sum(net_pay_cents)::bigint as net_pay_cents from line group by syndicate_id
    ), kept as (
      select syndicate_id, net_pay_cents from syndicate_pay_dates
      where tenant_id = ${tenantId}::uuid and pay_date = ${payDate}::date
    ), payment as materialized (
      select id, deal_id, amount_cents, settles_deal from payments
      where tenant_id = ${tenantId}::uuid and id = any(array(select distinct payment_id from line))
    ), share as materialized (
      select id, deal_id, syndicate_id, share_percent, management_fee_percent, management_fee_upfront from participations
      where tenant_id = ${tenantId}::uuid and deal_id = any(array(select distinct deal_id from payment))
    ), wrong as (
      select line.syndicate_id
      from line
      left join payment on payment.id = line.payment_id
      left join share on share.id = line.participation_id
      cross join lateral (select round(payment.amount_cents * share.share_percent / 100) as gross_cents) due
      where not line.is_reversal and (line.syndicate_id is distinct from share.syndicate_id
        or share.deal_id is distinct from payment.deal_id
        or not payment.settles_deal and (line.gross_cents <> due.gross_cents or line.management_fee_cents <>
          case when share.management_fee_upfront > 0 then 0 else round(due.gross_cents * share.management_fee_percent / 100) end))
    )
    select coalesce(summed.syndicate_id, kept.syndicate_id) as "syndicateId"
    from summed full join kept using (syndicate_id)
    where coalesce(summed.net_pay_cents, 0) <> coalesce(kept.net_pay_cents, 0)
    union
    select syndicate_id from wrong`.execute(tx);
  return rows.map(({ syndicateId }) => syndicateId);
}

/** Whose cash account is kept as another sum than its entries have. Money that leaves it is compared with this sum. */
async function findWrongCash(tx: Tx, tenantId: string, syndicateIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ syndicateId: bigint }>`
    select total.syndicate_id as "syndicateId" from syndicate_totals total
    cross join lateral (
      select sum(entry.amount_cents) as amount from cash_entries entry
      where entry.tenant_id = total.tenant_id and entry.syndicate_id = total.syndicate_id
    ) entered
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = any(${syndicateIds}::bigint[])
      and coalesce(total.cash_cents, 0) <> coalesce(entered.amount, 0)`.execute(tx);
  return rows.map(({ syndicateId }) => syndicateId);
}
