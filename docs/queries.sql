-- Every query of the book, the payouts and the portfolio, and what posting reads of the ledger, as Kysely writes it.
-- Made by npm run generate queries from scripts/queries/examples.ts; a test fails when it is not current. npm run bench checks the
-- plan of each in the large book (docs/performance.md).

-- listDeals
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "100"
-- $3 = 101
-- $4 = "00000000-0000-4000-8000-000000000001"
select page.id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'deals'
    and own.id = page.id) as own_id, page.mid, page.name, page.status, page.funded_date, page.funded_amount_cents, page.payback_amount_cents, page.payment_cents, page.payment_frequency, page.term_days, coalesce(total.collected_cents, 0) as collected_cents, coalesce(total.cleared_count, 0) as cleared_count, coalesce(total.returned_count - corrected.count, 0) as returned_count, corrected.count as "correctedCount", total.last_cleared_date
from (
  select *
  from deals
  where tenant_id = $1::uuid
    and id > $2
  order by id
  limit $3) page
left join deal_totals total
  on total.tenant_id = page.tenant_id
  and total.deal_id = page.id cross
join lateral (
  select count(*)::integer as count
  from payments
  where tenant_id = $4::uuid
    and deal_id = page.id
    and is_void ) corrected
order by page.id;

-- listDeals: every filter
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "100"
-- $3 = "Active Advance"
-- $4 = "00000000-0000-4000-8000-000000000001"
-- $5 = "7"
-- $6 = "2026-10-01"
-- $7 = "2026-10-31"
-- $8 = "%oak%"
-- $9 = "%oak%"
-- $10 = 101
-- $11 = "00000000-0000-4000-8000-000000000001"
select page.id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'deals'
    and own.id = page.id) as own_id, page.mid, page.name, page.status, page.funded_date, page.funded_amount_cents, page.payback_amount_cents, page.payment_cents, page.payment_frequency, page.term_days, coalesce(total.collected_cents, 0) as collected_cents, coalesce(total.cleared_count, 0) as cleared_count, coalesce(total.returned_count - corrected.count, 0) as returned_count, corrected.count as "correctedCount", total.last_cleared_date
from (
  select *
  from deals
  where tenant_id = $1::uuid
    and id > $2
    and status = $3::deal_status
    and id in (
    select deal_id
    from participations
    where tenant_id = $4::uuid
      and syndicate_id = $5)
    and funded_date >= $6::date
    and funded_date <= $7::date
    and (name ilike $8
      or mid ilike $9)
  order by id
  limit $10) page
left join deal_totals total
  on total.tenant_id = page.tenant_id
  and total.deal_id = page.id cross
join lateral (
  select count(*)::integer as count
  from payments
  where tenant_id = $11::uuid
    and deal_id = page.id
    and is_void ) corrected
order by page.id;

-- listParticipations
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "100"
-- $3 = 101
select page.id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'participations'
    and own.id = page.id) as own_id, page.deal_id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'deals'
    and own.id = page.deal_id) as deal_own_id, deal.mid, page.syndicate_id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'syndicates'
    and own.id = page.syndicate_id) as syndicate_own_id, syndicate.abbreviation as syndicate, deal.status as deal_status, page.agreement_date, page.share_percent, page.participation_amount_cents, page.commission_amount_cents, page.upfront_fee_cents, page.investment_cost_cents, page.management_fee_percent, page.anticipated_return_cents, coalesce(total.gross_cents, 0) as gross_cents, coalesce(total.management_fee_cents, 0) as management_fee_cents, coalesce(total.net_pay_cents, 0) as net_pay_cents, coalesce(total.remaining_balance_cents, page.anticipated_return_cents) as remaining_balance_cents
from (
  select *
  from participations
  where tenant_id = $1::uuid
    and id > $2
  order by id
  limit $3) page
join deals deal
  on deal.tenant_id = page.tenant_id
  and deal.id = page.deal_id
join syndicates syndicate
  on syndicate.tenant_id = page.tenant_id
  and syndicate.id = page.syndicate_id
left join participation_totals total
  on total.tenant_id = page.tenant_id
  and total.participation_id = page.id
order by page.id;

-- listParticipations: of a syndicate
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "100"
-- $3 = "7"
-- $4 = 101
select page.id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'participations'
    and own.id = page.id) as own_id, page.deal_id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'deals'
    and own.id = page.deal_id) as deal_own_id, deal.mid, page.syndicate_id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'syndicates'
    and own.id = page.syndicate_id) as syndicate_own_id, syndicate.abbreviation as syndicate, deal.status as deal_status, page.agreement_date, page.share_percent, page.participation_amount_cents, page.commission_amount_cents, page.upfront_fee_cents, page.investment_cost_cents, page.management_fee_percent, page.anticipated_return_cents, coalesce(total.gross_cents, 0) as gross_cents, coalesce(total.management_fee_cents, 0) as management_fee_cents, coalesce(total.net_pay_cents, 0) as net_pay_cents, coalesce(total.remaining_balance_cents, page.anticipated_return_cents) as remaining_balance_cents
from (
  select *
  from participations
  where tenant_id = $1::uuid
    and id > $2
    and syndicate_id = $3
  order by id
  limit $4) page
join deals deal
  on deal.tenant_id = page.tenant_id
  and deal.id = page.deal_id
join syndicates syndicate
  on syndicate.tenant_id = page.tenant_id
  and syndicate.id = page.syndicate_id
left join participation_totals total
  on total.tenant_id = page.tenant_id
  and total.participation_id = page.id
order by page.id;

-- listParticipations: of a deal
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "100"
-- $3 = "700"
-- $4 = 101
select page.id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'participations'
    and own.id = page.id) as own_id, page.deal_id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'deals'
    and own.id = page.deal_id) as deal_own_id, deal.mid, page.syndicate_id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'syndicates'
    and own.id = page.syndicate_id) as syndicate_own_id, syndicate.abbreviation as syndicate, deal.status as deal_status, page.agreement_date, page.share_percent, page.participation_amount_cents, page.commission_amount_cents, page.upfront_fee_cents, page.investment_cost_cents, page.management_fee_percent, page.anticipated_return_cents, coalesce(total.gross_cents, 0) as gross_cents, coalesce(total.management_fee_cents, 0) as management_fee_cents, coalesce(total.net_pay_cents, 0) as net_pay_cents, coalesce(total.remaining_balance_cents, page.anticipated_return_cents) as remaining_balance_cents
from (
  select *
  from participations
  where tenant_id = $1::uuid
    and id > $2
    and deal_id = $3
  order by id
  limit $4) page
join deals deal
  on deal.tenant_id = page.tenant_id
  and deal.id = page.deal_id
join syndicates syndicate
  on syndicate.tenant_id = page.tenant_id
  and syndicate.id = page.syndicate_id
left join participation_totals total
  on total.tenant_id = page.tenant_id
  and total.participation_id = page.id
order by page.id;

-- listPayments
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "100"
-- $3 = 101
select page.id, page.reference, page.deal_id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'deals'
    and own.id = page.deal_id) as deal_own_id, deal.mid, page.amount_cents, page.status, page.cleared_date, page.returned_date, page.return_code, page.settles_deal, page.recorded_at
from (
  select *
  from payments
  where tenant_id = $1::uuid
    and id > $2
  order by id
  limit $3) page
join deals deal
  on deal.tenant_id = page.tenant_id
  and deal.id = page.deal_id
order by page.id;

-- listPayments: of a day
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "100"
-- $3 = "2026-11-13"
-- $4 = "2026-11-13"
-- $5 = 101
select page.id, page.reference, page.deal_id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'deals'
    and own.id = page.deal_id) as deal_own_id, deal.mid, page.amount_cents, page.status, page.cleared_date, page.returned_date, page.return_code, page.settles_deal, page.recorded_at
from (
  select *
  from payments
  where tenant_id = $1::uuid
    and id > $2
    and coalesce(cleared_date, returned_date) >= $3::date
    and coalesce(cleared_date, returned_date) <= $4::date
  order by id
  limit $5) page
join deals deal
  on deal.tenant_id = page.tenant_id
  and deal.id = page.deal_id
order by page.id;

-- listPayments: of a deal, reversed
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "100"
-- $3 = "reversed"
-- $4 = "700"
-- $5 = 101
select page.id, page.reference, page.deal_id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'deals'
    and own.id = page.deal_id) as deal_own_id, deal.mid, page.amount_cents, page.status, page.cleared_date, page.returned_date, page.return_code, page.settles_deal, page.recorded_at
from (
  select *
  from payments
  where tenant_id = $1::uuid
    and id > $2
    and status = $3
    and returned_date is not null
    and deal_id = $4
  order by id
  limit $5) page
join deals deal
  on deal.tenant_id = page.tenant_id
  and deal.id = page.deal_id
order by page.id;

-- listSyndicates
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "100"
-- $3 = "%north%"
-- $4 = "%north%"
-- $5 = 101
select page.id, (
  select min(own.external_id)
  from external_ids own
  where own.tenant_id = page.tenant_id
    and own.kind = 'syndicates'
    and own.id = page.id) as own_id, page.abbreviation, page.name, page.default_share_percent, page.management_fee_percent, page.syndication_fee_percent,
case when page.uses_cash_balance then coalesce((total.cash_cents - coalesce((
        select sum(later.amount_cents)
        from cash_entries later
        where later.tenant_id = total.tenant_id
          and later.syndicate_id = total.syndicate_id
          and later.effective_date > (now() at time zone 'America/New_York')::date ), 0))::bigint, 0) end as cash_balance_cents
from (
  select *
  from syndicates
  where tenant_id = $1::uuid
    and id > $2
    and (name ilike $3
      or abbreviation ilike $4)
  order by id
  limit $5) page
left join syndicate_totals total
  on total.tenant_id = page.tenant_id
  and total.syndicate_id = page.id
order by page.id;

