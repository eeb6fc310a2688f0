import type { Tx } from '../platform/db/database.ts';
import { type CheckScope, findByChecks } from './check-scope.ts';
import type { Difference } from './difference.ts';

/** Every payout line that does not follow from its payment and contract, and every line that is missing. */
export function findLineDifferences(tx: Tx, scope: CheckScope, limit = 100): Promise<Difference[]> {
  const checks = {
    payout_lines: sharesOfPayments,
    'lines of settled deals': sumsOfSettledDeals,
    'deals completed automatically': automaticCompletions,
    'corrected payments': correctedPayments,
  };
  return findByChecks(tx, scope, checks, limit);
}

/**
 * A payment is paid out to every participant of its deal, by share and to the cent, and reversed in full if it was
 * returned. The payment that settles a deal includes the cents of earlier rounding, so it is checked by the totals below
 * instead. A participant who joined after all payments of the deal had been returned has no lines for those payments.
 */
const sharesOfPayments = `
  with share as (
    select payment.id as payment_id, p.id as participation_id, p.syndicate_id, payment.status, payment.settles_deal,
      round(payment.amount_cents * p.share_percent / 100)::bigint as gross_cents, p.management_fee_percent,
      p.management_fee_upfront
    from payments payment
    join participations p on p.tenant_id = payment.tenant_id and p.deal_id = payment.deal_id
    where payment.tenant_id = :tenant and payment.status <> 'returned' :of_deal(payment.deal_id)
  ), expected as (
    select payment_id, participation_id, syndicate_id, status, settles_deal, gross_cents,
      case when management_fee_upfront = 0 then round(gross_cents * management_fee_percent / 100) else 0 end::bigint
        as management_fee_cents
    from share
  ), line as (
    select payment_id, participation_id, min(syndicate_id) as syndicate_id, max(syndicate_id) as other_syndicate_id,
      max(gross_cents) filter (where not is_reversal) as gross_cents,
      max(management_fee_cents) filter (where not is_reversal) as management_fee_cents,
      max(gross_cents) filter (where is_reversal) as gross_back_cents,
      max(management_fee_cents) filter (where is_reversal) as management_fee_back_cents
    from payout_lines where tenant_id = :tenant :of_payment(payment_id)
    group by payment_id, participation_id
  )
  select jsonb_build_object('payment_id', coalesce(e.payment_id, l.payment_id),
      'participation_id', coalesce(e.participation_id, l.participation_id)) as key,
    case when e.payment_id is not null then jsonb_build_object('syndicate_id', e.syndicate_id,
      'gross_cents', case when settles_deal then l.gross_cents else e.gross_cents end,
      'management_fee_cents', case when settles_deal then l.management_fee_cents else e.management_fee_cents end,
      'gross_back_cents', case when status = 'reversed' then -l.gross_cents end,
      'management_fee_back_cents', case when status = 'reversed' then -l.management_fee_cents end) end as expected,
    case when l.payment_id is not null then jsonb_build_object('syndicate_id', l.other_syndicate_id,
      'gross_cents', l.gross_cents, 'management_fee_cents', l.management_fee_cents, 'gross_back_cents', l.gross_back_cents,
      'management_fee_back_cents', l.management_fee_back_cents) end as actual
  from expected e full join line l using (payment_id, participation_id)
  where e.payment_id is null
    or (l.payment_id is null and e.status = 'cleared')
    or (l.payment_id is not null and (
      l.syndicate_id <> e.syndicate_id or l.other_syndicate_id <> e.syndicate_id or l.gross_cents is null
      or (not settles_deal and (l.gross_cents <> e.gross_cents or l.management_fee_cents <> e.management_fee_cents))
      or l.gross_back_cents is distinct from case when status = 'reversed' then -l.gross_cents end
      or l.management_fee_back_cents is distinct from case when status = 'reversed' then -l.management_fee_cents end))`;

/** A deal that is paid in full has paid each participant what the contract promised, including fees. */
const sumsOfSettledDeals = `
  with settled as (
    select deal_id from payments payment
    join deals deal on deal.tenant_id = payment.tenant_id and deal.id = payment.deal_id
    where payment.tenant_id = :tenant and payment.status = 'cleared' :of_deal(payment.deal_id)
    group by deal_id, deal.payback_amount_cents having sum(amount_cents) = deal.payback_amount_cents
  ), posted as (
    select participation_id, sum(gross_cents)::bigint as gross_cents, sum(management_fee_cents)::bigint as management_fee_cents
    from payout_lines where tenant_id = :tenant :of_payment(payment_id) group by participation_id
  ), promised as (
    select p.id as participation_id, p.anticipated_return_cents as gross_cents,
      case when management_fee_upfront = 0 then round(p.anticipated_return_cents * management_fee_percent / 100) else 0 end::bigint
        as management_fee_cents
    from participations p join settled on settled.deal_id = p.deal_id where p.tenant_id = :tenant :of_deal(p.deal_id)
  )
  select jsonb_build_object('participation_id', participation_id) as key,
    jsonb_build_object('gross_cents', promised.gross_cents, 'management_fee_cents', promised.management_fee_cents) as expected,
    case when posted.participation_id is not null then jsonb_build_object('gross_cents', posted.gross_cents,
      'management_fee_cents', posted.management_fee_cents) end as actual
  from promised left join posted using (participation_id)
  where promised.gross_cents is distinct from posted.gross_cents
    or promised.management_fee_cents is distinct from posted.management_fee_cents`;

/** A deal that the portal completed by itself has that status and owes nothing, until somebody sets another status. */
const automaticCompletions = `
  with newest as (
    select distinct on (change.deal_id) change.deal_id, change.status, change.is_automatic
    from deal_status_changes change
    where change.tenant_id = :tenant :of_deal(change.deal_id)
      and exists (select from deal_status_changes automatic
        where automatic.tenant_id = change.tenant_id and automatic.deal_id = change.deal_id and automatic.is_automatic)
    order by change.deal_id, change.changed_at desc, change.id desc
  )
  select jsonb_build_object('deal_id', deal.id) as key,
    jsonb_build_object('status', newest.status, 'owed_cents', 0) as expected,
    jsonb_build_object('status', deal.status, 'owed_cents', deal.payback_amount_cents - total.collected_cents) as actual
  from newest
  join deals deal on deal.tenant_id = :tenant and deal.id = newest.deal_id
  join deal_totals total on total.tenant_id = :tenant and total.deal_id = newest.deal_id
  where newest.is_automatic and newest.status = 'Advance Completed'
    and (deal.status <> newest.status or total.collected_cents <> deal.payback_amount_cents)`;

/** A payment is void if somebody corrected it, and only then. */
const correctedPayments = `
  select jsonb_build_object('payment_id', payment.id) as key,
    jsonb_build_object('is_void', made.payment_id is not null) as expected,
    jsonb_build_object('is_void', payment.is_void) as actual
  from payments payment
  left join payment_corrections made on made.tenant_id = payment.tenant_id and made.payment_id = payment.id
  where payment.tenant_id = :tenant and payment.is_void <> (made.payment_id is not null) :of_deal(payment.deal_id)`;
