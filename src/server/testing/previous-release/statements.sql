begin
;

set local app.tenant = '0436942c-6be5-4c10-82c1-fb40906fac18'
;

insert into "tenants" ("id", "slug", "name", "support_email", "support_url") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'previous-release', 'Funder previous-release', 'help@previous-release.example', 'https://previous-release.example/help')
;

commit
;

begin
;

select nextval(pg_get_serial_sequence('users', 'id')) as id
;

set local app."user" = '1'
;

insert into "users" ("id", "login_name", "email", "name", "password_hash") values ('1', 'previous', 'previous@release.example', 'Person 1', null)
;

commit
;

begin
;

set local app.tenant = '0436942c-6be5-4c10-82c1-fb40906fac18'
;

set local app."user" = '1'
;

insert into "syndicates" ("tenant_id", "name", "abbreviation", "pay_days", "default_share_percent", "management_fee_percent", "syndication_fee_percent", "esign_email") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'Syndicate 2', 'S2', '{"1","2","3","4","5"}', '10', '4', '0', 'esign2@investor.example') returning "id"
;

insert into "memberships" ("tenant_id", "user_id", "role", "name", "accepted_at", "syndicate_id", "permissions") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'syndication', 'Person 1', '2026-11-18T18:51:12.474Z', '1', '{"view-fcs"}')
;

insert into "companies" ("tenant_id", "name", "industry", "started_month") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'Bright Oak Dental 3', 'Dental', '2019-03-01') returning "id"
;

insert into "deals" ("tenant_id", "company_id", "public_id", "mid", "name", "platform", "status", "funded_date", "funded_amount_cents", "payback_amount_cents", "payment_cents", "payment_frequency", "term_days", "factor_rate") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'test-deal-00000003', '100003', 'Bright Oak Dental 3', 'Harbor', 'Active Advance', '2026-10-01', '6000000', '8400000', '70000', 'DAILY', '120', '1.4') returning "id"
;