-- listInvestors
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "%north%"
-- $3 = "%north%"
-- $4 = 50
-- $5 = 0
-- $6 = "00000000-0000-4000-8000-000000000001"
select s.id, s.name, s.abbreviation, s.uses_cash_balance, s.closed_at as "closedAt", coalesce(total.participation_count, 0) as "dealCount", coalesce(total.investment_cost_cents, 0) as "investmentCost", coalesce(total.portfolio_balance_cents, 0) as "portfolioBalance", coalesce(total.net_pay_cents, 0) as "netPay", coming.upcoming, coming."nextPayDate", (
  select count(*)
  from memberships m
  where m.tenant_id = s.tenant_id
    and m.syndicate_id = s.id
    and not m.is_terminated) as "peopleCount", exists (
  select
  from bank_account_changes change
  where change.tenant_id = s.tenant_id
    and change.syndicate_id = s.id
    and change.state = 'pending') as "hasBankChange", s.count
from (
  select id, tenant_id, name, abbreviation, uses_cash_balance, closed_at, count(*) over () as count
  from syndicates s
  where s.tenant_id = $1::uuid
    and (s.name ilike $2
      or s.abbreviation ilike $3)
  order by lower(s.name), s.id
  limit $4 offset $5 ) s
left join syndicate_totals total
  on total.tenant_id = s.tenant_id
  and total.syndicate_id = s.id
left join lateral (
  select coalesce(sum(d.net_pay_cents), 0)::bigint as upcoming, min(d.pay_date) as "nextPayDate"
  from syndicate_pay_dates d
  where d.tenant_id = s.tenant_id
    and d.syndicate_id = s.id
    and (not "d"."is_paid"
      and "d"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
        select min(begun.pay_date)
        from payout_runs begun
        where begun.tenant_id = $6::uuid
          and begun.state <> 'discarded'))) ) coming
  on true
order by lower(s.name), s.id;

-- readInvestor
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "7"
select s.id, s.name, s.abbreviation, s.uses_cash_balance, s.closed_at as "closedAt", coalesce(total.participation_count, 0) as "dealCount", coalesce(total.investment_cost_cents, 0) as "investmentCost", coalesce(total.portfolio_balance_cents, 0) as "portfolioBalance", coalesce(total.net_pay_cents, 0) as "netPay", coming.upcoming, coming."nextPayDate", (
  select count(*)
  from memberships m
  where m.tenant_id = s.tenant_id
    and m.syndicate_id = s.id
    and not m.is_terminated) as "peopleCount", exists (
  select
  from bank_account_changes change
  where change.tenant_id = s.tenant_id
    and change.syndicate_id = s.id
    and change.state = 'pending') as "hasBankChange"
from syndicates s
left join syndicate_totals total
  on total.tenant_id = s.tenant_id
  and total.syndicate_id = s.id
left join lateral (
  select coalesce(sum(d.net_pay_cents), 0)::bigint as upcoming, min(d.pay_date) as "nextPayDate"
  from syndicate_pay_dates d
  where d.tenant_id = s.tenant_id
    and d.syndicate_id = s.id
    and (not "d"."is_paid"
      and "d"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
        select min(begun.pay_date)
        from payout_runs begun
        where begun.tenant_id = $1::uuid
          and begun.state <> 'discarded'))) ) coming
  on true
where s.tenant_id = $2::uuid
  and s.id = $3;

-- readSince
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-11-13"
-- $4 = 60
-- $5 = "2026-11-13"
-- $6 = "2026-11-13"
-- $7 = "2026-11-13"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = 20
select day.pay_date, day.gross_cents as gross, day.management_fee_cents as management_fee, day.net_pay_cents as net_pay, day.transaction_count as payment_count, count(*) over () as count, (sum(day.net_pay_cents) over ())::bigint as total, (sum(day.transaction_count) over ())::bigint as all_payments, min(day.pay_date) over () as first_pay_date
from syndicate_pay_dates day
left join payout_run_items item
  on item.tenant_id = day.tenant_id
  and item.id = day.payout_item_id
left join payout_runs run
  on run.tenant_id = item.tenant_id
  and run.id = item.run_id
where day.tenant_id = $1::uuid
  and day.syndicate_id = $2
  and day.pay_date between $3::date - $4::integer and $5::date and greatest(day.pay_date, (run.made_at at time zone 'America/New_York')::date) between $6::date and $7::date and not (not "day"."is_paid" and "day"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
      select min(begun.pay_date)
      from payout_runs begun
      where begun.tenant_id = $8::uuid
        and begun.state <> 'discarded')))
order by day.pay_date desc
limit $9;

-- readSince
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-11-12T14:04:00Z"
-- $4 = "2026-11-12T14:04:00Z"
-- $5 = 20
select deal.mid, deal.name as merchant_name, deal.public_id as deal_public_id, deal.status, p.agreement_date, p.investment_cost_cents as investment_cost, p.anticipated_return_cents as anticipated_return, listed.count, listed.total
from (
  select tenant_id, id, count(*) over () as count, (sum(investment_cost_cents) over ())::bigint as total
  from participations
  where tenant_id = $1::uuid
    and syndicate_id = $2
    and agreement_date >= ($3::timestamptz at time zone 'America/New_York')::date - 31
    and "created_at" >= $4::timestamptz
    and "created_at" < 'infinity'::timestamptz
  order by agreement_date desc, id desc
  limit $5 ) listed
join participations p
  on p.tenant_id = listed.tenant_id
  and p.id = listed.id
join deals deal
  on deal.tenant_id = p.tenant_id
  and deal.id = p.deal_id
order by p.agreement_date desc, p.id desc;

-- readSince
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "2026-11-12T14:04:00Z"
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "2026-11-12T14:04:00Z"
-- $8 = 20
-- $9 = "00000000-0000-4000-8000-000000000001"
with returned as (
  select payment.deal_id, payment.id, payment.returned_date, payment.return_code, round(payment.amount_cents * p.share_percent / 100) as share, null::date as taken_back_on
  from payments payment cross
  join lateral (
    select created_at, share_percent
    from participations
    where tenant_id = $1::uuid
      and syndicate_id = $2
      and deal_id = "payment"."deal_id"
    limit 1) p
  where payment.tenant_id = $3::uuid
    and payment.status = 'returned'
    and "payment"."recorded_at" >= $4::timestamptz
    and "payment"."recorded_at" < 'infinity'::timestamptz
  union all
  select payment.deal_id, payment.id, payment.returned_date, payment.return_code, -line.gross_cents, line.pay_date
  from payout_lines line
  join payments payment
    on payment.tenant_id = line.tenant_id
    and payment.id = line.payment_id
    and not payment.is_void
  where line.tenant_id = $5::uuid
    and line.syndicate_id = $6
    and line.is_reversal
    and "line"."posted_at" >= $7::timestamptz
    and "line"."posted_at" < 'infinity'::timestamptz ), listed as (
  select *, count(*) over () as count, (sum(share) over ())::bigint as total, count(taken_back_on) over () as taken_back_count
  from returned
  order by returned_date desc, id desc
  limit $8 )
select deal.mid, deal.name as merchant_name, deal.public_id as deal_public_id, deal.status, listed.returned_date, listed.return_code, listed.share::bigint as share, listed.taken_back_on, listed.count, listed.total, listed.taken_back_count
from listed
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = listed.deal_id
order by listed.returned_date desc, listed.id desc;

-- readSince
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "2026-11-12T14:04:00Z"
-- $5 = ["Active Advance","Payment Temporarily Suspended","Payment Modified","Partial Payment","Collections","Referred To Legal","Default","Settled","Early Pay Discount","Advance Completed","Cancelled","Write-off","Complete with discount"]
-- $6 = 20
-- $7 = "00000000-0000-4000-8000-000000000001"
with changed as materialized (
  select distinct
    on (change.deal_id) change.deal_id, change.changed_at, change.status, change.former_status
  from deal_status_changes change cross
  join lateral (
    select created_at, share_percent
    from participations
    where tenant_id = $1::uuid
      and syndicate_id = $2
      and deal_id = "change"."deal_id"
    limit 1) p
  where change.tenant_id = $3::uuid
    and "change"."changed_at" >= $4::timestamptz
    and "change"."changed_at" < 'infinity'::timestamptz
    and change.status = any ($5::text[])
    and (p.created_at is null
      or change.changed_at > p.created_at)
  order by change.deal_id, change.changed_at desc, change.id desc ), counted as (
  select json_object_agg(status, number) as counts, sum(number)::bigint as count
  from (
    select status, count(*) as number
    from changed
    group by status) by_status )
select deal.mid, deal.name as merchant_name, deal.public_id as deal_public_id, deal.status, (changed.changed_at at time zone 'America/New_York')::date as changed_on, changed.status as new_status, changed.former_status, counted.count, counted.counts
from (
  select *
  from changed
  order by changed_at desc, deal_id
  limit $6) changed
join deals deal
  on deal.tenant_id = $7::uuid
  and deal.id = changed.deal_id cross
join counted
order by changed.changed_at desc, changed.deal_id;

-- readSince
-- $1 = "2026-11-12T14:04:00Z"
-- $2 = "2026-11-12T14:04:00Z"
-- $3 = "2026-11-12T14:04:00Z"
-- $4 = "2026-11-12T14:04:00Z"
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "2026-11-12T14:04:00Z"
-- $9 = "2026-11-12T14:04:00Z"
-- $10 = "2026-11-12T14:04:00Z"
-- $11 = 20
-- $12 = "00000000-0000-4000-8000-000000000001"
with listed as (
  select alert.deal_id, alert.id, alert.reason, alert.opened_at >= $1::timestamptz as is_new,
  case when alert.opened_at >= $2::timestamptz then alert.opened_on else alert.closed_on end as on_day, count(*) filter (
    where alert.opened_at >= $3::timestamptz) over () as new_count, count(*) filter (
    where alert.opened_at < $4::timestamptz) over () as resolved_count
  from deal_alerts alert cross
  join lateral (
    select created_at, share_percent
    from participations
    where tenant_id = $5::uuid
      and syndicate_id = $6
      and deal_id = "alert"."deal_id"
    limit 1) p
  where alert.tenant_id = $7::uuid
    and ( ("alert"."opened_at" >= $8::timestamptz
        and "alert"."opened_at" < 'infinity'::timestamptz
        and (alert.closed_at is null
          or alert.closed_at >= 'infinity'::timestamptz))
      or ("alert"."closed_at" >= $9::timestamptz
        and "alert"."closed_at" < 'infinity'::timestamptz
        and alert.opened_at < $10::timestamptz))
  order by is_new desc, on_day desc, alert.id desc
  limit $11 )
