import { type RawBuilder, sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';

/** A share or a pay date whose entries are not what they should add up to. */
interface Due {
  syndicateId: bigint;
  due: Cents;
  entered: Cents;
  entryCount: number;
}

export interface DueShare extends Due {
  participationId: bigint;
  agreementDate: string;
  mid: string;
}

export interface DuePayDate extends Due {
  payDate: string;
}

/** Null stands for all syndicates, or for all of their shares or pay dates. */
interface DueScope {
  tenantId: string;
  syndicateIds: readonly bigint[] | null;
}

/** The cash accounts in a scope, with the day of their opening. */
const accountsIn = ({ tenantId, syndicateIds }: DueScope): RawBuilder<unknown> => sql`
  select opening.tenant_id, opening.syndicate_id, opening.effective_date as opened_on
  from cash_entries opening
  where opening.tenant_id = ${tenantId}::uuid and opening.kind = 'opening'
    ${syndicateIds ? sql`and opening.syndicate_id = any(${syndicateIds}::bigint[])` : sql``}`;

/**
 * The shares whose entries are not their cost. One that was agreed by the day of the opening is part of it; one of a deal that was
 * cancelled before it paid anything costs nothing.
 */
export async function findDueShares(
  tx: Tx,
  scope: DueScope & { dealIds?: readonly bigint[] },
): Promise<DueShare[]> {
  const { rows } = await sql<DueShare>`
    with account as (${accountsIn(scope)}), due as (
      select share.syndicate_id, share.id as participation_id, share.agreement_date::text, deal.mid,
        case when share.agreement_date <= account.opened_on then 0
          when deal.status = 'Cancelled' and total.transaction_count = 0 then 0
          else -share.investment_cost_cents end as due, entered.amount, entered.entries
      from account
      join participations share on share.tenant_id = account.tenant_id and share.syndicate_id = account.syndicate_id
      join deals deal on deal.tenant_id = share.tenant_id and deal.id = share.deal_id
      join participation_totals total on total.tenant_id = share.tenant_id and total.participation_id = share.id
      cross join lateral (
        select coalesce(sum(entry.amount_cents), 0)::bigint as amount, count(*)::integer as entries
        from cash_entries entry where entry.tenant_id = share.tenant_id and entry.participation_id = share.id
      ) entered
      where ${scope.dealIds ? sql`share.deal_id = any(${scope.dealIds}::bigint[])` : sql`true`}
    )
    select syndicate_id, participation_id, agreement_date, mid, due, amount as entered, entries as entry_count
    from due where due <> amount order by participation_id`.execute(tx);
  return rows;
}

/** A payout run did not leave what was `paid` to the account, which was opened after its file was made: it was sent, or a later run brings it in. */
const isSentByRun = sql`exists (
  select from payout_run_items item
  join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
  where item.tenant_id = paid.tenant_id and item.syndicate_id = paid.syndicate_id and item.kind = 'payout'
    and item.outcome <> 'kept' and run.pay_date = paid.pay_date and run.state in ('file made', 'settled'))`;

/** The pay dates after the opening whose entries are not what was paid out on them, through the day that has been entered or a later one. */
export async function findDuePayDates(
  tx: Tx,
  scope: DueScope & { payDates?: readonly string[]; through?: string },
): Promise<DuePayDate[]> {
  const { payDates, through = null } = scope;
  const { rows } = await sql<DuePayDate>`
    with account as (${accountsIn(scope)}), paid as (
      select account.syndicate_id, paid.pay_date, paid.net_pay_cents as amount, 0 as entered, 0 as entries
      from account
      join syndicate_totals total on total.tenant_id = account.tenant_id and total.syndicate_id = account.syndicate_id
      join syndicate_pay_dates paid on paid.tenant_id = account.tenant_id and paid.syndicate_id = account.syndicate_id
        and paid.pay_date > account.opened_on and paid.pay_date <= greatest(${through}::date, total.cash_entered_through)
      where not ${isSentByRun}
      union all
      select entry.syndicate_id, entry.pay_date, 0, entry.amount_cents, 1
      from account
      join cash_entries entry on entry.tenant_id = account.tenant_id and entry.syndicate_id = account.syndicate_id
        and entry.pay_date is not null
    )
    select syndicate_id, pay_date::text, sum(amount)::bigint as due, sum(entered)::bigint as entered,
      sum(entries)::integer as entry_count
    from paid where ${payDates ? sql`pay_date = any(${payDates}::date[])` : sql`true`}
    group by syndicate_id, pay_date having sum(amount) <> sum(entered)
    order by syndicate_id, pay_date`.execute(tx);
  return rows.map((row) => ({ ...row, payDate: calendarDate(row.payDate) }));
}
