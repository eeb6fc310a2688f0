-- What changed in a syndicate's book, by the day on which it was recorded: the book as of a day is the sum up to that day. Payouts are added up by
-- pay date and status; what is rarer has a row for each share.
create table book_changes (
  tenant_id uuid not null,
  syndicate_id bigint not null,
  -- The day in New York, whatever day the change is about.
  recorded_on date not null,
  cause text not null check (cause in ('share added', 'share changed', 'payout', 'reversal', 'status')),
  -- The status whose sums change. A change of status takes the share from one and adds it to another.
  deal_status deal_status not null,
  -- Of payouts and reversals. Of everything else the day on which it was recorded.
  pay_date date not null,
  -- 0 for payouts, which are added up.
  participation_id bigint not null,
  share_count integer not null,
  investment_cost_cents bigint not null,
  anticipated_return_cents bigint not null,
  gross_cents bigint not null,
  management_fee_cents bigint not null,
  net_pay_cents bigint not null,
  line_count integer not null,
  -- Worked out from lines, shares and statuses instead of recorded as it happened.
  is_derived boolean not null default false,
  -- In this order, so that the lines between two days are read as they are grouped.
  primary key (tenant_id, syndicate_id, recorded_on, cause, participation_id, pay_date, deal_status),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id)
);
-- How far back a book is known, and what was imported long after it was paid: few rows among many.
create index book_changes_derived on book_changes (tenant_id, syndicate_id, recorded_on) where is_derived;
create index book_changes_imported on book_changes (tenant_id, syndicate_id, recorded_on) include (pay_date)
  where cause = 'payout' and pay_date < recorded_on;
call protect_tenant_table('book_changes');

-- The day of a moment where payouts are made.
create function book_day(moment timestamptz) returns date language sql stable parallel safe as $$
  select (moment at time zone 'America/New_York')::date
$$;

-- Triggers, so that every way to change a book is recorded, a version of the server that knows nothing of this table included.
create function record_lines() returns trigger language plpgsql as $$
begin
  -- A tenant that is moved brings its changes along.
  if is_mover() then
    return null;
  end if;
  insert into book_changes as kept
  select line.tenant_id, line.syndicate_id, book_day(line.posted_at), case when line.is_reversal then 'reversal' else 'payout' end,
    total.deal_status, line.pay_date, case when line.is_reversal then line.participation_id else 0 end, 0, 0, 0,
    sum(line.gross_cents), sum(line.management_fee_cents), sum(line.net_pay_cents), count(*)
  from posted line
  join participation_totals total on total.tenant_id = line.tenant_id and total.participation_id = line.participation_id
  group by 1, 2, 3, 4, 5, 6, 7
  order by 2, 3, 4, 5, 6, 7
  on conflict (tenant_id, syndicate_id, recorded_on, cause, deal_status, pay_date, participation_id) do update set
    gross_cents = kept.gross_cents + excluded.gross_cents,
    management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
    net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents,
    line_count = kept.line_count + excluded.line_count;
  return null;
end $$;
create trigger record_lines after insert on payout_lines
  referencing new table as posted for each statement execute function record_lines();

create function record_shares() returns trigger language plpgsql as $$
begin
  if is_mover() then
    return null;
  end if;
  insert into book_changes
  select tenant_id, syndicate_id, book_day(now()), 'share added', deal_status, book_day(now()), participation_id, 1,
    net_pay_cents - net_profit_cents, remaining_balance_cents + gross_cents, 0, 0, 0, 0
  from added order by syndicate_id, participation_id;
  return null;
end $$;
create trigger record_shares after insert on participation_totals
  referencing new table as added for each statement execute function record_shares();