select deal.mid, deal.name as merchant_name, deal.public_id as deal_public_id, deal.status, listed.reason, listed.on_day, listed.is_new, listed.new_count, listed.resolved_count
from listed
join deals deal
  on deal.tenant_id = $12::uuid
  and deal.id = listed.deal_id
order by listed.is_new desc, listed.on_day desc, listed.id desc;

-- readSummaryStrip
-- readPortfolioTotals
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = 1
-- $4 = true
-- $5 = 1
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
select "s"."uses_cash_balance", "s"."shows_cash_balance", (total.cash_cents - coalesce((
      select sum(later.amount_cents)
      from cash_entries later
      where later.tenant_id = total.tenant_id
        and later.syndicate_id = total.syndicate_id
        and later.effective_date > (now() at time zone 'America/New_York')::date ), 0))::bigint as "cash_cents", (total.contributed_cents - coalesce((
      select sum(later.amount_cents)
      from cash_entries later
      where later.tenant_id = total.tenant_id
        and later.syndicate_id = total.syndicate_id
        and later.effective_date > (now() at time zone 'America/New_York')::date
        and later.kind in ('deposit', 'withdrawal') ), 0))::bigint as "contributed_cents", "total"."participation_count", "total"."participation_amount_cents", "total"."anticipated_return_cents", "total"."investment_cost_cents", "total"."portfolio_balance_cents", "total"."net_pay_cents", "upcoming"."upcoming_cents", "upcoming"."upcoming_pay_date", "upcoming"."last_upcoming_pay_date", "latest"."pay_date" as "latest_pay_date", "latest"."gross_cents" as "latest_gross_cents", "latest"."management_fee_cents" as "latest_management_fee_cents", "latest"."net_pay_cents" as "latest_net_pay_cents", "tied_out"."tied_out_at", "tied_out"."tied_out_since"
from "syndicates" as "s"
left join "syndicate_totals" as "total"
  on "total"."tenant_id" = "s"."tenant_id"
  and "total"."syndicate_id" = "s"."id"
left join lateral (
  select coalesce(sum(coming.net_pay_cents), 0)::bigint as "upcoming_cents", min("coming"."pay_date") as "upcoming_pay_date", max("coming"."pay_date") as "last_upcoming_pay_date"
  from "syndicate_pay_dates" as "coming"
  where "coming"."tenant_id" = "s"."tenant_id"
    and "coming"."syndicate_id" = "s"."id"
    and (not "coming"."is_paid"
      and "coming"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
        select min(begun.pay_date)
        from payout_runs begun
        where begun.tenant_id = $1::uuid
          and begun.state <> 'discarded')))) as "upcoming"
  on true
left join lateral (
  select "past"."pay_date", "past"."gross_cents", "past"."management_fee_cents", "past"."net_pay_cents"
  from "syndicate_pay_dates" as "past"
  where "past"."tenant_id" = "s"."tenant_id"
    and "past"."syndicate_id" = "s"."id"
    and not (not "past"."is_paid"
      and "past"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
        select min(begun.pay_date)
        from payout_runs begun
        where begun.tenant_id = $2::uuid
          and begun.state <> 'discarded')))
  order by "past"."pay_date" desc
  limit $3) as "latest"
  on true
left join lateral (
  select "compared"."compared_at" as "tied_out_at", "compared"."checked_since" as "tied_out_since"
  from "reconciliations" as "compared"
  where "compared"."tenant_id" = "s"."tenant_id"
    and "compared"."ties_out" = $4
  order by "compared"."compared_at" desc
  limit $5) as "tied_out"
  on true
where "s"."tenant_id" = $6
  and "s"."id" = $7;

-- readBookName
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
select "name" as "syndicate_name", (now() at time zone 'America/New_York')::date as "today"
from "syndicates"
where "tenant_id" = $1
  and "id" = $2;

-- readFilterLists
-- $1 = ["Active Advance","Payment Temporarily Suspended","Payment Modified","Partial Payment","Collections","Referred To Legal","Default","Settled","Early Pay Discount","Advance Completed","Cancelled","Write-off","Complete with discount"]
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "7"
select status
from unnest($1::text[]) with ordinality as known (status, place)
where exists (
  select
  from listed_participations entry
  where entry.tenant_id = $2::uuid
    and entry.syndicate_id = $3
    and entry.deal_status = known.status )
order by place;

-- readFilterLists
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "7"
with recursive months as (
  select date_trunc('month', (
      select max(agreement_date)
      from listed_participations entry
      where entry.tenant_id = $1::uuid
        and entry.syndicate_id = $2 ))::date as month
  union all
  select date_trunc('month', (
      select max(agreement_date)
      from listed_participations entry
      where entry.tenant_id = $3::uuid
        and entry.syndicate_id = $4
        and entry.agreement_date < months.month ))::date
  from months
  where months.month is not null )
select month
from months
where month is not null;

-- findParticipations: two words
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "bright"
-- $4 = "dental"
select count(*) as total, coalesce(array_agg(participation_id), '{}')::text as ids
from (
  select participation_id
  from listed_participations
  where tenant_id = $1::uuid
    and syndicate_id = $2
    and strpos(merchant_key || E'\n' || lower(mid), $3) > 0
    and strpos(merchant_key || E'\n' || lower(mid), $4) > 0) found;

-- findParticipations: a time of payouts, sorted by merchant
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-10-01"
-- $4 = "2026-10-31"
select count(*) as total, coalesce(array_agg(participation_id), '{}')::text as ids
from (
  select participation_id
  from participation_totals entry
  where tenant_id = $1::uuid
    and syndicate_id = $2
    and entry.last_pay_date >= $3::date
    and entry.first_pay_date <= $4::date) found;

-- findParticipations: a word and a time of payouts
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "bright"
-- $4 = "00000000-0000-4000-8000-000000000001"
-- $5 = "7"
-- $6 = "2026-10-01"
-- $7 = "2026-10-31"
select count(*) as total, coalesce(array_agg(participation_id), '{}')::text as ids
from (
  select participation_id
  from listed_participations
  where tenant_id = $1::uuid
    and syndicate_id = $2
    and strpos(merchant_key || E'\n' || lower(mid), $3) > 0
  intersect
  select participation_id
  from participation_totals entry
  where tenant_id = $4::uuid
    and syndicate_id = $5
    and entry.last_pay_date >= $6::date
    and entry.first_pay_date <= $7::date) found;

-- countParticipations: whole book
-- readPage: by agreementDate
-- readPage: by status
-- readPage: by merchantName
-- readPage: by mid
-- readPage: by sharePercent
-- readPage: by investmentCost
-- readPage: by anticipatedReturn
-- readPage: by anticipatedReturnPercent
-- readPage: by remainingBalance
-- readPage: by countedBalance
-- readPage: by paidInRatio
-- readPage: by totalPayouts
-- readPage: by lastClearedDate
-- readPage: by collected
-- readPage: by netProfit
-- readPage: by lastClearedDate, ascending
-- readPage: near the end
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
select (
  select participation_count
  from syndicate_totals
  where tenant_id = $1::uuid
    and syndicate_id = $2 ) as total;

-- readParticipationIds: of a status
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "Default"
select coalesce(array_agg(entry.participation_id), '{}')::text as ids
from "listed_participations" entry
where entry.tenant_id = $1::uuid
  and entry.syndicate_id = $2
  and entry.deal_status = $3;

-- readPage: by agreementDate
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.agreement_date
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.agreement_date desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.agreement_date desc, entry.participation_id desc;

-- readPage: by status
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.deal_status
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.deal_status desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.deal_status desc, entry.participation_id desc;

-- readPage: by merchantName
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.merchant_key
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.merchant_key desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.merchant_key desc, entry.participation_id desc;

-- readPage: by mid
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.mid
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.mid desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.mid desc, entry.participation_id desc;

-- readPage: by sharePercent
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.share_percent
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.share_percent desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.share_percent desc, entry.participation_id desc;

-- readPage: by investmentCost
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.investment_cost_cents
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.investment_cost_cents desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.investment_cost_cents desc, entry.participation_id desc;

-- readPage: by anticipatedReturn
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.anticipated_return_cents
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.anticipated_return_cents desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.anticipated_return_cents desc, entry.participation_id desc;

-- readPage: by anticipatedReturnPercent
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.gain_millionths
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.gain_millionths desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.gain_millionths desc, entry.participation_id desc;

-- readPage: by remainingBalance
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.remaining_balance_cents
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.remaining_balance_cents desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.remaining_balance_cents desc, entry.participation_id desc;

-- readPage: by countedBalance
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.counted_balance_cents
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.counted_balance_cents desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.counted_balance_cents desc, entry.participation_id desc;

-- readPage: by paidInRatio
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.paid_in_millionths
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.paid_in_millionths desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.paid_in_millionths desc, entry.participation_id desc;

-- readPage: by totalPayouts
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.net_pay_cents
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.net_pay_cents desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.net_pay_cents desc, entry.participation_id desc;

-- readPage: by lastClearedDate
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.last_cleared_date
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.last_cleared_date desc nulls last, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.last_cleared_date desc nulls last, entry.participation_id desc;

-- readPage: by collected
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.gross_cents
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.gross_cents desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.gross_cents desc, entry.participation_id desc;

-- readPage: by netProfit
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.net_profit_cents
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.net_profit_cents desc, entry.participation_id desc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.net_profit_cents desc, entry.participation_id desc;