insert into "deal_totals" ("tenant_id", "deal_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1')
;

with locked as (
      select deal_id from deal_totals where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and deal_id = any('{"1"}'::bigint[])
      order by deal_id for update
    )
    update deal_totals total set change_number = total.change_number + 1
    from locked where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and total.deal_id = locked.deal_id
;

insert into participations (tenant_id, syndicate_id, deal_id, agreement_date, share_percent, management_fee_percent,
      management_fee_upfront, participation_amount_cents, commission_amount_cents, upfront_fee_cents, investment_cost_cents,
      anticipated_return_cents)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, entry.*
    from unnest('{"1"}'::bigint[], '{"1"}'::bigint[],
      '{"2026-10-01"}'::date[], '{"10"}'::numeric[],
      '{"4"}'::numeric[], '{"0"}'::smallint[],
      '{"600000"}'::bigint[], '{"60000"}'::bigint[],
      '{"0"}'::bigint[], '{"660000"}'::bigint[],
      '{"840000"}'::bigint[]) as entry
    returning id, deal_id, syndicate_id
;

insert into participation_totals (tenant_id, participation_id, syndicate_id, deal_status, agreement_date,
      remaining_balance_cents, net_profit_cents)
    select p.tenant_id, p.id, p.syndicate_id, deal.status, p.agreement_date, p.anticipated_return_cents,
      -p.investment_cost_cents
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and p.id = any('{"1"}'::bigint[])
;

insert into syndicate_totals as total (tenant_id, syndicate_id, participation_count, participation_amount_cents,
      investment_cost_cents, anticipated_return_cents, portfolio_balance_cents)
    select p.tenant_id, p.syndicate_id, count(*), sum(p.participation_amount_cents), sum(p.investment_cost_cents),
      sum(p.anticipated_return_cents),
      coalesce(sum(p.anticipated_return_cents) filter (where deal.status <> all ('{"Write-off","Complete with discount"}')), 0)
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and p.id = any('{"1"}'::bigint[])
    group by p.tenant_id, p.syndicate_id
    -- Locked in order, as in posting.
    order by p.syndicate_id
    on conflict (tenant_id, syndicate_id) do update set
      participation_count = total.participation_count + excluded.participation_count,
      participation_amount_cents = total.participation_amount_cents + excluded.participation_amount_cents,
      investment_cost_cents = total.investment_cost_cents + excluded.investment_cost_cents,
      anticipated_return_cents = total.anticipated_return_cents + excluded.anticipated_return_cents,
      portfolio_balance_cents = total.portfolio_balance_cents + excluded.portfolio_balance_cents
;

insert into listed_participations (tenant_id, participation_id, syndicate_id, agreement_date, deal_status, merchant_key,
      mid, share_percent, investment_cost_cents, anticipated_return_cents)
    select p.tenant_id, p.id, p.syndicate_id, p.agreement_date, deal.status, lower(deal.name), deal.mid, p.share_percent,
      p.investment_cost_cents, p.anticipated_return_cents
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and p.id = any('{"1"}'::bigint[])
;

insert into deal_standings as kept (tenant_id, as_of, deal_id, expected_cents, arrears_cents, missed_count,
      pace_cleared_cents, pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, null::date, entry.*
    from unnest('{"1"}'::bigint[], '{"0"}'::bigint[],
      '{"0"}'::bigint[], '{"0"}'::integer[],
      '{null}'::bigint[], '{null}'::bigint[],
      '{"2027-03-29"}'::date[], '{"2027-03-29"}'::date[],
      '{"2027-03-29"}'::date[], '{"[]"}'::jsonb[]) as entry
    on conflict (tenant_id, deal_id) do update set (as_of, expected_cents, arrears_cents, missed_count, pace_cleared_cents,
      pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons) = (excluded.as_of, excluded.expected_cents,
      excluded.arrears_cents, excluded.missed_count, excluded.pace_cleared_cents, excluded.pace_asked_cents,
      excluded.contract_payoff, excluded.expected_payoff, excluded.pace_payoff, excluded.reasons)
    where kept is distinct from excluded
;

with found as (
      select * from unnest('{}'::bigint[], '{}'::text[])
        as found (deal_id, reason)
    ), gone as (
      update deal_alerts alert set closed_on = coalesce(null::date, (now() at time zone 'America/New_York')::date), closed_at = now()
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = any('{"1"}'::bigint[]) and alert.closed_on is null
        and not exists (select from found where found.deal_id = alert.deal_id and found.reason = alert.reason)
    )
    insert into deal_alerts (tenant_id, deal_id, reason, opened_on)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, found.deal_id, found.reason, coalesce(null::date, (now() at time zone 'America/New_York')::date) from found
    where not exists (select from deal_alerts alert
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = found.deal_id and alert.reason = found.reason
        and alert.closed_on is null)
;

with watched as materialized (
    select p.tenant_id, p.id as participation_id, p.syndicate_id, p.deal_id, watched.gravity, watched.since,
      round(watched.arrears * p.share_percent / 100)::bigint as arrears_cents, (p.anticipated_return_cents - total.gross_cents
  - (case when p.management_fee_upfront = 0 then round(p.anticipated_return_cents * p.management_fee_percent / 100) else 0 end
    - total.management_fee_cents))::bigint as net_balance_cents
    from unnest('{}'::bigint[], '{}'::smallint[],
      '{}'::date[], '{}'::bigint[])
      as watched (deal_id, gravity, since, arrears)
    join participations p on p.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and p.deal_id = watched.deal_id
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id), before as materialized (
      select participation_id, syndicate_id, arrears_cents, net_balance_cents from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and deal_id = any('{"1"}'::bigint[])
    ), gone as (
      delete from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and participation_id in (select participation_id from before)
        and participation_id not in (select participation_id from watched)
    ), kept as (
      insert into watched_participations as kept (tenant_id, participation_id, syndicate_id, deal_id, gravity, since,
        arrears_cents, net_balance_cents)
      select tenant_id, participation_id, syndicate_id, deal_id, gravity, since, arrears_cents, net_balance_cents from watched
      on conflict (tenant_id, participation_id) do update set (syndicate_id, gravity, since, arrears_cents, net_balance_cents)
        = (excluded.syndicate_id, excluded.gravity, excluded.since, excluded.arrears_cents, excluded.net_balance_cents)
      where kept is distinct from excluded
    ), change as (
      select syndicate_id, sum(shares) as shares, sum(arrears_cents) as arrears_cents, sum(net_balance_cents) as net_balance_cents
      from (
        select syndicate_id, 1 as shares, arrears_cents, net_balance_cents from watched
        union all select syndicate_id, -1, -arrears_cents, -net_balance_cents from before
      ) part
      group by syndicate_id
      having sum(shares) <> 0 or sum(arrears_cents) <> 0 or sum(net_balance_cents) <> 0
    ), locked as (
      select syndicate_id from syndicate_totals
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and syndicate_id in (select syndicate_id from change)
      order by syndicate_id for update
    )
    update syndicate_totals total set watched_count = total.watched_count + change.shares,
      watched_arrears_cents = total.watched_arrears_cents + change.arrears_cents,
      watched_net_balance_cents = total.watched_net_balance_cents + change.net_balance_cents
    from change join locked using (syndicate_id)
    where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and total.syndicate_id = change.syndicate_id
;

select graphile_worker.add_job('turn day of tenant', payload, priority => '5'::integer, run_at => '2026-11-18T18:51:42.641Z'::timestamptz,
      queue_name => null::text, job_key => 'forecasts of 0436942c-6be5-4c10-82c1-fb40906fac18'::text)
    from unnest('{"{\"tenantId\":\"0436942c-6be5-4c10-82c1-fb40906fac18\"}"}'::json[]) payload
;

insert into "listed_words" ("tenant_id", "syndicate_id", "word", "participation_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'bright', '1')
;

with locked as (
      select deal_id from deal_totals where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and deal_id = any('{"1"}'::bigint[])
      order by deal_id for update
    )
    update deal_totals total set change_number = total.change_number + 1
    from locked where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and total.deal_id = locked.deal_id
;

insert into payments (tenant_id, deal_id, reference, amount_cents, status, cleared_date, returned_date, return_code,
      is_void, settles_deal, debit_date, source_id, source_line, reversal_source_id, reversal_source_line)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, deal_id, reference, amount,
      case when cleared_date is null then 'returned' when returned_date is null then 'cleared' else 'reversed' end,
      cleared_date, returned_date, return_code, is_void, settles_deal, debit_date, source_id, source_line,
      reversal_source_id, reversal_source_line
    from unnest('{"1"}'::bigint[], '{"first"}'::text[], '{"70000"}'::bigint[],
      '{"2026-10-02"}'::date[], '{null}'::date[], '{null}'::text[],
      '{"false"}'::boolean[], '{"false"}'::boolean[], '{null}'::date[],
      '{null}'::bigint[], '{null}'::integer[],
      '{null}'::bigint[], '{null}'::integer[])
      as entry (deal_id, reference, amount, cleared_date, returned_date, return_code, is_void, settles_deal, debit_date,
        source_id, source_line, reversal_source_id, reversal_source_line)
    on conflict (tenant_id, reference) do nothing
    returning id, reference
;

with line as (
      select * from unnest('{"1"}'::bigint[], '{"1"}'::bigint[],
        '{"1"}'::bigint[], '{"7000"}'::bigint[], '{"280"}'::bigint[],
        '{"2026-10-05"}'::date[], '{"false"}'::boolean[], '{"2026-10-02"}'::date[])
        as line (payment_id, participation_id, syndicate_id, gross, fee, pay_date, is_reversal, last_cleared_date)
    ), written as (
      insert into payout_lines (tenant_id, payment_id, participation_id, syndicate_id, gross_cents,
        management_fee_cents, net_pay_cents, pay_date, is_reversal)
      select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, payment_id, participation_id, syndicate_id, gross, fee, gross - fee, pay_date, is_reversal
      from line
      returning tenant_id, participation_id, syndicate_id, gross_cents, management_fee_cents, net_pay_cents, pay_date
    ), by_participation as (
      select tenant_id, participation_id, syndicate_id, sum(gross_cents)::bigint as gross_cents,
        sum(management_fee_cents)::bigint as management_fee_cents, sum(net_pay_cents)::bigint as net_pay_cents,
        count(*)::integer as transactions, min(pay_date) as first_pay_date, max(pay_date) as last_pay_date
      from written group by tenant_id, participation_id, syndicate_id
    ), cleared as (
      select participation_id, max(last_cleared_date) as last_cleared_date from line group by participation_id
    ), participation_totals_kept as (
      update participation_totals total set
        gross_cents = total.gross_cents + part.gross_cents,
        management_fee_cents = total.management_fee_cents + part.management_fee_cents,
        net_pay_cents = total.net_pay_cents + part.net_pay_cents,
        remaining_balance_cents = total.remaining_balance_cents - part.gross_cents,
        net_profit_cents = total.net_profit_cents + part.net_pay_cents,
        transaction_count = total.transaction_count + part.transactions,
        last_cleared_date = cleared.last_cleared_date,
        first_pay_date = least(total.first_pay_date, part.first_pay_date),
        last_pay_date = greatest(total.last_pay_date, part.last_pay_date)
      from by_participation part join cleared using (participation_id)
      where total.tenant_id = part.tenant_id and total.participation_id = part.participation_id
    ), participation_pay_dates_kept as (
      insert into participation_pay_dates as kept (tenant_id, participation_id, syndicate_id, pay_date, gross_cents,
        management_fee_cents, net_pay_cents, transaction_count)
      select tenant_id, participation_id, syndicate_id, pay_date, sum(gross_cents), sum(management_fee_cents),
        sum(net_pay_cents), count(*)
      from written group by tenant_id, participation_id, syndicate_id, pay_date
      on conflict (tenant_id, participation_id, pay_date) do update set
        gross_cents = kept.gross_cents + excluded.gross_cents,
        management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
        net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents,
        transaction_count = kept.transaction_count + excluded.transaction_count
    ), syndicate_pay_dates_kept as (
      insert into syndicate_pay_dates as kept (tenant_id, syndicate_id, pay_date, gross_cents, management_fee_cents,
        net_pay_cents, transaction_count)
      select tenant_id, syndicate_id, pay_date, sum(gross_cents), sum(management_fee_cents), sum(net_pay_cents),
        count(*)
      from written group by tenant_id, syndicate_id, pay_date
      on conflict (tenant_id, syndicate_id, pay_date) do update set
        gross_cents = kept.gross_cents + excluded.gross_cents,
        management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
        net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents,
        transaction_count = kept.transaction_count + excluded.transaction_count
    ), by_syndicate as (
      select part.tenant_id, part.syndicate_id, sum(part.gross_cents) as gross_cents,
        sum(part.management_fee_cents) as management_fee_cents, sum(part.net_pay_cents) as net_pay_cents,
        coalesce(sum(part.gross_cents) filter (where deal.status <> all ('{"Write-off","Complete with discount"}')), 0) as counted_cents
      from by_participation part
      join participations p on p.tenant_id = part.tenant_id and p.id = part.participation_id
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      group by part.tenant_id, part.syndicate_id
    )
    update syndicate_totals total set
      gross_cents = total.gross_cents + part.gross_cents,
      management_fee_cents = total.management_fee_cents + part.management_fee_cents,
      net_pay_cents = total.net_pay_cents + part.net_pay_cents,
      portfolio_balance_cents = total.portfolio_balance_cents - part.counted_cents
    from by_syndicate part
    where total.tenant_id = part.tenant_id and total.syndicate_id = part.syndicate_id
;

update deal_totals total set
      collected_cents = total.collected_cents + moved.collected,
      cleared_count = total.cleared_count + moved.cleared,
      returned_count = total.returned_count + moved.returned,
      last_cleared_date = moved.last_cleared_date
    from unnest('{"1"}'::bigint[], '{"70000"}'::bigint[], '{"1"}'::integer[],
      '{"0"}'::integer[], '{"2026-10-02"}'::date[])
      as moved (deal_id, collected, cleared, returned, last_cleared_date)
    where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and total.deal_id = moved.deal_id
;

insert into deal_standings as kept (tenant_id, as_of, deal_id, expected_cents, arrears_cents, missed_count,
      pace_cleared_cents, pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, null::date, entry.*
    from unnest('{"1"}'::bigint[], '{"0"}'::bigint[],
      '{"0"}'::bigint[], '{"0"}'::integer[],
      '{null}'::bigint[], '{null}'::bigint[],
      '{"2027-03-29"}'::date[], '{"2027-03-26"}'::date[],
      '{"2027-03-26"}'::date[], '{"[]"}'::jsonb[]) as entry
    on conflict (tenant_id, deal_id) do update set (as_of, expected_cents, arrears_cents, missed_count, pace_cleared_cents,
      pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons) = (excluded.as_of, excluded.expected_cents,
      excluded.arrears_cents, excluded.missed_count, excluded.pace_cleared_cents, excluded.pace_asked_cents,
      excluded.contract_payoff, excluded.expected_payoff, excluded.pace_payoff, excluded.reasons)
    where kept is distinct from excluded
;

with found as (
      select * from unnest('{}'::bigint[], '{}'::text[])
        as found (deal_id, reason)
    ), gone as (
      update deal_alerts alert set closed_on = coalesce(null::date, (now() at time zone 'America/New_York')::date), closed_at = now()
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = any('{"1"}'::bigint[]) and alert.closed_on is null
        and not exists (select from found where found.deal_id = alert.deal_id and found.reason = alert.reason)
    )
    insert into deal_alerts (tenant_id, deal_id, reason, opened_on)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, found.deal_id, found.reason, coalesce(null::date, (now() at time zone 'America/New_York')::date) from found
    where not exists (select from deal_alerts alert
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = found.deal_id and alert.reason = found.reason
        and alert.closed_on is null)
;

with watched as materialized (
    select p.tenant_id, p.id as participation_id, p.syndicate_id, p.deal_id, watched.gravity, watched.since,
      round(watched.arrears * p.share_percent / 100)::bigint as arrears_cents, (p.anticipated_return_cents - total.gross_cents
  - (case when p.management_fee_upfront = 0 then round(p.anticipated_return_cents * p.management_fee_percent / 100) else 0 end
    - total.management_fee_cents))::bigint as net_balance_cents
    from unnest('{}'::bigint[], '{}'::smallint[],
      '{}'::date[], '{}'::bigint[])
      as watched (deal_id, gravity, since, arrears)
    join participations p on p.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and p.deal_id = watched.deal_id
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id), before as materialized (
      select participation_id, syndicate_id, arrears_cents, net_balance_cents from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and deal_id = any('{"1"}'::bigint[])
    ), gone as (
      delete from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and participation_id in (select participation_id from before)
        and participation_id not in (select participation_id from watched)
    ), kept as (
      insert into watched_participations as kept (tenant_id, participation_id, syndicate_id, deal_id, gravity, since,
        arrears_cents, net_balance_cents)
      select tenant_id, participation_id, syndicate_id, deal_id, gravity, since, arrears_cents, net_balance_cents from watched
      on conflict (tenant_id, participation_id) do update set (syndicate_id, gravity, since, arrears_cents, net_balance_cents)
        = (excluded.syndicate_id, excluded.gravity, excluded.since, excluded.arrears_cents, excluded.net_balance_cents)
      where kept is distinct from excluded
    ), change as (
      select syndicate_id, sum(shares) as shares, sum(arrears_cents) as arrears_cents, sum(net_balance_cents) as net_balance_cents
      from (
        select syndicate_id, 1 as shares, arrears_cents, net_balance_cents from watched
        union all select syndicate_id, -1, -arrears_cents, -net_balance_cents from before
      ) part
      group by syndicate_id
      having sum(shares) <> 0 or sum(arrears_cents) <> 0 or sum(net_balance_cents) <> 0
    ), locked as (
      select syndicate_id from syndicate_totals
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and syndicate_id in (select syndicate_id from change)
      order by syndicate_id for update
    )
    update syndicate_totals total set watched_count = total.watched_count + change.shares,
      watched_arrears_cents = total.watched_arrears_cents + change.arrears_cents,
      watched_net_balance_cents = total.watched_net_balance_cents + change.net_balance_cents
    from change join locked using (syndicate_id)
    where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and total.syndicate_id = change.syndicate_id
;

with locked as (
      select deal_id from deal_totals where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and deal_id = any('{"1"}'::bigint[])
      order by deal_id for update
    )
    update deal_totals total set change_number = total.change_number + 1
    from locked where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and total.deal_id = locked.deal_id
;

insert into payments (tenant_id, deal_id, reference, amount_cents, status, cleared_date, returned_date, return_code,
      is_void, settles_deal, debit_date, source_id, source_line, reversal_source_id, reversal_source_line)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, deal_id, reference, amount,
      case when cleared_date is null then 'returned' when returned_date is null then 'cleared' else 'reversed' end,
      cleared_date, returned_date, return_code, is_void, settles_deal, debit_date, source_id, source_line,
      reversal_source_id, reversal_source_line
    from unnest('{"1"}'::bigint[], '{"mistyped"}'::text[], '{"100"}'::bigint[],
      '{"2026-10-02"}'::date[], '{null}'::date[], '{null}'::text[],
      '{"false"}'::boolean[], '{"false"}'::boolean[], '{null}'::date[],
      '{null}'::bigint[], '{null}'::integer[],
      '{null}'::bigint[], '{null}'::integer[])
      as entry (deal_id, reference, amount, cleared_date, returned_date, return_code, is_void, settles_deal, debit_date,
        source_id, source_line, reversal_source_id, reversal_source_line)
    on conflict (tenant_id, reference) do nothing
    returning id, reference
;

with line as (
      select * from unnest('{"2"}'::bigint[], '{"1"}'::bigint[],
        '{"1"}'::bigint[], '{"10"}'::bigint[], '{"0"}'::bigint[],
        '{"2026-10-05"}'::date[], '{"false"}'::boolean[], '{"2026-10-02"}'::date[])
        as line (payment_id, participation_id, syndicate_id, gross, fee, pay_date, is_reversal, last_cleared_date)
    ), written as (
      insert into payout_lines (tenant_id, payment_id, participation_id, syndicate_id, gross_cents,
        management_fee_cents, net_pay_cents, pay_date, is_reversal)
      select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, payment_id, participation_id, syndicate_id, gross, fee, gross - fee, pay_date, is_reversal
      from line
      returning tenant_id, participation_id, syndicate_id, gross_cents, management_fee_cents, net_pay_cents, pay_date
    ), by_participation as (
      select tenant_id, participation_id, syndicate_id, sum(gross_cents)::bigint as gross_cents,
        sum(management_fee_cents)::bigint as management_fee_cents, sum(net_pay_cents)::bigint as net_pay_cents,
        count(*)::integer as transactions, min(pay_date) as first_pay_date, max(pay_date) as last_pay_date
      from written group by tenant_id, participation_id, syndicate_id
    ), cleared as (
      select participation_id, max(last_cleared_date) as last_cleared_date from line group by participation_id
    ), participation_totals_kept as (
      update participation_totals total set
        gross_cents = total.gross_cents + part.gross_cents,
        management_fee_cents = total.management_fee_cents + part.management_fee_cents,
        net_pay_cents = total.net_pay_cents + part.net_pay_cents,
        remaining_balance_cents = total.remaining_balance_cents - part.gross_cents,
        net_profit_cents = total.net_profit_cents + part.net_pay_cents,
        transaction_count = total.transaction_count + part.transactions,
        last_cleared_date = cleared.last_cleared_date,
        first_pay_date = least(total.first_pay_date, part.first_pay_date),
        last_pay_date = greatest(total.last_pay_date, part.last_pay_date)
      from by_participation part join cleared using (participation_id)
      where total.tenant_id = part.tenant_id and total.participation_id = part.participation_id
    ), participation_pay_dates_kept as (
      insert into participation_pay_dates as kept (tenant_id, participation_id, syndicate_id, pay_date, gross_cents,
        management_fee_cents, net_pay_cents, transaction_count)
      select tenant_id, participation_id, syndicate_id, pay_date, sum(gross_cents), sum(management_fee_cents),
        sum(net_pay_cents), count(*)
      from written group by tenant_id, participation_id, syndicate_id, pay_date
      on conflict (tenant_id, participation_id, pay_date) do update set
        gross_cents = kept.gross_cents + excluded.gross_cents,
        management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
        net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents,
        transaction_count = kept.transaction_count + excluded.transaction_count
    ), syndicate_pay_dates_kept as (
      insert into syndicate_pay_dates as kept (tenant_id, syndicate_id, pay_date, gross_cents, management_fee_cents,
        net_pay_cents, transaction_count)
      select tenant_id, syndicate_id, pay_date, sum(gross_cents), sum(management_fee_cents), sum(net_pay_cents),
        count(*)
      from written group by tenant_id, syndicate_id, pay_date
      on conflict (tenant_id, syndicate_id, pay_date) do update set
        gross_cents = kept.gross_cents + excluded.gross_cents,
        management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
        net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents,
        transaction_count = kept.transaction_count + excluded.transaction_count
    ), by_syndicate as (
      select part.tenant_id, part.syndicate_id, sum(part.gross_cents) as gross_cents,
        sum(part.management_fee_cents) as management_fee_cents, sum(part.net_pay_cents) as net_pay_cents,
        coalesce(sum(part.gross_cents) filter (where deal.status <> all ('{"Write-off","Complete with discount"}')), 0) as counted_cents
      from by_participation part
      join participations p on p.tenant_id = part.tenant_id and p.id = part.participation_id
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      group by part.tenant_id, part.syndicate_id
    )
    update syndicate_totals total set
      gross_cents = total.gross_cents + part.gross_cents,
      management_fee_cents = total.management_fee_cents + part.management_fee_cents,
      net_pay_cents = total.net_pay_cents + part.net_pay_cents,
      portfolio_balance_cents = total.portfolio_balance_cents - part.counted_cents
    from by_syndicate part
    where total.tenant_id = part.tenant_id and total.syndicate_id = part.syndicate_id
;

update deal_totals total set
      collected_cents = total.collected_cents + moved.collected,
      cleared_count = total.cleared_count + moved.cleared,
      returned_count = total.returned_count + moved.returned,
      last_cleared_date = moved.last_cleared_date
    from unnest('{"1"}'::bigint[], '{"100"}'::bigint[], '{"1"}'::integer[],
      '{"0"}'::integer[], '{"2026-10-02"}'::date[])
      as moved (deal_id, collected, cleared, returned, last_cleared_date)
    where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and total.deal_id = moved.deal_id
;

insert into deal_standings as kept (tenant_id, as_of, deal_id, expected_cents, arrears_cents, missed_count,
      pace_cleared_cents, pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, null::date, entry.*
    from unnest('{"1"}'::bigint[], '{"0"}'::bigint[],
      '{"0"}'::bigint[], '{"0"}'::integer[],
      '{null}'::bigint[], '{null}'::bigint[],
      '{"2027-03-29"}'::date[], '{"2027-03-26"}'::date[],
      '{"2027-03-26"}'::date[], '{"[]"}'::jsonb[]) as entry
    on conflict (tenant_id, deal_id) do update set (as_of, expected_cents, arrears_cents, missed_count, pace_cleared_cents,
      pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons) = (excluded.as_of, excluded.expected_cents,
      excluded.arrears_cents, excluded.missed_count, excluded.pace_cleared_cents, excluded.pace_asked_cents,
      excluded.contract_payoff, excluded.expected_payoff, excluded.pace_payoff, excluded.reasons)
    where kept is distinct from excluded
;

with found as (
      select * from unnest('{}'::bigint[], '{}'::text[])
        as found (deal_id, reason)
    ), gone as (
      update deal_alerts alert set closed_on = coalesce(null::date, (now() at time zone 'America/New_York')::date), closed_at = now()
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = any('{"1"}'::bigint[]) and alert.closed_on is null
        and not exists (select from found where found.deal_id = alert.deal_id and found.reason = alert.reason)
    )
    insert into deal_alerts (tenant_id, deal_id, reason, opened_on)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, found.deal_id, found.reason, coalesce(null::date, (now() at time zone 'America/New_York')::date) from found
    where not exists (select from deal_alerts alert
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = found.deal_id and alert.reason = found.reason
        and alert.closed_on is null)
;

with watched as materialized (
    select p.tenant_id, p.id as participation_id, p.syndicate_id, p.deal_id, watched.gravity, watched.since,
      round(watched.arrears * p.share_percent / 100)::bigint as arrears_cents, (p.anticipated_return_cents - total.gross_cents
  - (case when p.management_fee_upfront = 0 then round(p.anticipated_return_cents * p.management_fee_percent / 100) else 0 end
    - total.management_fee_cents))::bigint as net_balance_cents
    from unnest('{}'::bigint[], '{}'::smallint[],
      '{}'::date[], '{}'::bigint[])
      as watched (deal_id, gravity, since, arrears)
    join participations p on p.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and p.deal_id = watched.deal_id
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id), before as materialized (
      select participation_id, syndicate_id, arrears_cents, net_balance_cents from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and deal_id = any('{"1"}'::bigint[])
    ), gone as (
      delete from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and participation_id in (select participation_id from before)
        and participation_id not in (select participation_id from watched)
    ), kept as (
      insert into watched_participations as kept (tenant_id, participation_id, syndicate_id, deal_id, gravity, since,
        arrears_cents, net_balance_cents)
      select tenant_id, participation_id, syndicate_id, deal_id, gravity, since, arrears_cents, net_balance_cents from watched
      on conflict (tenant_id, participation_id) do update set (syndicate_id, gravity, since, arrears_cents, net_balance_cents)
        = (excluded.syndicate_id, excluded.gravity, excluded.since, excluded.arrears_cents, excluded.net_balance_cents)
      where kept is distinct from excluded
    ), change as (
      select syndicate_id, sum(shares) as shares, sum(arrears_cents) as arrears_cents, sum(net_balance_cents) as net_balance_cents
      from (
        select syndicate_id, 1 as shares, arrears_cents, net_balance_cents from watched
        union all select syndicate_id, -1, -arrears_cents, -net_balance_cents from before
      ) part
      group by syndicate_id
      having sum(shares) <> 0 or sum(arrears_cents) <> 0 or sum(net_balance_cents) <> 0
    ), locked as (
      select syndicate_id from syndicate_totals
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and syndicate_id in (select syndicate_id from change)
      order by syndicate_id for update
    )
    update syndicate_totals total set watched_count = total.watched_count + change.shares,
      watched_arrears_cents = total.watched_arrears_cents + change.arrears_cents,
      watched_net_balance_cents = total.watched_net_balance_cents + change.net_balance_cents
    from change join locked using (syndicate_id)
    where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and total.syndicate_id = change.syndicate_id
;

with locked as (
      select deal_id from deal_totals where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and deal_id = any('{"1"}'::bigint[])
      order by deal_id for update
    )
    update deal_totals total set change_number = total.change_number + 1
    from locked where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and total.deal_id = locked.deal_id
;

with locked as (
      select deal_id from deal_totals where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and deal_id = any('{"1"}'::bigint[])
      order by deal_id for update
    )
    update deal_totals total set change_number = total.change_number + 1
    from locked where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and total.deal_id = locked.deal_id
;

update payments set status = 'reversed', returned_date = entry.returned_date, return_code = entry.return_code,
      is_void = entry.is_void, reversal_source_id = entry.source_id, reversal_source_line = entry.source_line
    from unnest('{"2"}'::bigint[], '{"<today>"}'::date[], '{null}'::text[],
      '{"true"}'::boolean[], '{null}'::bigint[],
      '{null}'::integer[])
      as entry (id, returned_date, return_code, is_void, source_id, source_line)
    where payments.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and payments.id = entry.id
;

with line as (
      select * from unnest('{"2"}'::bigint[], '{"1"}'::bigint[],
        '{"1"}'::bigint[], '{"-10"}'::bigint[], '{"0"}'::bigint[],
        '{"2026-11-19"}'::date[], '{"true"}'::boolean[], '{"2026-10-02"}'::date[])
        as line (payment_id, participation_id, syndicate_id, gross, fee, pay_date, is_reversal, last_cleared_date)
    ), written as (
      insert into payout_lines (tenant_id, payment_id, participation_id, syndicate_id, gross_cents,
        management_fee_cents, net_pay_cents, pay_date, is_reversal)
      select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, payment_id, participation_id, syndicate_id, gross, fee, gross - fee, pay_date, is_reversal
      from line
      returning tenant_id, participation_id, syndicate_id, gross_cents, management_fee_cents, net_pay_cents, pay_date
    ), by_participation as (
      select tenant_id, participation_id, syndicate_id, sum(gross_cents)::bigint as gross_cents,
        sum(management_fee_cents)::bigint as management_fee_cents, sum(net_pay_cents)::bigint as net_pay_cents,
        count(*)::integer as transactions, min(pay_date) as first_pay_date, max(pay_date) as last_pay_date
      from written group by tenant_id, participation_id, syndicate_id
    ), cleared as (
      select participation_id, max(last_cleared_date) as last_cleared_date from line group by participation_id
    ), participation_totals_kept as (
      update participation_totals total set
        gross_cents = total.gross_cents + part.gross_cents,
        management_fee_cents = total.management_fee_cents + part.management_fee_cents,
        net_pay_cents = total.net_pay_cents + part.net_pay_cents,
        remaining_balance_cents = total.remaining_balance_cents - part.gross_cents,
        net_profit_cents = total.net_profit_cents + part.net_pay_cents,
        transaction_count = total.transaction_count + part.transactions,
        last_cleared_date = cleared.last_cleared_date,
        first_pay_date = least(total.first_pay_date, part.first_pay_date),
        last_pay_date = greatest(total.last_pay_date, part.last_pay_date)
      from by_participation part join cleared using (participation_id)
      where total.tenant_id = part.tenant_id and total.participation_id = part.participation_id
    ), participation_pay_dates_kept as (
      insert into participation_pay_dates as kept (tenant_id, participation_id, syndicate_id, pay_date, gross_cents,
        management_fee_cents, net_pay_cents, transaction_count)
      select tenant_id, participation_id, syndicate_id, pay_date, sum(gross_cents), sum(management_fee_cents),
        sum(net_pay_cents), count(*)
      from written group by tenant_id, participation_id, syndicate_id, pay_date
      on conflict (tenant_id, participation_id, pay_date) do update set
        gross_cents = kept.gross_cents + excluded.gross_cents,
        management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
        net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents,
        transaction_count = kept.transaction_count + excluded.transaction_count
    ), syndicate_pay_dates_kept as (
      insert into syndicate_pay_dates as kept (tenant_id, syndicate_id, pay_date, gross_cents, management_fee_cents,
        net_pay_cents, transaction_count)
      select tenant_id, syndicate_id, pay_date, sum(gross_cents), sum(management_fee_cents), sum(net_pay_cents),
        count(*)
      from written group by tenant_id, syndicate_id, pay_date
      on conflict (tenant_id, syndicate_id, pay_date) do update set
        gross_cents = kept.gross_cents + excluded.gross_cents,
        management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
        net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents,
        transaction_count = kept.transaction_count + excluded.transaction_count
    ), by_syndicate as (
      select part.tenant_id, part.syndicate_id, sum(part.gross_cents) as gross_cents,
        sum(part.management_fee_cents) as management_fee_cents, sum(part.net_pay_cents) as net_pay_cents,
        coalesce(sum(part.gross_cents) filter (where deal.status <> all ('{"Write-off","Complete with discount"}')), 0) as counted_cents
      from by_participation part
      join participations p on p.tenant_id = part.tenant_id and p.id = part.participation_id
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      group by part.tenant_id, part.syndicate_id
    )
    update syndicate_totals total set
      gross_cents = total.gross_cents + part.gross_cents,
      management_fee_cents = total.management_fee_cents + part.management_fee_cents,
      net_pay_cents = total.net_pay_cents + part.net_pay_cents,
      portfolio_balance_cents = total.portfolio_balance_cents - part.counted_cents
    from by_syndicate part
    where total.tenant_id = part.tenant_id and total.syndicate_id = part.syndicate_id
;

update deal_totals total set
      collected_cents = total.collected_cents + moved.collected,
      cleared_count = total.cleared_count + moved.cleared,
      returned_count = total.returned_count + moved.returned,
      last_cleared_date = moved.last_cleared_date
    from unnest('{"1"}'::bigint[], '{"-100"}'::bigint[], '{"-1"}'::integer[],
      '{"1"}'::integer[], '{"2026-10-02"}'::date[])
      as moved (deal_id, collected, cleared, returned, last_cleared_date)
    where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and total.deal_id = moved.deal_id
;

insert into deal_standings as kept (tenant_id, as_of, deal_id, expected_cents, arrears_cents, missed_count,
      pace_cleared_cents, pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, null::date, entry.*
    from unnest('{"1"}'::bigint[], '{"0"}'::bigint[],
      '{"0"}'::bigint[], '{"0"}'::integer[],
      '{null}'::bigint[], '{null}'::bigint[],
      '{"2027-03-29"}'::date[], '{"2027-03-26"}'::date[],
      '{"2027-03-26"}'::date[], '{"[]"}'::jsonb[]) as entry
    on conflict (tenant_id, deal_id) do update set (as_of, expected_cents, arrears_cents, missed_count, pace_cleared_cents,
      pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons) = (excluded.as_of, excluded.expected_cents,
      excluded.arrears_cents, excluded.missed_count, excluded.pace_cleared_cents, excluded.pace_asked_cents,
      excluded.contract_payoff, excluded.expected_payoff, excluded.pace_payoff, excluded.reasons)
    where kept is distinct from excluded
;

with found as (
      select * from unnest('{}'::bigint[], '{}'::text[])
        as found (deal_id, reason)
    ), gone as (
      update deal_alerts alert set closed_on = coalesce(null::date, (now() at time zone 'America/New_York')::date), closed_at = now()
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = any('{"1"}'::bigint[]) and alert.closed_on is null
        and not exists (select from found where found.deal_id = alert.deal_id and found.reason = alert.reason)
    )
    insert into deal_alerts (tenant_id, deal_id, reason, opened_on)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, found.deal_id, found.reason, coalesce(null::date, (now() at time zone 'America/New_York')::date) from found
    where not exists (select from deal_alerts alert
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = found.deal_id and alert.reason = found.reason
        and alert.closed_on is null)
;

with watched as materialized (
    select p.tenant_id, p.id as participation_id, p.syndicate_id, p.deal_id, watched.gravity, watched.since,
      round(watched.arrears * p.share_percent / 100)::bigint as arrears_cents, (p.anticipated_return_cents - total.gross_cents
  - (case when p.management_fee_upfront = 0 then round(p.anticipated_return_cents * p.management_fee_percent / 100) else 0 end
    - total.management_fee_cents))::bigint as net_balance_cents
    from unnest('{}'::bigint[], '{}'::smallint[],
      '{}'::date[], '{}'::bigint[])
      as watched (deal_id, gravity, since, arrears)
    join participations p on p.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and p.deal_id = watched.deal_id
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id), before as materialized (
      select participation_id, syndicate_id, arrears_cents, net_balance_cents from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and deal_id = any('{"1"}'::bigint[])
    ), gone as (
      delete from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and participation_id in (select participation_id from before)
        and participation_id not in (select participation_id from watched)
    ), kept as (
      insert into watched_participations as kept (tenant_id, participation_id, syndicate_id, deal_id, gravity, since,
        arrears_cents, net_balance_cents)
      select tenant_id, participation_id, syndicate_id, deal_id, gravity, since, arrears_cents, net_balance_cents from watched
      on conflict (tenant_id, participation_id) do update set (syndicate_id, gravity, since, arrears_cents, net_balance_cents)
        = (excluded.syndicate_id, excluded.gravity, excluded.since, excluded.arrears_cents, excluded.net_balance_cents)
      where kept is distinct from excluded
    ), change as (
      select syndicate_id, sum(shares) as shares, sum(arrears_cents) as arrears_cents, sum(net_balance_cents) as net_balance_cents
      from (
        select syndicate_id, 1 as shares, arrears_cents, net_balance_cents from watched
        union all select syndicate_id, -1, -arrears_cents, -net_balance_cents from before
      ) part
      group by syndicate_id
      having sum(shares) <> 0 or sum(arrears_cents) <> 0 or sum(net_balance_cents) <> 0
    ), locked as (
      select syndicate_id from syndicate_totals
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and syndicate_id in (select syndicate_id from change)
      order by syndicate_id for update
    )
    update syndicate_totals total set watched_count = total.watched_count + change.shares,
      watched_arrears_cents = total.watched_arrears_cents + change.arrears_cents,
      watched_net_balance_cents = total.watched_net_balance_cents + change.net_balance_cents
    from change join locked using (syndicate_id)
    where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and total.syndicate_id = change.syndicate_id
;

insert into payment_corrections (tenant_id, payment_id, replaced_by, reason, proof_file_id, corrected_by, corrected_alone_by)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, '2', (
      select id from payments where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and reference = null
    ), 'Mistyped', null::uuid, 'command line: test', null::bigint
;

insert into syndicate_totals (tenant_id, syndicate_id) values ('0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, '1')
    on conflict (tenant_id, syndicate_id) do nothing
;

with written as (
      insert into cash_entries (tenant_id, syndicate_id, kind, effective_date, amount_cents, contributed_cents,
        participation_id, pay_date, entry_number, reference, reason, recorded_by)
      select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, entry.*
      from unnest('{"1"}'::bigint[], '{"opening"}'::text[],
        '{"<today>"}'::date[], '{"10000"}'::bigint[],
        '{null}'::bigint[],
        '{null}'::bigint[], '{null}'::date[],
        '{"1"}'::integer[], '{""}'::text[],
        '{""}'::text[], '{"test"}'::text[]) as entry
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
    where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and total.syndicate_id = change.syndicate_id
;

with account as (
  select opening.tenant_id, opening.syndicate_id, opening.effective_date as opened_on
  from cash_entries opening
  where opening.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and opening.kind = 'opening'
    and opening.syndicate_id = any('{"1"}'::bigint[])), due as (
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
      where true
    )
    select syndicate_id, participation_id, agreement_date, mid, due, amount as entered, entries as entry_count
    from due where due <> amount order by participation_id
;

with account as (
  select opening.tenant_id, opening.syndicate_id, opening.effective_date as opened_on
  from cash_entries opening
  where opening.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and opening.kind = 'opening'
    and opening.syndicate_id = any('{"1"}'::bigint[])), paid as (
      select account.syndicate_id, paid.pay_date, paid.net_pay_cents as amount, 0 as entered, 0 as entries
      from account
      join syndicate_totals total on total.tenant_id = account.tenant_id and total.syndicate_id = account.syndicate_id
      join syndicate_pay_dates paid on paid.tenant_id = account.tenant_id and paid.syndicate_id = account.syndicate_id
        and paid.pay_date > account.opened_on and paid.pay_date <= greatest('<today>'::date, total.cash_entered_through)
      where not exists (
  select from payout_run_items item
  join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
  where item.tenant_id = paid.tenant_id and item.syndicate_id = paid.syndicate_id and item.kind = 'payout'
    and item.outcome <> 'kept' and run.pay_date = paid.pay_date and run.state in ('file made', 'settled'))
      union all
      select entry.syndicate_id, entry.pay_date, 0, entry.amount_cents, 1
      from account
      join cash_entries entry on entry.tenant_id = account.tenant_id and entry.syndicate_id = account.syndicate_id
        and entry.pay_date is not null
    )
    select syndicate_id, pay_date::text, sum(amount)::bigint as due, sum(entered)::bigint as entered,
      sum(entries)::integer as entry_count
    from paid where true
    group by syndicate_id, pay_date having sum(amount) <> sum(entered)
    order by syndicate_id, pay_date
;

update "syndicate_totals" set "cash_entered_through" = greatest(cash_entered_through, '<today>'::date) where "tenant_id" = '0436942c-6be5-4c10-82c1-fb40906fac18' and "syndicate_id" = '1'
;

update "syndicates" set "uses_cash_balance" = 'true' where "tenant_id" = '0436942c-6be5-4c10-82c1-fb40906fac18' and "id" = '1'
;

insert into "withdrawal_requests" ("tenant_id", "syndicate_id", "amount_cents", "reference", "asked_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1', 'first', 'test')
;

with locked as (
      select deal_id from deal_totals where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and deal_id = any('{"1"}'::bigint[])
      order by deal_id for update
    )
    update deal_totals total set change_number = total.change_number + 1
    from locked where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18' and total.deal_id = locked.deal_id
;

with entry as (
      select * from unnest('{"1"}'::bigint[], '{"Collections"}'::text[], '{"Active Advance"}'::text[],
        '{""}'::text[], '{"1"}'::bigint[], '{"false"}'::boolean[])
        as entry (deal_id, status, former_status, reason, changed_by, is_automatic)
    ), changed as (
      update deals set status = entry.status from entry where deals.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and deals.id = entry.deal_id
    ), recorded as (
      insert into deal_status_changes (tenant_id, deal_id, status, former_status, reason, changed_by, is_automatic, changed_at)
      select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, deal_id, status, former_status, reason, changed_by, is_automatic, clock_timestamp()
      from entry
    ), share as (
      select p.id, entry.status from participations p join entry on entry.deal_id = p.deal_id
      where p.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid
    ), listed as (
      update listed_participations set deal_status = share.status from share
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and participation_id = share.id
    )
    update participation_totals set deal_status = share.status from share
    where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and participation_id = share.id
;

insert into deal_standings as kept (tenant_id, as_of, deal_id, expected_cents, arrears_cents, missed_count,
      pace_cleared_cents, pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, null::date, entry.*
    from unnest('{"1"}'::bigint[], '{"0"}'::bigint[],
      '{"0"}'::bigint[], '{"0"}'::integer[],
      '{null}'::bigint[], '{null}'::bigint[],
      '{"2027-03-29"}'::date[], '{null}'::date[],
      '{null}'::date[], '{"[{\"reason\":\"status\",\"since\":\"<today>\"}]"}'::jsonb[]) as entry
    on conflict (tenant_id, deal_id) do update set (as_of, expected_cents, arrears_cents, missed_count, pace_cleared_cents,
      pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons) = (excluded.as_of, excluded.expected_cents,
      excluded.arrears_cents, excluded.missed_count, excluded.pace_cleared_cents, excluded.pace_asked_cents,
      excluded.contract_payoff, excluded.expected_payoff, excluded.pace_payoff, excluded.reasons)
    where kept is distinct from excluded
;

with found as (
      select * from unnest('{"1"}'::bigint[], '{"status"}'::text[])
        as found (deal_id, reason)
    ), gone as (
      update deal_alerts alert set closed_on = coalesce(null::date, (now() at time zone 'America/New_York')::date), closed_at = now()
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = any('{"1"}'::bigint[]) and alert.closed_on is null
        and not exists (select from found where found.deal_id = alert.deal_id and found.reason = alert.reason)
    )
    insert into deal_alerts (tenant_id, deal_id, reason, opened_on)
    select '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid, found.deal_id, found.reason, coalesce(null::date, (now() at time zone 'America/New_York')::date) from found
    where not exists (select from deal_alerts alert
      where alert.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and alert.deal_id = found.deal_id and alert.reason = found.reason
        and alert.closed_on is null)
;

with watched as materialized (
    select p.tenant_id, p.id as participation_id, p.syndicate_id, p.deal_id, watched.gravity, watched.since,
      round(watched.arrears * p.share_percent / 100)::bigint as arrears_cents, (p.anticipated_return_cents - total.gross_cents
  - (case when p.management_fee_upfront = 0 then round(p.anticipated_return_cents * p.management_fee_percent / 100) else 0 end
    - total.management_fee_cents))::bigint as net_balance_cents
    from unnest('{"1"}'::bigint[], '{"1"}'::smallint[],
      '{"<today>"}'::date[], '{"0"}'::bigint[])
      as watched (deal_id, gravity, since, arrears)
    join participations p on p.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and p.deal_id = watched.deal_id
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id), before as materialized (
      select participation_id, syndicate_id, arrears_cents, net_balance_cents from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and deal_id = any('{"1"}'::bigint[])
    ), gone as (
      delete from watched_participations
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and participation_id in (select participation_id from before)
        and participation_id not in (select participation_id from watched)
    ), kept as (
      insert into watched_participations as kept (tenant_id, participation_id, syndicate_id, deal_id, gravity, since,
        arrears_cents, net_balance_cents)
      select tenant_id, participation_id, syndicate_id, deal_id, gravity, since, arrears_cents, net_balance_cents from watched
      on conflict (tenant_id, participation_id) do update set (syndicate_id, gravity, since, arrears_cents, net_balance_cents)
        = (excluded.syndicate_id, excluded.gravity, excluded.since, excluded.arrears_cents, excluded.net_balance_cents)
      where kept is distinct from excluded
    ), change as (
      select syndicate_id, sum(shares) as shares, sum(arrears_cents) as arrears_cents, sum(net_balance_cents) as net_balance_cents
      from (
        select syndicate_id, 1 as shares, arrears_cents, net_balance_cents from watched
        union all select syndicate_id, -1, -arrears_cents, -net_balance_cents from before
      ) part
      group by syndicate_id
      having sum(shares) <> 0 or sum(arrears_cents) <> 0 or sum(net_balance_cents) <> 0
    ), locked as (
      select syndicate_id from syndicate_totals
      where tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and syndicate_id in (select syndicate_id from change)
      order by syndicate_id for update
    )
    update syndicate_totals total set watched_count = total.watched_count + change.shares,
      watched_arrears_cents = total.watched_arrears_cents + change.arrears_cents,
      watched_net_balance_cents = total.watched_net_balance_cents + change.net_balance_cents
    from change join locked using (syndicate_id)
    where total.tenant_id = '0436942c-6be5-4c10-82c1-fb40906fac18'::uuid and total.syndicate_id = change.syndicate_id
;

select graphile_worker.add_job('turn day of tenant', payload, priority => '5'::integer, run_at => '2026-11-18T18:51:42.843Z'::timestamptz,
      queue_name => null::text, job_key => 'forecasts of 0436942c-6be5-4c10-82c1-fb40906fac18'::text)
    from unnest('{"{\"tenantId\":\"0436942c-6be5-4c10-82c1-fb40906fac18\"}"}'::json[]) payload
;

insert into "tenant_hosts" ("tenant_id", "host", "is_main") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '0436942c-6be5-4c10-82c1-fb40906fac18.example', 'true')
;

insert into "single_sign_on" ("tenant_id", "issuer", "client_id", "secret_cipher", "key_id", "domains") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'https://sign-in.example', 'portal', '\x7365616c6564', 'test', '{"0436942c-6be5-4c10-82c1-fb40906fac18.example"}')
;

insert into "single_sign_on_attempts" ("tenant_id", "state_hash", "browser_hash", "nonce", "code_verifier", "expires_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', 'n', 'v', now() + interval '1 hour')
;

insert into "sessions" ("id", "user_id", "expires_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', now() + interval '1 hour')
;

insert into "session_tokens" ("user_id", "session_id", "kind", "token_hash", "expires_at") values ('1', '0436942c-6be5-4c10-82c1-fb40906fac18', 'access', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', now() + interval '1 hour')
;

insert into "remembered_browsers" ("user_id", "session_id", "token_hash", "expires_at") values ('1', '0436942c-6be5-4c10-82c1-fb40906fac18', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', now() + interval '1 hour')
;

insert into "known_devices" ("token_hash", "user_id") values ('\x30343336393432632d366265352d346331302d383263312d6662343039303666', '1')
;

insert into "password_resets" ("token_hash", "user_id", "expires_at") values ('\x30343336393432632d366265352d346331302d383263312d6662343039303666', '1', now() + interval '1 hour')
;

insert into "sign_in_challenges" ("token_hash", "user_id", "login_name", "is_remembered", "expires_at") values ('\x30343336393432632d366265352d346331302d383263312d6662343039303666', '1', 'test', 'false', now() + interval '1 hour')
;

insert into "user_totp" ("user_id", "secret_cipher", "key_id", "last_used_step") values ('1', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', 'k1', '1')
;

insert into "totp_enrolments" ("user_id", "secret_cipher", "key_id", "expires_at") values ('1', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', 'k1', now() + interval '1 hour')
;

insert into "user_passkeys" ("credential_id", "user_id", "public_key", "counter", "name") values ('passkey-0436942c-6be5-4c10-82c1-fb40906fac18', '1', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', '0', 'Key')
;

insert into "passkey_enrolments" ("user_id", "webauthn_challenge", "expires_at") values ('1', 'challenge', now() + interval '1 hour')
;

insert into "recovery_codes" ("user_id", "code_hash") values ('1', '\x30343336393432632d366265352d346331302d383263312d6662343039303666')
;

insert into "offers" ("tenant_id", "deal_id", "lender_name", "position_number", "status", "amount_cents", "payback_amount_cents", "payment_cents", "payment_frequency", "term_days", "factor_rate", "buy_rate", "commission_percent") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'Harbor', '1', 'Offer Made', '6000000', '8400000', '70000', 'DAILY', '120', '1.4', '1.3', '10') returning "id"
;

insert into "participation_invites" ("tenant_id", "public_id", "syndicate_id", "deal_id", "offer_id", "max_share_percent") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'invite-0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1', '1', '10') returning "id"
;

insert into "adjustment_requests" ("tenant_id", "invite_id", "message_html", "requested_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '<p>Hello</p>', '1') returning "id"
;

insert into "case_entries" ("tenant_id", "case_id", "kind", "author_id", "message_html") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'answer', '1', '<p>Yes</p>')
;

insert into "case_files" ("tenant_id", "invite_id", "side", "staged_by", "name", "byte_size") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'funder', '1', 'a.pdf', '1')
;

insert into "desk_files" ("tenant_id", "deal_id", "staged_by", "name", "byte_size") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1', 'a.pdf', '1')
;

insert into "documents" ("id", "tenant_id", "staged_by", "name", "byte_size") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'a.pdf', '1')
;

insert into "document_recipients" ("tenant_id", "document_id", "syndicate_id", "title", "sha256") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'A letter', '\x30343336393432632d366265352d346331302d383263312d6662343039303666')
;

insert into "document_openings" ("tenant_id", "document_id", "user_id", "syndicate_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1')
;

insert into "share_exhibits" ("tenant_id", "participation_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1')
;

insert into "sheet_files" ("id", "tenant_id", "purpose", "staged_by", "name", "byte_size") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '0436942c-6be5-4c10-82c1-fb40906fac18', 'payments of a day', '1', 'a.csv', '1')
;

insert into "day_sheets" ("tenant_id", "file_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '0436942c-6be5-4c10-82c1-fb40906fac18')
;

insert into "day_sheet_lines" ("tenant_id", "file_id", "line", "cells") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '0436942c-6be5-4c10-82c1-fb40906fac18', '2', '{}')
;

insert into "sheet_sources" ("tenant_id", "kind", "name", "columns", "mapping", "header_key", "changed_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'payments of a day', 'Export', '{"MID"}', '{}', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', '1')
;

insert into "import_runs" ("tenant_id", "started_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1') returning "id"
;

insert into "import_files" ("tenant_id", "run_id", "staged_by", "name", "byte_size") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1', 'deals.csv', '1')
;

insert into "import_run_rows" ("tenant_id", "run_id", "kind", "row_id", "external_id", "is_new") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'deals', '1', 'D-1', 'true')
;

insert into "notification_choices" ("tenant_id", "user_id", "kind", "choice") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'watchlist', 'never')
;

insert into "notification_items" ("tenant_id", "user_id", "syndicate_id", "kind", "event", "subject", "words", "path") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1', 'request_answered', 'answer 1', 'Answer about a deal', 'It is in the portal.', '/dashboard')
;

insert into "accounting_mails" ("tenant_id", "adjustment_id", "message_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '<1@test>')
;

insert into "pre_funding_acceptances" ("tenant_id", "invite_id", "share_percent", "participation_amount_cents", "accepted_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '5', '300000', '1')
;

insert into "capability_links" ("tenant_id", "token_hash", "kind", "subject_id", "expires_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', 'offer', '1', now() + interval '1 hour')
;

insert into "link_mails" ("tenant_id", "id", "page", "invite_id", "to_address", "message_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '0436942c-6be5-4c10-82c1-fb40906fac18', 'reply', '1', 'a@investor.example', '<1@test>')
;

insert into "service_tokens" ("tenant_id", "name", "scopes", "token_hash", "expires_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'accounting', '{"import"}', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', now() + interval '1 hour')
;

insert into "idempotency_keys" ("tenant_id", "key", "request_hash") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'key-0001', '\x30343336393432632d366265352d346331302d383263312d6662343039303666')
;

insert into "external_ids" ("tenant_id", "kind", "external_id", "id", "content_hash", "column_hashes") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'deals', 'D-1', '1', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', '{}')
;

insert into "brokers" ("tenant_id", "name", "company_name", "email") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'B', 'B Co', 'b@iso.example')
;

insert into "bank_connections" ("tenant_id", "company_id", "id", "provider_item_id", "key_id", "access_token_cipher") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '0436942c-6be5-4c10-82c1-fb40906fac18', 'item', 'k1', '\x30343336393432632d366265352d346331302d383263312d6662343039303666')
;

insert into "company_addresses" ("tenant_id", "company_id", "kind", "street", "city", "state", "zip") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'Main', '1 Main St', 'Akron', 'OH', '44301')
;

insert into "company_owners" ("tenant_id", "company_id", "first_name", "last_name", "ownership_percent") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'Ann', 'Lee', '100')
;

insert into "company_bank_accounts" ("tenant_id", "company_id", "name") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'Operating') returning "id"
;

insert into "statement_months" ("tenant_id", "bank_account_id", "month", "deposits_cents", "transfers_cents", "other_advances_cents", "deductions_cents", "net_deposits_cents", "number_of_deposits", "negative_days", "average_balance_cents", "beginning_balance_cents", "ending_balance_cents") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '2026-09-01', '1', '0', '0', '0', '1', '1', '0', '1', '1', '1')
;

insert into "existing_advances" ("tenant_id", "company_id", "lender_name", "status") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'Other', 'active')
;

insert into "deal_notes" ("tenant_id", "deal_id", "kind", "body_html", "author_name") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'Activity', '<p>Called</p>', 'Ana') returning "id"
;

insert into "offer_mails" ("tenant_id", "offer_id", "reader", "note_id", "message_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'desk', '1', '<1@test>')
;

insert into "file_categories" ("tenant_id", "name") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'Contract') returning "id"
;

insert into "staged_files" ("tenant_id", "link_hash", "category_id", "name", "byte_size") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', '1', 'b.pdf', '1')
;

insert into "files" ("tenant_id", "deal_id", "name", "content_type", "byte_size", "sha256", "storage_key") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'a.pdf', 'application/pdf', '1', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', 'a') returning "id"
;

insert into "statement_file_links" ("tenant_id", "file_id", "session_id", "expires_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '0436942c-6be5-4c10-82c1-fb40906fac18', now() + interval '1 hour')
;

insert into "pay_date_notes" ("tenant_id", "syndicate_id", "pay_date", "note") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '2026-10-05', 'Holiday')
;

insert into "syndicate_forecasts" ("tenant_id", "syndicate_id", "book_version", "settings_version", "as_of", "net_balance_cents", "undated_cents", "undated_count", "not_reached_cents", "not_reached_count", "pay_dates", "agreed_cents", "pace_cents") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'f7ee0b80-7007-457e-b4b0-e4db71dcebca', 'b7e57c05-c6e5-4da0-b11e-a02503a10b4d', '2026-10-02', '100', '0', '0', '0', '0', '{"2026-10-05"}', '{"100"}', '{"100"}')
;

insert into "syndicate_analyses" ("tenant_id", "syndicate_id", "book_version", "as_of", "net_balance_cents", "exposures", "cohorts", "losses") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'cbaefebe-5fcd-4be9-ab37-0f730921770e', '2026-10-02', '100', '[]', '[]', '{"byFunding":[],"byDate":[]}')
;

insert into "concentration_limits" ("tenant_id", "syndicate_id", "kind", "limit_percent", "set_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'industry', '20', '1')
;

insert into "syndicate_returns" ("tenant_id", "syndicate_id", "book_version", "deal_count", "cost_dates", "cost_cents", "pay_dates", "net_pay_cents", "balance_statuses", "balance_deal_counts", "net_balance_cents") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'b4599004-299e-4098-b007-2a59918214e8', '1', '{"2026-10-01"}', '{"100"}', '{"2026-10-05"}', '{"1"}', '{"Active Advance"}', '{"1"}', '{"99"}')
;

insert into "syndicate_returns_parts" ("tenant_id", "syndicate_id", "book_version", "deal_count", "cost_dates", "cost_cents", "pay_dates", "net_pay_cents", "balance_statuses", "balance_deal_counts", "net_balance_cents", "part") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'b4599004-299e-4098-b007-2a59918214e8', '1', '{"2026-10-01"}', '{"100"}', '{"2026-10-05"}', '{"1"}', '{"Active Advance"}', '{"1"}', '{"99"}', 'open')
;

insert into "last_visits" ("tenant_id", "user_id", "syndicate_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1')
;

insert into "tenant_books" ("tenant_id", "complete_through") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '2026-10-02')
;

insert into "posting_runs" ("tenant_id", "file_hash", "file_name", "posted_on", "entry_count") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', 'day.csv', '2026-10-02', '1') returning "id"
;

insert into "settled_lines" ("tenant_id", "run_id", "line", "outcome", "settled_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '2', 'posted', '1')
;

insert into "payment_sources" ("tenant_id", "kind", "file_name", "posting_run_id", "posted_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'day file', 'day.csv', '1', 'desk: Ana')
;

insert into "posting_refusals" ("tenant_id", "run_id", "line", "reference", "code") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '2', 'second', 'not_found')
;

insert into "posting_held_entries" ("tenant_id", "run_id", "line", "reference", "mid", "amount_cents", "cleared_date", "resembles") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '3', 'third', '1', '70000', '2026-10-02', 'first')
;

insert into "reconciliations" ("tenant_id", "compared_at", "payment_count", "line_count", "net_pay_cents", "differences") values ('0436942c-6be5-4c10-82c1-fb40906fac18', now(), '1', '1', '6720', '[]')
;

insert into "deal_checks" ("tenant_id", "deal_id", "change_number", "checked_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1', now())
;

insert into "export_checks" ("tenant_id", "syndicate_id", "checked_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', now())
;

insert into "legal_holds" ("tenant_id", "subject_kind", "subject_id", "reason") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'user', '1', 'Lawsuit')
;

insert into "disposal_runs" ("tenant_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18')
;

insert into "nightly_reports" ("tenant_id", "syndicate_id", "report_date") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '2026-10-05')
;

insert into "syndicate_bank_accounts" ("tenant_id", "syndicate_id", "bank_name", "account_number_cipher", "account_number_last4", "routing_number_cipher", "routing_number_last4", "key_id") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'First', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', '1234', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', '5678', 'k1')
;

insert into "former_addresses" ("tenant_id", "syndicate_id", "mail", "address") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'e-sign', 'before@investor.example')
;

insert into "second_factor_resets" ("tenant_id", "user_id", "requested_by", "takes_effect_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'command line: test', now() + interval '1 hour')
;

insert into "approvals" ("tenant_id", "kind", "subject_id", "reason", "asked_by", "expires_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', 'reset second factor', '1', 'A new phone', '1', now() + interval '1 hour')
;

insert into "payout_originators" ("tenant_id", "odfi_routing", "bank_name", "immediate_origin", "company_id", "company_name", "cutoff_minute", "set_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '021000021', 'Bank', '1234567890', '1234567890', 'Funder', '840', '1')
;

insert into "statements" ("tenant_id", "syndicate_id", "kind", "period_start", "version", "figures", "sha256") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'month', '2026-10-01', '1', '{}', '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
;

insert into "payout_runs" ("tenant_id", "pay_date", "prepared_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '2026-11-13', '1') returning "id"
;

insert into "payout_run_items" ("tenant_id", "run_id", "revision", "syndicate_id", "kind", "ledger_cents", "amount_cents", "outcome") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1', '1', 'payout', '1', '1', 'in file') returning "id"
;

insert into "change_notices" ("tenant_id", "item_id", "syndicate_id", "code", "account_type") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1', 'C05', 'savings')
;

insert into "guests" ("tenant_id", "syndicate_id", "user_id", "parts", "until_date", "invited_by") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', '1', '{"payouts"}', '2027-04-30', '1')
;

insert into "payout_run_files" ("tenant_id", "run_id", "name", "file_cipher", "key_id", "entry_count", "batch_count", "entry_hash", "credit_cents", "last_sequence") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'payouts.ach', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', 'k1', '1', '1', '0002100002', '1', '1')
;

insert into "bank_account_changes" ("tenant_id", "syndicate_id", "bank_name", "account_number_cipher", "account_number_last4", "routing_number_cipher", "routing_number_last4", "key_id", "requested_by", "takes_effect_at") values ('0436942c-6be5-4c10-82c1-fb40906fac18', '1', 'Second', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', '4321', '\x30343336393432632d366265352d346331302d383263312d6662343039303666', '8765', 'k1', '1', now() + interval '1 hour')
;

commit
;