-- Another status, or another cost or payback of a share. Posting changes neither.
create function record_share_changes() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if is_mover() then
    return null;
  end if;
  for changed in
    select after_change.tenant_id, array_agg(distinct after_change.syndicate_id) as syndicate_ids
    from after_change
    join before_change on before_change.tenant_id = after_change.tenant_id
      and before_change.participation_id = after_change.participation_id
    where before_change.deal_status <> after_change.deal_status
      or before_change.net_pay_cents - before_change.net_profit_cents <> after_change.net_pay_cents - after_change.net_profit_cents
      or before_change.remaining_balance_cents + before_change.gross_cents
        <> after_change.remaining_balance_cents + after_change.gross_cents
    group by after_change.tenant_id
  loop
    -- In the order in which posting locks them, so that the two cannot deadlock.
    perform from syndicate_totals
    where tenant_id = changed.tenant_id and syndicate_id = any (changed.syndicate_ids) order by syndicate_id for update;
    insert into book_changes as kept
    select share.tenant_id, share.syndicate_id, book_day(now()), step.cause, step.deal_status, book_day(now()), share.participation_id,
      sum(step.share_count), sum(step.cost), sum(step.payback), sum(step.gross), sum(step.fee), sum(step.net_pay), 0
    from after_change share
    join before_change earlier on earlier.tenant_id = share.tenant_id and earlier.participation_id = share.participation_id
    cross join lateral (
      select earlier.net_pay_cents - earlier.net_profit_cents as cost, earlier.remaining_balance_cents + earlier.gross_cents as payback
    ) was
    cross join lateral (
      select share.net_pay_cents - share.net_profit_cents as cost, share.remaining_balance_cents + share.gross_cents as payback
    ) is_now
    cross join lateral (
      select 'status' as cause, earlier.deal_status, -1 as share_count, -was.cost as cost, -was.payback as payback,
        -earlier.gross_cents as gross, -earlier.management_fee_cents as fee, -earlier.net_pay_cents as net_pay
      where earlier.deal_status <> share.deal_status
      union all
      select 'status', share.deal_status, 1, was.cost, was.payback, earlier.gross_cents, earlier.management_fee_cents, earlier.net_pay_cents
      where earlier.deal_status <> share.deal_status
      union all
      select 'share changed', share.deal_status, 0, is_now.cost - was.cost, is_now.payback - was.payback, 0, 0, 0
      where is_now.cost <> was.cost or is_now.payback <> was.payback
    ) step
    where share.tenant_id = changed.tenant_id
    group by 1, 2, 3, 4, 5, 6, 7
    order by 2, 7, 4, 5
    on conflict (tenant_id, syndicate_id, recorded_on, cause, deal_status, pay_date, participation_id) do update set
      share_count = kept.share_count + excluded.share_count,
      investment_cost_cents = kept.investment_cost_cents + excluded.investment_cost_cents,
      anticipated_return_cents = kept.anticipated_return_cents + excluded.anticipated_return_cents,
      gross_cents = kept.gross_cents + excluded.gross_cents,
      management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
      net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents;
  end loop;
  return null;
end $$;
create trigger record_share_changes after update on participation_totals
  referencing old table as before_change new table as after_change
  for each statement execute function record_share_changes();

-- Works the changes of a tenant's books out from lines, shares and statuses: for books from before this table, and after a bulk load.
-- A share counts from its entry, or from its first line if that is earlier; one that was changed counts as it is now. The planner knows
-- little of the steps, and a nested loop over 25 million lines would take hours.
create procedure derive_book_changes(of_tenant uuid) language plpgsql
  set enable_nestloop = off
  set work_mem = '128MB'