-- readPage: by lastClearedDate, ascending
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 0
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.last_cleared_date
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.last_cleared_date asc nulls first, entry.participation_id asc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select participation_count
  from syndicate_totals
  where tenant_id = $5::uuid
    and syndicate_id = $6 ) as total
from entry
join participations p
  on p.tenant_id = $7::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $8::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $9::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $10::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $11::uuid
  and standing.deal_id = p.deal_id
order by entry.last_cleared_date asc nulls first, entry.participation_id asc;

-- readPage: near the end
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 25
-- $4 = 4975
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.agreement_date
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.agreement_date asc, entry.participation_id asc
  limit $3 offset $4 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of
from entry
join participations p
  on p.tenant_id = $5::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $6::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $7::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $8::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $9::uuid
  and standing.deal_id = p.deal_id
order by entry.agreement_date desc, entry.participation_id desc;

-- readPage: a status
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "Active Advance"
-- $4 = 25
-- $5 = 0
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
-- $8 = "Active Advance"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
-- $12 = "00000000-0000-4000-8000-000000000001"
-- $13 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.agreement_date
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and entry.deal_status = $3
  order by entry.agreement_date desc, entry.participation_id desc
  limit $4 offset $5 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select count(*)
  from "listed_participations" entry
  where entry.tenant_id = $6::uuid
    and entry.syndicate_id = $7
    and entry.deal_status = $8) as total
from entry
join participations p
  on p.tenant_id = $9::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $10::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $11::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $12::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $13::uuid
  and standing.deal_id = p.deal_id
order by entry.agreement_date desc, entry.participation_id desc;

-- readPage: a status
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "Active Advance"
select (
  select count(*)
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and entry.deal_status = $3) as total;

-- readPage: an agreement month
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-10-01"
-- $4 = "2026-10-01"
-- $5 = 25
-- $6 = 0
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "7"
-- $9 = "2026-10-01"
-- $10 = "2026-10-01"
-- $11 = "00000000-0000-4000-8000-000000000001"
-- $12 = "00000000-0000-4000-8000-000000000001"
-- $13 = "00000000-0000-4000-8000-000000000001"
-- $14 = "00000000-0000-4000-8000-000000000001"
-- $15 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.agreement_date
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and entry.agreement_date >= $3::date
    and entry.agreement_date < ($4::date + interval '1 month')::date
  order by entry.agreement_date desc, entry.participation_id desc
  limit $5 offset $6 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select count(*)
  from "listed_participations" entry
  where entry.tenant_id = $7::uuid
    and entry.syndicate_id = $8
    and entry.agreement_date >= $9::date
    and entry.agreement_date < ($10::date + interval '1 month')::date) as total
from entry
join participations p
  on p.tenant_id = $11::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $12::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $13::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $14::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $15::uuid
  and standing.deal_id = p.deal_id
order by entry.agreement_date desc, entry.participation_id desc;

-- readPage: an agreement month
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-10-01"
-- $4 = "2026-10-01"
select (
  select count(*)
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and entry.agreement_date >= $3::date
    and entry.agreement_date < ($4::date + interval '1 month')::date) as total;

-- readPage: on the watchlist
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = 25
-- $5 = 0
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "00000000-0000-4000-8000-000000000001"
-- $12 = "00000000-0000-4000-8000-000000000001"
-- $13 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.agreement_date
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and exists (
    select
    from watched_participations watched
    where watched.tenant_id = $3::uuid
      and watched.participation_id = entry.participation_id )
  order by entry.agreement_date desc, entry.participation_id desc
  limit $4 offset $5 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select count(*)
  from "listed_participations" entry
  where entry.tenant_id = $6::uuid
    and entry.syndicate_id = $7
    and exists (
    select
    from watched_participations watched
    where watched.tenant_id = $8::uuid
      and watched.participation_id = entry.participation_id )) as total
from entry
join participations p
  on p.tenant_id = $9::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $10::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $11::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $12::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $13::uuid
  and standing.deal_id = p.deal_id
order by entry.agreement_date desc, entry.participation_id desc;

-- readPage: on the watchlist
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
select (
  select count(*)
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and exists (
    select
    from watched_participations watched
    where watched.tenant_id = $3::uuid
      and watched.participation_id = entry.participation_id )) as total;

-- readPage: a time of payouts
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-10-01"
-- $4 = "2026-10-31"
-- $5 = 25
-- $6 = 0
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "7"
-- $9 = "2026-10-01"
-- $10 = "2026-10-31"
-- $11 = "00000000-0000-4000-8000-000000000001"
-- $12 = "00000000-0000-4000-8000-000000000001"
-- $13 = "00000000-0000-4000-8000-000000000001"
-- $14 = "00000000-0000-4000-8000-000000000001"
-- $15 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.agreement_date
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and entry.last_pay_date >= $3::date
    and entry.first_pay_date <= $4::date
  order by entry.agreement_date desc, entry.participation_id desc
  limit $5 offset $6 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of, (
  select count(*)
  from "participation_totals" entry
  where entry.tenant_id = $7::uuid
    and entry.syndicate_id = $8
    and entry.last_pay_date >= $9::date
    and entry.first_pay_date <= $10::date) as total
from entry
join participations p
  on p.tenant_id = $11::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $12::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $13::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $14::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $15::uuid
  and standing.deal_id = p.deal_id
order by entry.agreement_date desc, entry.participation_id desc;

-- readPage: a time of payouts
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-10-01"
-- $4 = "2026-10-31"
select (
  select count(*)
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and entry.last_pay_date >= $3::date
    and entry.first_pay_date <= $4::date) as total;

-- readPage: found by a search
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "dental"
select count(*) as total, coalesce(array_agg(participation_id), '{}')::text as ids
from (
  select participation_id
  from listed_participations
  where tenant_id = $1::uuid
    and syndicate_id = $2
    and strpos(merchant_key || E'\n' || lower(mid), $3) > 0) found;

-- readPage: found by a search
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "{70,71}"
-- $4 = 2
-- $5 = 0
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.agreement_date
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and entry.participation_id = any ($3::bigint[])
  order by entry.agreement_date desc, entry.participation_id desc
  limit $4 offset $5 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of
from entry
join participations p
  on p.tenant_id = $6::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $7::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $8::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $9::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $10::uuid
  and standing.deal_id = p.deal_id
order by entry.agreement_date desc, entry.participation_id desc;

-- readPage: found by a search, many
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "llc"
select count(*) as total, coalesce(array_agg(participation_id), '{}')::text as ids
from (
  select participation_id
  from listed_participations
  where tenant_id = $1::uuid
    and syndicate_id = $2
    and strpos(merchant_key || E'\n' || lower(mid), $3) > 0) found;

-- readPage: found by a search, many
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "{70,71}"
-- $4 = 25
-- $5 = 0
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.agreement_date
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and
  case when entry.participation_id in (
    select unnest($3::bigint[])) then true else false end
  order by entry.agreement_date desc, entry.participation_id desc
  limit $4 offset $5 )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of
from entry
join participations p
  on p.tenant_id = $6::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $7::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $8::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $9::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $10::uuid
  and standing.deal_id = p.deal_id
order by entry.agreement_date desc, entry.participation_id desc;

-- streamParticipations
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "00000000-0000-4000-8000-000000000001"
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id, entry.agreement_date
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
  order by entry.agreement_date desc, entry.participation_id desc )
select p.syndicate_id, p.agreement_date, deal.status, deal.platform, deal.name as merchant_name, deal.mid, p.share_percent::text, p.participation_amount_cents, p.commission_amount_cents, p.investment_cost_cents, p.management_fee_percent::text, p.management_fee_upfront, p.anticipated_return_cents, total.remaining_balance_cents, total.gross_cents, total.net_pay_cents, total.net_profit_cents, total.last_cleared_date, deal.public_id, deal.payback_amount_cents, collected.collected_cents, standing.expected_cents, standing.as_of
from entry
join participations p
  on p.tenant_id = $3::uuid
  and p.id = entry.participation_id
join participation_totals total
  on total.tenant_id = $4::uuid
  and total.participation_id = entry.participation_id
join deals deal
  on deal.tenant_id = $5::uuid
  and deal.id = p.deal_id
join deal_totals collected
  on collected.tenant_id = $6::uuid
  and collected.deal_id = p.deal_id
join deal_standings standing
  on standing.tenant_id = $7::uuid
  and standing.deal_id = p.deal_id
order by entry.agreement_date desc, entry.participation_id desc;

-- estimatePayouts
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "7"
-- $5 = "2026-10-01"
-- $6 = "2026-10-31"
select coalesce(sum(transaction_count), 0)::float8 as payouts, (
  select participation_count
  from syndicate_totals
  where tenant_id = $1::uuid
    and syndicate_id = $2 ) as deals
from syndicate_pay_dates
where tenant_id = $3::uuid
  and syndicate_id = $4
  and pay_date between coalesce($5::date, '-infinity') and coalesce($6::date, 'infinity');

-- payoutLinesSheet
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "00000000-0000-4000-8000-000000000001"
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2 )
select line.pay_date, deal.mid, deal.name as merchant_name, payment.cleared_date, line.gross_cents, line.management_fee_cents, line.net_pay_cents, line.is_reversal, payment.is_void
from entry
join participations p
  on p.tenant_id = $3::uuid
  and p.id = entry.participation_id
join deals deal
  on deal.tenant_id = $4::uuid
  and deal.id = p.deal_id
join payments payment
  on payment.tenant_id = $5::uuid
  and payment.deal_id = p.deal_id
join payout_lines line
  on line.tenant_id = $6::uuid
  and line.payment_id = payment.id
  and line.participation_id = p.id
where true
order by line.pay_date desc, deal.mid, payment.id, line.is_reversal;

