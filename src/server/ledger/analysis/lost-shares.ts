import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { LOSS_STATUSES } from '../../../shared/domain/loss.ts';
import { dayOf } from '../../platform/db/today.ts';
import { netBalance } from '../standings/watched-shares.ts';

export interface LossesOf {
  tenantId: string;
  syndicateId: bigint;
  /** What was paid later is on its way, and has not come back yet. */
  asOf: CalendarDate;
}

/**
 * The shares of a syndicate in deals that are lost, with the day on which each deal last came into such a status from another one. A deal that
 * goes from default to lawyers and is then written off was lost on the first of these days.
 */
export const lostShares = ({ tenantId, syndicateId, asOf }: LossesOf): RawBuilder<unknown> => sql`
  select share.*, greatest(0, share.cost - share.net_paid) as unpaid_cost,
    greatest(0, share.rtr_after_fee - share.net_paid) as unpaid_rtr,
    date_trunc('quarter', share.funded_date)::date as funded_quarter,
    date_trunc('quarter', share.lost_on)::date as lost_quarter
  from (
    select p.id as share_id, deal.public_id, deal.mid, deal.name, total.deal_status, deal.funded_date, since.lost_on,
      p.investment_cost_cents as cost, ${netBalance} + total.net_pay_cents as rtr_after_fee,
      total.net_pay_cents - coalesce(coming.net_pay_cents, 0) as net_paid
    from participation_totals total
    join participations p on p.tenant_id = total.tenant_id and p.id = total.participation_id
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    left join lateral (
      select ${dayOf(sql`min(change.changed_at)`)} as lost_on from deal_status_changes change
      where change.tenant_id = deal.tenant_id and change.deal_id = deal.id
        and change.status = any(${LOSS_STATUSES}::text[])
        and not exists (
          select from deal_status_changes later
          where later.tenant_id = change.tenant_id and later.deal_id = change.deal_id
            and (later.changed_at, later.id) > (change.changed_at, change.id)
            and later.status <> all(${LOSS_STATUSES}::text[]))
    ) since on true
    left join lateral (
      select sum(paid.net_pay_cents)::bigint as net_pay_cents from participation_pay_dates paid
      where paid.tenant_id = total.tenant_id and paid.participation_id = total.participation_id
        and paid.pay_date > ${asOf}::date
    ) coming on true
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}
      and total.deal_status = any(${LOSS_STATUSES}::text[])
  ) share`;