as $$
begin
  delete from book_changes where tenant_id = of_tenant;
  insert into book_changes
  with line as not materialized (
    select participation_id, posted_at, is_reversal, pay_date, gross_cents, management_fee_cents, net_pay_cents
    from payout_lines where tenant_id = of_tenant
  ), first_line as (
    select participation_id, min(posted_at) as posted_at from line group by participation_id
  ), share as (
    select p.id, p.syndicate_id, p.deal_id, p.investment_cost_cents as cost, p.anticipated_return_cents as payback,
      least(coalesce(p.created_at, p.agreement_date::timestamp at time zone 'America/New_York'), first_line.posted_at) as added_at
    from participations p left join first_line on first_line.participation_id = p.id
    where p.tenant_id = of_tenant
  ), change as (
    select deal_id, status, former_status, changed_at, row_number() over in_order as number, lead(changed_at) over in_order as next_at
    from deal_status_changes
    where tenant_id = of_tenant and status not in ('Request Price Adjustment', 'Contract Request')
    window in_order as (partition by deal_id order by changed_at, id)
  ), span as (
    select deal.id as deal_id, 0 as number, '-infinity'::timestamptz as from_at, coalesce(change.changed_at, 'infinity') as to_at,
      case when change.deal_id is null then deal.status
        when change.former_status in ('Request Price Adjustment', 'Contract Request') or change.former_status is null
        then 'Active Advance' else change.former_status end as status
    from deals deal left join change on change.deal_id = deal.id and change.number = 1
    where deal.tenant_id = of_tenant and deal.funded_date is not null
    union all
    select change.deal_id, change.number, change.changed_at, coalesce(change.next_at, 'infinity'),
      case when change.next_at is null then deal.status else change.status end
    from change join deals deal on deal.id = change.deal_id
    where deal.tenant_id = of_tenant and deal.funded_date is not null
  ), move as (
    select deal_id, from_at, status, lag(status) over (partition by deal_id order by number) as former from span
  ), moved as (
    select share.syndicate_id, share.id, move.from_at, move.former, move.status, share.cost, share.payback,
      coalesce(sum(line.gross_cents), 0) as gross, coalesce(sum(line.management_fee_cents), 0) as fee,
      coalesce(sum(line.net_pay_cents), 0) as net_pay
    from move
    join share on share.deal_id = move.deal_id and share.added_at < move.from_at
    left join line on line.participation_id = share.id and line.posted_at < move.from_at
    where move.former <> move.status
    group by share.syndicate_id, share.id, move.deal_id, move.from_at, move.former, move.status, share.cost, share.payback
  ), step (syndicate_id, recorded_on, cause, deal_status, pay_date, participation_id, share_count, cost, payback, gross, fee, net_pay, lines) as (
    select share.syndicate_id, book_day(share.added_at), 'share added', span.status, book_day(share.added_at), share.id, 1, share.cost,
      share.payback, 0, 0, 0, 0
    from share join span on span.deal_id = share.deal_id and share.added_at >= span.from_at and share.added_at < span.to_at
    union all
    select share.syndicate_id, book_day(line.posted_at), case when line.is_reversal then 'reversal' else 'payout' end, span.status,
      line.pay_date, case when line.is_reversal then share.id else 0 end, 0, 0, 0, line.gross_cents, line.management_fee_cents,
      line.net_pay_cents, 1
    from line
    join share on share.id = line.participation_id
    join span on span.deal_id = share.deal_id and line.posted_at >= span.from_at and line.posted_at < span.to_at
    union all
    select syndicate_id, book_day(from_at), 'status', former, book_day(from_at), id, -1, -cost, -payback, -gross, -fee, -net_pay, 0 from moved
    union all
    select syndicate_id, book_day(from_at), 'status', status, book_day(from_at), id, 1, cost, payback, gross, fee, net_pay, 0 from moved
  )
  select of_tenant, syndicate_id, recorded_on, cause, deal_status, pay_date, participation_id, sum(share_count), sum(cost), sum(payback),
    sum(gross), sum(fee), sum(net_pay), sum(lines), true
  from step
  group by syndicate_id, recorded_on, cause, deal_status, pay_date, participation_id;
end $$;

-- The books that exist, of one tenant after the other. Row-level security stays on: to lift it would stop everybody, also who only reads.
do $$
declare
  listed uuid[];
  listed_tenant uuid;
begin
  perform set_config('app.tenant_list', 'on', true);
  select array_agg(id) into listed from tenants;
  foreach listed_tenant in array coalesce(listed, '{}') loop
    perform set_config('app.tenant', listed_tenant::text, true);
    call derive_book_changes(listed_tenant);
  end loop;
  perform set_config('app.tenant', '', true), set_config('app.tenant_list', '', true);
end $$;