-- payoutLinesSheet: a time of payouts
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-10-01"
-- $4 = "2026-10-31"
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "2026-10-01"
-- $10 = "2026-10-31"
with entry as materialized (
  select entry.participation_id
  from "participation_totals" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and entry.last_pay_date >= $3::date
    and entry.first_pay_date <= $4::date )
select line.pay_date, deal.mid, deal.name as merchant_name, payment.cleared_date, line.gross_cents, line.management_fee_cents, line.net_pay_cents, line.is_reversal, payment.is_void
from entry
join participations p
  on p.tenant_id = $5::uuid
  and p.id = entry.participation_id
join deals deal
  on deal.tenant_id = $6::uuid
  and deal.id = p.deal_id
join payments payment
  on payment.tenant_id = $7::uuid
  and payment.deal_id = p.deal_id
join payout_lines line
  on line.tenant_id = $8::uuid
  and line.payment_id = payment.id
  and line.participation_id = p.id
where true
  and line.pay_date >= $9::date
  and line.pay_date <= $10::date
order by line.pay_date desc, deal.mid, payment.id, line.is_reversal;

-- sumPayoutLines
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "00000000-0000-4000-8000-000000000001"
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "00000000-0000-4000-8000-000000000001"
with entry as materialized (
  select entry.participation_id
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2 )
select coalesce(sum(line.gross_cents), 0)::bigint as gross, coalesce(sum(line.management_fee_cents), 0)::bigint as management_fee, coalesce(sum(line.net_pay_cents), 0)::bigint as net_pay
from entry
join participations p
  on p.tenant_id = $3::uuid
  and p.id = entry.participation_id
join deals deal
  on deal.tenant_id = $4::uuid
  and deal.id = p.deal_id
join payments payment
  on payment.tenant_id = $5::uuid
  and payment.deal_id = p.deal_id
join payout_lines line
  on line.tenant_id = $6::uuid
  and line.payment_id = payment.id
  and line.participation_id = p.id
where true;

-- readShareLeft
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "700"
select coalesce(sum(acceptance.share_percent), 0) as "taken"
from "pre_funding_acceptances" as "acceptance"
inner join "participation_invites" as "invite"
  on "invite"."tenant_id" = "acceptance"."tenant_id"
  and "invite"."id" = "acceptance"."invite_id"
where "acceptance"."tenant_id" = $1
  and "invite"."deal_id" = $2;

-- requireOpenSyndicate
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
select "closed_at"
from "syndicates"
where "tenant_id" = $1
  and "id" = $2 for share;

-- readPromises
-- $1 = "00000000-0000-4000-8000-000000000001"
select "queue_promises"
from "tenants"
where "id" = $1;

-- idOf
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "deals"
-- $3 = "D-1"
select "id"
from "external_ids"
where "tenant_id" = $1
  and "kind" = $2
  and "external_id" = $3;

-- readForecasts
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = ["7"]
select forecast.syndicate_id, forecast.as_of, book.portfolio_balance_cents, forecast.net_balance_cents, forecast.undated_cents, forecast.undated_count, forecast.not_reached_cents, forecast.not_reached_count, forecast.pay_dates::text[], forecast.agreed_cents::text[], forecast.pace_cents::text[], (forecast.book_version, forecast.settings_version) = (book.version, syndicate.version) as is_up_to_date
from syndicate_forecasts forecast
join syndicates syndicate
  on syndicate.tenant_id = forecast.tenant_id
  and syndicate.id = forecast.syndicate_id
join syndicate_totals book
  on book.tenant_id = forecast.tenant_id
  and book.syndicate_id = forecast.syndicate_id
where forecast.tenant_id = $1::uuid
  and forecast.syndicate_id = any($2::bigint[])
order by forecast.syndicate_id;

-- readRecordedBook
-- $1 = "2026-11-13"
-- $2 = "2026-11-13"
-- $3 = "2026-11-13"
-- $4 = "00000000-0000-4000-8000-000000000001"
-- $5 = "7"
-- $6 = "2026-11-13"
select deal_status as status, recorded_on <= $1::date as is_earlier, sum(share_count)::integer as deal_count, sum(investment_cost_cents)::bigint as investment_cost, sum(anticipated_return_cents)::bigint as anticipated_return, sum(gross_cents)::bigint as gross, sum(net_pay_cents)::bigint as net_pay, coalesce(sum(net_pay_cents) filter (
    where pay_date > $2::date), 0)::bigint as upcoming_from, coalesce(sum(net_pay_cents) filter (
    where pay_date > $3::date), 0)::bigint as upcoming_to
from book_changes
where tenant_id = $4::uuid
  and syndicate_id = $5
  and recorded_on <= $6::date
group by 1, 2;

-- readRecordedBook
-- $1 = "2026-11-13"
-- $2 = "2026-11-13"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "7"
-- $5 = "2026-11-13"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
select coalesce(sum(entry.amount_cents) filter (
    where entry.effective_date <= $1::date), 0)::bigint as balance, (sum(entry.contributed_cents) + coalesce(sum(entry.amount_cents) filter (
      where entry.effective_date <= $2::date
        and entry.kind in ('deposit', 'withdrawal')), 0))::bigint as contributed, (
  select (opening.recorded_at at time zone 'America/New_York')::date
  from cash_entries opening
  where opening.tenant_id = $3::uuid
    and opening.syndicate_id = $4
    and opening.kind = 'opening') as opened
from syndicates syndicate
left join cash_entries entry
  on entry.tenant_id = syndicate.tenant_id
  and entry.syndicate_id = syndicate.id
  and (entry.recorded_at at time zone 'America/New_York')::date <= $5::date
where syndicate.tenant_id = $6::uuid
  and syndicate.id = $7
  and syndicate.uses_cash_balance;

-- readKnown
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "7"
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "7"
select (
  select min(recorded_on)
  from book_changes
  where tenant_id = $1::uuid
    and syndicate_id = $2) as begins_on, (
  select max(recorded_on)
  from book_changes
  where tenant_id = $3::uuid
    and syndicate_id = $4
    and is_derived) as derived_through, (
  select (opening.recorded_at at time zone 'America/New_York')::date
  from cash_entries opening
  join syndicates syndicate
    on syndicate.tenant_id = opening.tenant_id
    and syndicate.id = opening.syndicate_id
  where opening.tenant_id = $5::uuid
    and opening.syndicate_id = $6
    and opening.kind = 'opening'
    and syndicate.uses_cash_balance) as cash_begins_on;

-- readImports
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-11-13"
select recorded_on, min(pay_date) as first_pay_date, max(pay_date) as last_pay_date
from book_changes
where tenant_id = $1::uuid
  and syndicate_id = $2
  and recorded_on > $3::date
  and cause = 'payout'
  and pay_date < recorded_on
group by recorded_on
order by recorded_on;

-- readCauses
-- $1 = ["Write-off","Complete with discount"]
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "7"
-- $4 = "2026-10-13"
-- $5 = "2026-11-13"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
-- $8 = "2026-10-13"
-- $9 = "2026-11-13"
select cause, count(*) as count, sum(deal_count)::integer as deal_count, sum(investment_cost)::bigint as investment_cost, sum(anticipated_return)::bigint as anticipated_return, sum(net_cents)::bigint as net_cents, sum(balance_cents)::bigint as balance_cents, sum(cash_cents)::bigint as cash_cents
from (
  select cause, recorded_on, pay_date, participation_id, 0::bigint as entry_id, sum(line_count)::integer as line_count, max(deal_status::text) filter (
    where share_count < 0) as former_status, max(deal_status::text) filter (
    where share_count > 0) as status, null::text as entry_kind, sum(share_count)::integer as deal_count, sum(investment_cost_cents)::bigint as investment_cost, sum(anticipated_return_cents)::bigint as anticipated_return, sum(net_pay_cents)::bigint as net_cents, coalesce(sum(anticipated_return_cents - gross_cents) filter (
      where deal_status <> all ($1::text[])), 0)::bigint as balance_cents, 0::bigint as cash_cents
  from book_changes
  where tenant_id = $2::uuid
    and syndicate_id = $3
    and recorded_on > $4::date
    and recorded_on <= $5::date
  group by recorded_on, cause, participation_id, pay_date
  having bool_or(share_count <> 0
      or investment_cost_cents <> 0
      or anticipated_return_cents <> 0
      or gross_cents <> 0
      or line_count <> 0)
  union all
  select 'cash', greatest((entry.recorded_at at time zone 'America/New_York')::date, entry.effective_date), entry.pay_date, coalesce(entry.participation_id, 0), entry.id, 0, null, null, entry.kind, 0, 0, 0, 0, 0, entry.amount_cents
  from syndicates syndicate
  join cash_entries entry
    on entry.tenant_id = syndicate.tenant_id
    and entry.syndicate_id = syndicate.id
  where syndicate.tenant_id = $6::uuid
    and syndicate.id = $7
    and syndicate.uses_cash_balance
    and greatest((entry.recorded_at at time zone 'America/New_York')::date, entry.effective_date) > $8::date
    and greatest((entry.recorded_at at time zone 'America/New_York')::date, entry.effective_date) <= $9::date) line
group by cause;

-- readChanges
-- $1 = ["Write-off","Complete with discount"]
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "7"
-- $4 = "2026-10-13"
-- $5 = "2026-11-13"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
-- $8 = "2026-10-13"
-- $9 = "2026-11-13"
-- $10 = null
-- $11 = null
-- $12 = 25
-- $13 = 0
-- $14 = "00000000-0000-4000-8000-000000000001"
select line.*, deal.mid, deal.name as merchant_name, deal.public_id as deal_public_id
from (
  select line.*, count(*) over () as all_lines
  from (
    select cause, recorded_on, pay_date, participation_id, 0::bigint as entry_id, sum(line_count)::integer as line_count, max(deal_status::text) filter (
      where share_count < 0) as former_status, max(deal_status::text) filter (
      where share_count > 0) as status, null::text as entry_kind, sum(share_count)::integer as deal_count, sum(investment_cost_cents)::bigint as investment_cost, sum(anticipated_return_cents)::bigint as anticipated_return, sum(net_pay_cents)::bigint as net_cents, coalesce(sum(anticipated_return_cents - gross_cents) filter (
        where deal_status <> all ($1::text[])), 0)::bigint as balance_cents, 0::bigint as cash_cents
    from book_changes
    where tenant_id = $2::uuid
      and syndicate_id = $3
      and recorded_on > $4::date
      and recorded_on <= $5::date
    group by recorded_on, cause, participation_id, pay_date
    having bool_or(share_count <> 0
        or investment_cost_cents <> 0
        or anticipated_return_cents <> 0
        or gross_cents <> 0
        or line_count <> 0)
    union all
    select 'cash', greatest((entry.recorded_at at time zone 'America/New_York')::date, entry.effective_date), entry.pay_date, coalesce(entry.participation_id, 0), entry.id, 0, null, null, entry.kind, 0, 0, 0, 0, 0, entry.amount_cents
    from syndicates syndicate
    join cash_entries entry
      on entry.tenant_id = syndicate.tenant_id
      and entry.syndicate_id = syndicate.id
    where syndicate.tenant_id = $6::uuid
      and syndicate.id = $7
      and syndicate.uses_cash_balance
      and greatest((entry.recorded_at at time zone 'America/New_York')::date, entry.effective_date) > $8::date
      and greatest((entry.recorded_at at time zone 'America/New_York')::date, entry.effective_date) <= $9::date) line
  where $10::text is null
    or cause = $11
  order by line.recorded_on desc, line.cause, line.pay_date desc, line.participation_id, line.entry_id
  limit $12 offset $13 ) line
left join participations share
  on share.tenant_id = $14::uuid
  and share.id = line.participation_id
left join deals deal
  on deal.tenant_id = share.tenant_id
  and deal.id = share.deal_id
order by line.recorded_on desc, line.cause, line.pay_date desc, line.participation_id, line.entry_id;

-- readReturns
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
select (now() at time zone 'America/New_York')::date::text as day, tenant.recovery, coalesce(kept.deal_count, total.participation_count, 0) as deal_count, coalesce(total.version = kept.book_version, total.syndicate_id is null) as is_up_to_date, kept.cost_dates::text[], kept.cost_cents::text[], kept.pay_dates::text[], kept.net_pay_cents::text[], kept.balance_statuses, kept.balance_deal_counts, kept.net_balance_cents::text[]
from syndicates syndicate
join tenants tenant
  on tenant.id = syndicate.tenant_id
left join syndicate_totals total
  on total.tenant_id = syndicate.tenant_id
  and total.syndicate_id = syndicate.id
left join syndicate_returns kept
  on kept.tenant_id = syndicate.tenant_id
  and kept.syndicate_id = syndicate.id
where syndicate.tenant_id = $1::uuid
  and syndicate.id = $2;

-- readReturns: of the last twelve months
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
select (now() at time zone 'America/New_York')::date::text as day, tenant.recovery, coalesce(kept.deal_count, total.participation_count, 0) as deal_count, coalesce(total.version = kept.book_version
    and kept.from_date = (((now() at time zone 'America/New_York')::date - interval '12 months')::date + 1), total.syndicate_id is null) as is_up_to_date, kept.cost_dates::text[], kept.cost_cents::text[], kept.pay_dates::text[], kept.net_pay_cents::text[], kept.balance_statuses, kept.balance_deal_counts, kept.net_balance_cents::text[]
from syndicates syndicate
join tenants tenant
  on tenant.id = syndicate.tenant_id
left join syndicate_totals total
  on total.tenant_id = syndicate.tenant_id
  and total.syndicate_id = syndicate.id
left join syndicate_returns_parts kept
  on kept.tenant_id = syndicate.tenant_id
  and kept.syndicate_id = syndicate.id
  and kept.part = 'recent'
where syndicate.tenant_id = $1::uuid
  and syndicate.id = $2;

-- readFilteredReturns: of a status
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "Default"
select (
  select count(*)
  from "listed_participations" entry
  where entry.tenant_id = $1::uuid
    and entry.syndicate_id = $2
    and entry.deal_status = $3) as total;

-- readPayDates: the newest
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "discarded"
-- $4 = "payout"
-- $5 = "approved"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
-- $8 = 25
-- $9 = 0
select "paid"."pay_date", "paid"."syndicate_id", "paid"."gross_cents" as "gross", "paid"."management_fee_cents" as "management_fee", "paid"."net_pay_cents" as "net_pay", "paid"."transaction_count", (not "paid"."is_paid"
    and "paid"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
      select min(begun.pay_date)
      from payout_runs begun
      where begun.tenant_id = $1::uuid
        and begun.state <> 'discarded'))) as "is_upcoming", coalesce("paid"."pay_date" >= (
    select min(begun.pay_date)
    from payout_runs begun
    where begun.tenant_id = $2::uuid
      and begun.state <> 'discarded'), false) as "is_by_run", (now() at time zone 'America/New_York')::date as "today", "run"."state" as "run_state", "item"."outcome", "item"."reason", "item"."return_code", "item"."trace_number", "carrier"."pay_date" as "carried_on", "noted"."note"
from "syndicate_pay_dates" as "paid"
left join "pay_date_notes" as "noted"
  on "noted"."tenant_id" = "paid"."tenant_id"
  and "noted"."syndicate_id" = "paid"."syndicate_id"
  and "noted"."pay_date" = "paid"."pay_date"
left join "payout_runs" as "run"
  on "run"."tenant_id" = "paid"."tenant_id"
  and "run"."pay_date" = "paid"."pay_date"
  and "run"."state" <> $3
left join "payout_run_items" as "approved"
  on "approved"."tenant_id" = "run"."tenant_id"
  and "approved"."run_id" = "run"."id"
  and "approved"."revision" = "run"."revision"
  and "approved"."syndicate_id" = "paid"."syndicate_id"
  and "approved"."kind" = $4
  and "run"."state" = $5
left join "payout_run_items" as "item"
  on "item"."tenant_id" = "paid"."tenant_id"
  and "item"."id" = coalesce(paid.payout_item_id, approved.id)
left join "payout_runs" as "carrier"
  on "carrier"."tenant_id" = "item"."tenant_id"
  and "carrier"."id" = "item"."run_id"
where "paid"."tenant_id" = $6
  and "paid"."syndicate_id" = $7
order by "paid"."pay_date" desc
limit $8 offset $9;

-- readPayDates: before a day
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "discarded"
-- $4 = "payout"
-- $5 = "approved"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
-- $8 = "2026-11-13"
-- $9 = 25
-- $10 = 0
select "paid"."pay_date", "paid"."syndicate_id", "paid"."gross_cents" as "gross", "paid"."management_fee_cents" as "management_fee", "paid"."net_pay_cents" as "net_pay", "paid"."transaction_count", (not "paid"."is_paid"
    and "paid"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
      select min(begun.pay_date)
      from payout_runs begun
      where begun.tenant_id = $1::uuid
        and begun.state <> 'discarded'))) as "is_upcoming", coalesce("paid"."pay_date" >= (
    select min(begun.pay_date)
    from payout_runs begun
    where begun.tenant_id = $2::uuid
      and begun.state <> 'discarded'), false) as "is_by_run", (now() at time zone 'America/New_York')::date as "today", "run"."state" as "run_state", "item"."outcome", "item"."reason", "item"."return_code", "item"."trace_number", "carrier"."pay_date" as "carried_on", "noted"."note"
from "syndicate_pay_dates" as "paid"
left join "pay_date_notes" as "noted"
  on "noted"."tenant_id" = "paid"."tenant_id"
  and "noted"."syndicate_id" = "paid"."syndicate_id"
  and "noted"."pay_date" = "paid"."pay_date"
left join "payout_runs" as "run"
  on "run"."tenant_id" = "paid"."tenant_id"
  and "run"."pay_date" = "paid"."pay_date"
  and "run"."state" <> $3
left join "payout_run_items" as "approved"
  on "approved"."tenant_id" = "run"."tenant_id"
  and "approved"."run_id" = "run"."id"
  and "approved"."revision" = "run"."revision"
  and "approved"."syndicate_id" = "paid"."syndicate_id"
  and "approved"."kind" = $4
  and "run"."state" = $5
left join "payout_run_items" as "item"
  on "item"."tenant_id" = "paid"."tenant_id"
  and "item"."id" = coalesce(paid.payout_item_id, approved.id)
left join "payout_runs" as "carrier"
  on "carrier"."tenant_id" = "item"."tenant_id"
  and "carrier"."id" = "item"."run_id"
where "paid"."tenant_id" = $6
  and "paid"."syndicate_id" = $7
  and "paid"."pay_date" < $8
order by "paid"."pay_date" desc
limit $9 offset $10;

-- readPayDate
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "discarded"
-- $4 = "payout"
-- $5 = "approved"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
-- $8 = "2026-11-13"
select "paid"."pay_date", "paid"."syndicate_id", "paid"."gross_cents" as "gross", "paid"."management_fee_cents" as "management_fee", "paid"."net_pay_cents" as "net_pay", "paid"."transaction_count", (not "paid"."is_paid"
    and "paid"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
      select min(begun.pay_date)
      from payout_runs begun
      where begun.tenant_id = $1::uuid
        and begun.state <> 'discarded'))) as "is_upcoming", coalesce("paid"."pay_date" >= (
    select min(begun.pay_date)
    from payout_runs begun
    where begun.tenant_id = $2::uuid
      and begun.state <> 'discarded'), false) as "is_by_run", (now() at time zone 'America/New_York')::date as "today", "run"."state" as "run_state", "item"."outcome", "item"."reason", "item"."return_code", "item"."trace_number", "carrier"."pay_date" as "carried_on", "noted"."note"
from "syndicate_pay_dates" as "paid"
left join "pay_date_notes" as "noted"
  on "noted"."tenant_id" = "paid"."tenant_id"
  and "noted"."syndicate_id" = "paid"."syndicate_id"
  and "noted"."pay_date" = "paid"."pay_date"
left join "payout_runs" as "run"
  on "run"."tenant_id" = "paid"."tenant_id"
  and "run"."pay_date" = "paid"."pay_date"
  and "run"."state" <> $3
left join "payout_run_items" as "approved"
  on "approved"."tenant_id" = "run"."tenant_id"
  and "approved"."run_id" = "run"."id"
  and "approved"."revision" = "run"."revision"
  and "approved"."syndicate_id" = "paid"."syndicate_id"
  and "approved"."kind" = $4
  and "run"."state" = $5
left join "payout_run_items" as "item"
  on "item"."tenant_id" = "paid"."tenant_id"
  and "item"."id" = coalesce(paid.payout_item_id, approved.id)
left join "payout_runs" as "carrier"
  on "carrier"."tenant_id" = "item"."tenant_id"
  and "carrier"."id" = "item"."run_id"
where "paid"."tenant_id" = $6
  and "paid"."syndicate_id" = $7
  and "paid"."pay_date" = $8;

-- readStuckPayDates
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "discarded"
-- $4 = "payout"
-- $5 = "approved"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "7"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = 10
select "paid"."pay_date", "paid"."syndicate_id", "paid"."gross_cents" as "gross", "paid"."management_fee_cents" as "management_fee", "paid"."net_pay_cents" as "net_pay", "paid"."transaction_count", (not "paid"."is_paid"
    and "paid"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
      select min(begun.pay_date)
      from payout_runs begun
      where begun.tenant_id = $1::uuid
        and begun.state <> 'discarded'))) as "is_upcoming", coalesce("paid"."pay_date" >= (
    select min(begun.pay_date)
    from payout_runs begun
    where begun.tenant_id = $2::uuid
      and begun.state <> 'discarded'), false) as "is_by_run", (now() at time zone 'America/New_York')::date as "today", "run"."state" as "run_state", "item"."outcome", "item"."reason", "item"."return_code", "item"."trace_number", "carrier"."pay_date" as "carried_on", "noted"."note"
from "syndicate_pay_dates" as "paid"
left join "pay_date_notes" as "noted"
  on "noted"."tenant_id" = "paid"."tenant_id"
  and "noted"."syndicate_id" = "paid"."syndicate_id"
  and "noted"."pay_date" = "paid"."pay_date"
left join "payout_runs" as "run"
  on "run"."tenant_id" = "paid"."tenant_id"
  and "run"."pay_date" = "paid"."pay_date"
  and "run"."state" <> $3
left join "payout_run_items" as "approved"
  on "approved"."tenant_id" = "run"."tenant_id"
  and "approved"."run_id" = "run"."id"
  and "approved"."revision" = "run"."revision"
  and "approved"."syndicate_id" = "paid"."syndicate_id"
  and "approved"."kind" = $4
  and "run"."state" = $5
left join "payout_run_items" as "item"
  on "item"."tenant_id" = "paid"."tenant_id"
  and "item"."id" = coalesce(paid.payout_item_id, approved.id)
left join "payout_runs" as "carrier"
  on "carrier"."tenant_id" = "item"."tenant_id"
  and "carrier"."id" = "item"."run_id"
where "paid"."tenant_id" = $6
  and "paid"."syndicate_id" = $7
  and (not "paid"."is_paid"
    and "paid"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
      select min(begun.pay_date)
      from payout_runs begun
      where begun.tenant_id = $8::uuid
        and begun.state <> 'discarded')))
order by "paid"."pay_date"
limit $9;

-- countPayDates
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
select count(*) as "count"
from "syndicate_pay_dates"
where "tenant_id" = $1
  and "syndicate_id" = $2;

-- readDealsOfPayDate: the first
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-11-13"
-- $4 = 25
-- $5 = 0
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "00000000-0000-4000-8000-000000000001"
select "paid"."participation_id", "deal"."public_id" as "deal_public_id", "deal"."mid", "deal"."name" as "merchant_name", "paid"."gross_cents" as "gross", "paid"."management_fee_cents" as "management_fee", "paid"."net_pay_cents" as "net_pay", "paid"."transaction_count"
from (
  select "participation_id", "gross_cents", "management_fee_cents", "net_pay_cents", "transaction_count"
  from "participation_pay_dates"
  where "tenant_id" = $1
    and "syndicate_id" = $2
    and "pay_date" = $3
  order by "participation_id"
  limit $4 offset $5) as "paid"
inner join "participations" as "p"
  on "p"."id" = "paid"."participation_id"
  and "p"."tenant_id" = $6
inner join "deals" as "deal"
  on "deal"."id" = "p"."deal_id"
  and "deal"."tenant_id" = $7
order by "paid"."participation_id";

-- readDealsOfPayDate: after one
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-11-13"
-- $4 = "70"
-- $5 = 25
-- $6 = 0
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
select "paid"."participation_id", "deal"."public_id" as "deal_public_id", "deal"."mid", "deal"."name" as "merchant_name", "paid"."gross_cents" as "gross", "paid"."management_fee_cents" as "management_fee", "paid"."net_pay_cents" as "net_pay", "paid"."transaction_count"
from (
  select "participation_id", "gross_cents", "management_fee_cents", "net_pay_cents", "transaction_count"
  from "participation_pay_dates"
  where "tenant_id" = $1
    and "syndicate_id" = $2
    and "pay_date" = $3
    and "participation_id" > $4
  order by "participation_id"
  limit $5 offset $6) as "paid"
inner join "participations" as "p"
  on "p"."id" = "paid"."participation_id"
  and "p"."tenant_id" = $7
inner join "deals" as "deal"
  on "deal"."id" = "p"."deal_id"
  and "deal"."tenant_id" = $8
order by "paid"."participation_id";

-- streamDealsOfPayDate
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-11-13"
-- $4 = "00000000-0000-4000-8000-000000000001"
-- $5 = "00000000-0000-4000-8000-000000000001"
select "paid"."participation_id", "deal"."public_id" as "deal_public_id", "deal"."mid", "deal"."name" as "merchant_name", "paid"."gross_cents" as "gross", "paid"."management_fee_cents" as "management_fee", "paid"."net_pay_cents" as "net_pay", "paid"."transaction_count"
from (
  select "participation_id", "gross_cents", "management_fee_cents", "net_pay_cents", "transaction_count"
  from "participation_pay_dates"
  where "tenant_id" = $1
    and "syndicate_id" = $2
    and "pay_date" = $3
  order by "participation_id") as "paid"
inner join "participations" as "p"
  on "p"."id" = "paid"."participation_id"
  and "p"."tenant_id" = $4
inner join "deals" as "deal"
  on "deal"."id" = "p"."deal_id"
  and "deal"."tenant_id" = $5
order by "paid"."participation_id";

-- countDealsOfPayDate
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "2026-11-13"
select count(*) as "count"
from "participation_pay_dates"
where "tenant_id" = $1
  and "syndicate_id" = $2
  and "pay_date" = $3;

-- readWatchlist: the first
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 26
-- $4 = 26
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "00000000-0000-4000-8000-000000000001"
with watched as materialized (
  select *
  from ((
      select participation_id, deal_id, gravity, since, arrears_cents, net_balance_cents
      from watched_participations
      where tenant_id = $1::uuid
        and syndicate_id = $2
      order by gravity, net_balance_cents desc, participation_id
      limit $3 )) part
  order by gravity, net_balance_cents desc, participation_id
  limit $4 )
select watched.participation_id, watched.gravity, watched.since, watched.arrears_cents as arrears, watched.net_balance_cents, deal.public_id, deal.name as merchant_name, deal.mid, deal.status, standing.reasons, standing.missed_count, standing.pace_cleared_cents as pace_cleared, standing.pace_asked_cents as pace_asked, standing.expected_cents as expected
from watched
join deals deal
  on deal.tenant_id = $5::uuid
  and deal.id = watched.deal_id
join deal_standings standing
  on standing.tenant_id = $6::uuid
  and standing.deal_id = watched.deal_id
order by watched.gravity, watched.net_balance_cents desc, watched.participation_id;

-- readWatchlist: after one
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = 3
-- $4 = "70000"
-- $5 = "70000"
-- $6 = "70"
-- $7 = 26
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "7"
-- $10 = 3
-- $11 = 26
-- $12 = 26
-- $13 = "00000000-0000-4000-8000-000000000001"
-- $14 = "00000000-0000-4000-8000-000000000001"
with watched as materialized (
  select *
  from ((
      select participation_id, deal_id, gravity, since, arrears_cents, net_balance_cents
      from watched_participations
      where tenant_id = $1::uuid
        and syndicate_id = $2
        and gravity = $3
        and net_balance_cents <= $4
        and (net_balance_cents < $5
          or participation_id > $6)
      order by gravity, net_balance_cents desc, participation_id
      limit $7 )
    union all (
      select participation_id, deal_id, gravity, since, arrears_cents, net_balance_cents
      from watched_participations
      where tenant_id = $8::uuid
        and syndicate_id = $9
        and gravity > $10
      order by gravity, net_balance_cents desc, participation_id
      limit $11 )) part
  order by gravity, net_balance_cents desc, participation_id
  limit $12 )
select watched.participation_id, watched.gravity, watched.since, watched.arrears_cents as arrears, watched.net_balance_cents, deal.public_id, deal.name as merchant_name, deal.mid, deal.status, standing.reasons, standing.missed_count, standing.pace_cleared_cents as pace_cleared, standing.pace_asked_cents as pace_asked, standing.expected_cents as expected
from watched
join deals deal
  on deal.tenant_id = $13::uuid
  and deal.id = watched.deal_id
join deal_standings standing
  on standing.tenant_id = $14::uuid
  and standing.deal_id = watched.deal_id
order by watched.gravity, watched.net_balance_cents desc, watched.participation_id;

-- readWatchSummary
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "7"
select coalesce(total.watched_count, 0) as watched_count, coalesce(total.participation_count, 0) as deal_count, coalesce(total.watched_arrears_cents, 0) as arrears, coalesce(total.watched_net_balance_cents, 0) as net_balance_cents, coalesce(total.portfolio_balance_cents, 0) as portfolio_balance_cents, (
  select complete_through
  from tenant_books
  where tenant_id = $1::uuid ) as complete_through
from (values (true)) one
left join syndicate_totals total
  on total.tenant_id = $2::uuid
  and total.syndicate_id = $3;

-- readCompactSyndicates
-- $1 = "00000000-0000-4000-8000-000000000001"
select "s"."id", "s"."abbreviation", "s"."name", (
  select min(m.user_id)
  from memberships m
  where m.tenant_id = s.tenant_id
    and m.syndicate_id = s.id
    and not m.is_terminated
    and m.accepted_at is not null ) as "user_id"
from "syndicates" as "s"
where "s"."tenant_id" = $1
order by "s"."name", "s"."id";

-- findParticipation
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "H10001"
-- $3 = "7"
select "p"."id", "p"."deal_id"
from "deals" as "deal"
inner join "participations" as "p"
  on "p"."tenant_id" = "deal"."tenant_id"
  and "p"."deal_id" = "deal"."id"
where "deal"."tenant_id" = $1
  and "deal"."mid" = $2
  and "p"."syndicate_id" = $3;

-- findDeal
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "H10001"
select "id" as "deal_id"
from "deals"
where "tenant_id" = $1
  and "mid" = $2
  and "funded_date" is not null;

-- readDealPayouts
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "7"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "H10001"
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "00000000-0000-4000-8000-000000000001"
with share as materialized (
  select p.id, p.deal_id
  from deals deal
  join participations p
    on p.tenant_id = $1::uuid
    and p.deal_id = deal.id
    and p.syndicate_id = $2
  where deal.tenant_id = $3::uuid
    and deal.mid = $4 ), taken_back as (
  select line.pay_date, bool_or(not payment.is_void) as has_return, bool_or(payment.is_void) as has_correction
  from share
  join payments payment
    on payment.tenant_id = $5::uuid
    and payment.deal_id = share.deal_id
    and payment.status = 'reversed'
  join payout_lines line
    on line.tenant_id = $6::uuid
    and line.payment_id = payment.id
    and line.participation_id = share.id
    and line.is_reversal
  group by line.pay_date )
select paid.gross_cents as gross, paid.management_fee_cents as management_fee, paid.net_pay_cents as net_pay, paid.pay_date, paid.transaction_count, coalesce(has_return, false) as has_return, coalesce(has_correction, false) as has_correction
from share
left join participation_pay_dates paid
  on paid.tenant_id = $7::uuid
  and paid.participation_id = share.id
left join taken_back
  on taken_back.pay_date = paid.pay_date
order by paid.pay_date desc;

-- findDealOfSyndicate
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "00000000-0000-4000-8000-000000000001"
-- $3 = "7"
-- $4 = "00000000-0000-4000-8000-000000000001"
-- $5 = "00000000-0000-4000-8000-000000000001"
-- $6 = "00000000-0000-4000-8000-000000000001"
-- $7 = "00000000-0000-4000-8000-000000000001"
-- $8 = "00000000-0000-4000-8000-000000000001"
-- $9 = "00000000-0000-4000-8000-000000000001"
-- $10 = "00000000-0000-4000-8000-000000000001"
-- $11 = "Offer Accepted"
-- $12 = "00000000-0000-4000-8000-000000000001"
-- $13 = "7"
-- $14 = "00000000-0000-4000-8000-000000000001"
-- $15 = "00000000-0000-4000-8000-000000000001"
-- $16 = "00000000-0000-4000-8000-000000000001"
-- $17 = "deal-of-the-example"
select deal.id as deal_id, p.id as participation_id, exists (
  select
  from share_exhibits file
  where file.tenant_id = $1::uuid
    and file.participation_id = p.id
    and file.made_at is not null ) as "hasScheduleA", deal.name, deal.mid, deal.platform, deal.status, deal.funded_date, nullif(company.industry, '') as industry, address.state, p.agreement_date, deal.funded_amount_cents, deal.factor_rate::text, deal.payback_amount_cents, deal.payment_cents, deal.payment_frequency, offer.position_number, p.share_percent::text, p.management_fee_percent::text, p.management_fee_upfront <> 0 as is_management_fee_upfront, p.participation_amount_cents, p.commission_amount_cents, p.upfront_fee_cents, p.investment_cost_cents, p.anticipated_return_cents, total.gross_cents, total.management_fee_cents, total.net_pay_cents, total.remaining_balance_cents, collected.collected_cents as deal_collected_cents, coming.on_its_way_cents, coming.next_pay_date, standing.as_of, tenant.clearing_bank_days, standing.expected_cents, standing.arrears_cents, standing.missed_count, standing.pace_cleared_cents, standing.pace_asked_cents, standing.contract_payoff, standing.expected_payoff, standing.pace_payoff, standing.reasons
from deals deal
join participations p
  on p.tenant_id = $2::uuid
  and p.deal_id = deal.id
  and p.syndicate_id = $3
join participation_totals total
  on total.tenant_id = $4::uuid
  and total.participation_id = p.id
join deal_totals collected
  on collected.tenant_id = $5::uuid
  and collected.deal_id = deal.id
join deal_standings standing
  on standing.tenant_id = $6::uuid
  and standing.deal_id = deal.id
join tenants tenant
  on tenant.id = $7::uuid
join companies company
  on company.tenant_id = $8::uuid
  and company.id = deal.company_id
left join lateral (
  select state
  from company_addresses
  where tenant_id = $9::uuid
    and company_id = deal.company_id
    and kind = 'Main'
  order by id
  limit 1 ) address
  on true
left join lateral (
  select position_number
  from offers
  where tenant_id = $10::uuid
    and deal_id = deal.id
    and status = $11
  order by id desc
  limit 1 ) offer
  on true
left join lateral (
  select coalesce(sum(paid.net_pay_cents), 0)::bigint as on_its_way_cents, min(paid.pay_date) as next_pay_date
  from participation_pay_dates paid
  join syndicate_pay_dates day
    on day.tenant_id = $12::uuid
    and day.syndicate_id = $13
    and day.pay_date = paid.pay_date
    and (not "day"."is_paid"
      and "day"."pay_date" >= least((now() at time zone 'America/New_York')::date + 1, (
        select min(begun.pay_date)
        from payout_runs begun
        where begun.tenant_id = $14::uuid
          and begun.state <> 'discarded')))
  where paid.tenant_id = $15::uuid
    and paid.participation_id = p.id ) coming
  on true
where deal.tenant_id = $16::uuid
  and deal.public_id = $17
  and deal.funded_date is not null;

-- readDebits
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "70"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "700"
select coalesce(payment.debit_date, payment.cleared_date, payment.returned_date) as date, coalesce(sum(payment.amount_cents) filter (
    where payment.status = 'cleared'), 0)::bigint as cleared, coalesce(sum(line.gross_cents), 0)::bigint as cleared_of_share, max(payment.return_code) filter (
  where payment.status <> 'cleared') as return_code
from payments payment
left join lateral (
  select sum(gross_cents) as gross_cents
  from payout_lines
  where tenant_id = $1::uuid
    and payment_id = payment.id
    and participation_id = $2 ) line
  on true
where payment.tenant_id = $3::uuid
  and payment.deal_id = $4
  and not payment.is_void
group by 1
order by 1;

-- readDebitsOfPayDates
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "70"
-- $3 = "00000000-0000-4000-8000-000000000001"
-- $4 = "700"
select line.pay_date as paid, min(coalesce(payment.debit_date, payment.cleared_date, payment.returned_date)) as first_debit, max(coalesce(payment.debit_date, payment.cleared_date, payment.returned_date)) as last_debit
from payments payment
join payout_lines line
  on line.tenant_id = $1::uuid
  and line.payment_id = payment.id
  and line.participation_id = $2
where payment.tenant_id = $3::uuid
  and payment.deal_id = $4
group by 1
order by 1 desc;

-- readDealNotes
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = "700"
-- $3 = "Collection"
-- $4 = "Ready2Fund"
-- $5 = true
select "id", "deal_id", "author_id", "body_html", "kind", "author_role", "is_pinned", "created_at", "author_name"
from "deal_notes"
where "tenant_id" = $1
  and "deal_id" = $2
  and ("kind" in ($3, $4)
    or "is_for_syndicates" = $5)
order by "is_pinned" desc, "created_at" desc, "id" desc;

-- readClearedDebits
-- $1 = ["700"]
-- $2 = ["2026-11-13"]
-- $3 = "00000000-0000-4000-8000-000000000001"
select distinct payment.id, payment.reference, payment.deal_id, payment.amount_cents as amount, payment.cleared_date as date
from unnest($1::bigint[], $2::date[]) as debit (deal_id, day)
join payments payment
  on payment.tenant_id = $3::uuid
  and payment.deal_id = debit.deal_id
  and payment.cleared_date = debit.day
  and payment.status = 'cleared'
order by payment.id;

-- readPayments
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = ["ACH-1"]
select "id", "deal_id", "reference", "amount_cents", "status", "cleared_date", "returned_date", "return_code", "is_void"
from "payments"
where "tenant_id" = $1
  and "reference" = any($2::text[]);

-- readLastClearedDates
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = ["700"]
-- $3 = "cleared"
select "deal_id", max("cleared_date") as "date"
from "payments"
where "tenant_id" = $1
  and "deal_id" = any($2::bigint[])
  and "status" = $3
group by "deal_id";

-- readPostedShares
-- $1 = "00000000-0000-4000-8000-000000000001"
-- $2 = ["7000"]
-- $3 = false
select "payment_id", "participation_id", "gross_cents" as "gross", "management_fee_cents" as "management_fee"
from "payout_lines"
where "tenant_id" = $1
  and "payment_id" = any($2::bigint[])
  and "is_reversal" = $3;
