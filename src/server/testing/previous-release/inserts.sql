
      insert into audit_events (tenant_id, sequence, at, actor_id, action, subject, details, previous_hash, hash)
      select tenant_id, sequence + 1, past, null, 'signed in', 'forged', '{}', hash,
        audit_event_hash(hash, sequence + 1, past, null, 'signed in', 'forged', '{}')
      from audit_heads, (select now() - interval '1 year' as past) moment
;


      insert into deal_status_changes (tenant_id, deal_id, status, former_status, reason, changed_at)
      values ($1::uuid, $2, 'Default', 'Active Advance', 'Stopped', '2026-08-20 12:00Z')
;


      insert into deal_totals (tenant_id, deal_id, collected_cents, cleared_count, returned_count, last_cleared_date) select  $1::uuid, deal_id, collected_cents, cleared_count, returned_count, last_cleared_date
      from (
      select deal.id as deal_id,
        coalesce(sum(amount_cents) filter (where payment.status = 'cleared'), 0)::bigint as collected_cents,
        (count(*) filter (where payment.status = 'cleared'))::integer as cleared_count,
        (count(*) filter (where payment.status in ('returned', 'reversed')))::integer as returned_count,
        max(cleared_date) filter (where payment.status = 'cleared') as last_cleared_date
      from deals deal
      left join payments payment on payment.tenant_id = deal.tenant_id and payment.deal_id = deal.id
      where deal.tenant_id = $2::uuid and deal.funded_date is not null and deal.id = any($3::bigint[])
      group by deal.id) expected
      on conflict (tenant_id, deal_id) do update set collected_cents = excluded.collected_cents, cleared_count = excluded.cleared_count, returned_count = excluded.returned_count, last_cleared_date = excluded.last_cleared_date
;


      insert into participation_pay_dates (tenant_id, participation_id, pay_date, syndicate_id, gross_cents, management_fee_cents, net_pay_cents, transaction_count) select  $1::uuid, participation_id, pay_date, syndicate_id, gross_cents, management_fee_cents, net_pay_cents, transaction_count
      from (
      select participation_id, pay_date, syndicate_id, sum(gross_cents)::bigint as gross_cents, sum(management_fee_cents)::bigint as management_fee_cents,
  sum(net_pay_cents)::bigint as net_pay_cents, count(*)::integer as transaction_count
      from payout_lines where tenant_id = $2::uuid and payment_id in (select id from "payments" where tenant_id = $3::uuid and deal_id = any($4::bigint[]))
      group by participation_id, pay_date, syndicate_id) expected
      on conflict (tenant_id, participation_id, pay_date) do update set syndicate_id = excluded.syndicate_id, gross_cents = excluded.gross_cents, management_fee_cents = excluded.management_fee_cents, net_pay_cents = excluded.net_pay_cents, transaction_count = excluded.transaction_count
;


      insert into participation_totals (tenant_id, participation_id, syndicate_id, deal_status, agreement_date, gross_cents, management_fee_cents, net_pay_cents, remaining_balance_cents, net_profit_cents, transaction_count, last_cleared_date, first_pay_date, last_pay_date) select  $1::uuid, participation_id, syndicate_id, deal_status, agreement_date, gross_cents, management_fee_cents, net_pay_cents, remaining_balance_cents, net_profit_cents, transaction_count, last_cleared_date, first_pay_date, last_pay_date
      from (
      select p.id as participation_id, p.syndicate_id, deal.status as deal_status, p.agreement_date,
        coalesce(gross_cents, 0) as gross_cents,
        coalesce(management_fee_cents, 0) as management_fee_cents, coalesce(net_pay_cents, 0) as net_pay_cents,
        p.anticipated_return_cents - coalesce(gross_cents, 0) as remaining_balance_cents,
        coalesce(net_pay_cents, 0) - p.investment_cost_cents as net_profit_cents,
        coalesce(lines, 0) as transaction_count, last_cleared_date, first_pay_date, last_pay_date
      from participations p
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      left join (
        select deal_id, max(cleared_date) as last_cleared_date
        from payments where tenant_id = $2::uuid and status = 'cleared' and deal_id = any($3::bigint[]) group by deal_id
      ) cleared on cleared.deal_id = p.deal_id
      left join (
        select participation_id, sum(gross_cents)::bigint as gross_cents, sum(management_fee_cents)::bigint as management_fee_cents,
  sum(net_pay_cents)::bigint as net_pay_cents, count(*)::integer as lines, min(pay_date) as first_pay_date,
          max(pay_date) as last_pay_date
        from payout_lines where tenant_id = $4::uuid and payment_id in (select id from "payments" where tenant_id = $5::uuid and deal_id = any($6::bigint[])) group by participation_id
      ) posted on posted.participation_id = p.id
      where p.tenant_id = $7::uuid and p.deal_id = any($8::bigint[])) expected
      on conflict (tenant_id, participation_id) do update set syndicate_id = excluded.syndicate_id, deal_status = excluded.deal_status, agreement_date = excluded.agreement_date, gross_cents = excluded.gross_cents, management_fee_cents = excluded.management_fee_cents, net_pay_cents = excluded.net_pay_cents, remaining_balance_cents = excluded.remaining_balance_cents, net_profit_cents = excluded.net_profit_cents, transaction_count = excluded.transaction_count, last_cleared_date = excluded.last_cleared_date, first_pay_date = excluded.first_pay_date, last_pay_date = excluded.last_pay_date
;


      insert into payments (tenant_id, deal_id, reference, amount_cents, status, returned_date, return_code)
      values ($1::uuid, $2, 'never cleared', $3, 'returned', $4::date, 'R01')
;


      insert into syndicate_pay_dates (tenant_id, syndicate_id, pay_date, gross_cents, management_fee_cents, net_pay_cents, transaction_count)
      values ($1::uuid, $2, $3::date, 10000, 400, 9600, 2)
      on conflict (tenant_id, syndicate_id, pay_date) do update set gross_cents = 10000, management_fee_cents = 400,
        net_pay_cents = 9600, transaction_count = 2
;


      insert into syndicate_totals (tenant_id, syndicate_id, participation_count, participation_amount_cents, investment_cost_cents, anticipated_return_cents, portfolio_balance_cents, gross_cents, management_fee_cents, net_pay_cents, watched_count, watched_arrears_cents, watched_net_balance_cents, cash_cents, contributed_cents) select  $1::uuid, syndicate_id, participation_count, participation_amount_cents, investment_cost_cents, anticipated_return_cents, portfolio_balance_cents, gross_cents, management_fee_cents, net_pay_cents, watched_count, watched_arrears_cents, watched_net_balance_cents, cash_cents, contributed_cents
      from (
      select syndicate_id, coalesce(participation_count, 0) as participation_count,
        coalesce(participation_amount_cents, 0) as participation_amount_cents,
        coalesce(investment_cost_cents, 0) as investment_cost_cents,
        coalesce(anticipated_return_cents, 0) as anticipated_return_cents,
        coalesce(portfolio_balance_cents, 0) as portfolio_balance_cents, coalesce(gross_cents, 0) as gross_cents,
        coalesce(management_fee_cents, 0) as management_fee_cents, coalesce(net_pay_cents, 0) as net_pay_cents,
        coalesce(watched_count, 0) as watched_count, coalesce(watched_arrears_cents, 0) as watched_arrears_cents,
        coalesce(watched_net_balance_cents, 0) as watched_net_balance_cents, coalesce(cash_cents, 0) as cash_cents,
        contributed_cents
      from (
      select p.syndicate_id, count(*)::integer as participation_count,
        sum(participation_amount_cents)::bigint as participation_amount_cents,
        sum(investment_cost_cents)::bigint as investment_cost_cents,
        sum(anticipated_return_cents)::bigint as anticipated_return_cents,
        coalesce(sum(anticipated_return_cents - coalesce(gross_cents, 0))
          filter (where deal.status not in ('Write-off', 'Complete with discount')), 0)::bigint as portfolio_balance_cents,
        coalesce(sum(gross_cents), 0)::bigint as gross_cents,
        coalesce(sum(management_fee_cents), 0)::bigint as management_fee_cents,
        coalesce(sum(net_pay_cents), 0)::bigint as net_pay_cents,
        count(watched.participation_id)::integer as watched_count,
        coalesce(sum(watched.arrears_cents), 0)::bigint as watched_arrears_cents,
        coalesce(sum(watched.net_balance_cents), 0)::bigint as watched_net_balance_cents
      from participations p
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      left join watched_participations watched on watched.tenant_id = p.tenant_id and watched.syndicate_id = p.syndicate_id
        and watched.participation_id = p.id and watched.syndicate_id = any($2::bigint[])
      left join participation_totals posted on posted.tenant_id = p.tenant_id and posted.syndicate_id = p.syndicate_id
        and posted.participation_id = p.id and posted.syndicate_id = any($3::bigint[])
      where p.tenant_id = $4::uuid and p.syndicate_id = any($5::bigint[])
      group by p.syndicate_id
      ) shares full join (
        select syndicate_id, sum(amount_cents)::bigint as cash_cents,
          (sum(contributed_cents) + coalesce(sum(amount_cents) filter (where kind in ('deposit', 'withdrawal')), 0))::bigint
            as contributed_cents
        from cash_entries where tenant_id = $6::uuid and syndicate_id = any($7::bigint[]) group by syndicate_id
      ) account using (syndicate_id)) expected
      on conflict (tenant_id, syndicate_id) do update set participation_count = excluded.participation_count, participation_amount_cents = excluded.participation_amount_cents, investment_cost_cents = excluded.investment_cost_cents, anticipated_return_cents = excluded.anticipated_return_cents, portfolio_balance_cents = excluded.portfolio_balance_cents, gross_cents = excluded.gross_cents, management_fee_cents = excluded.management_fee_cents, net_pay_cents = excluded.net_pay_cents, watched_count = excluded.watched_count, watched_arrears_cents = excluded.watched_arrears_cents, watched_net_balance_cents = excluded.watched_net_balance_cents, cash_cents = excluded.cash_cents, contributed_cents = excluded.contributed_cents
;


      with broker as (
        insert into brokers (tenant_id, name, company_name, email)
        values ($1::uuid, 'Ada Byrne', 'Keystone Funding', 'ada@keystone.example') returning id
      )
      update deals set broker_id = (select id from broker) where id = $2
;


    insert into concentration_limits (tenant_id, syndicate_id, kind, limit_percent, set_by)
    select syndicate.tenant_id, syndicate.id, limits.kind, limits.percent, $1::bigint
    from syndicates syndicate
    cross join unnest($2::text[], $3::numeric[]) as limits (kind, percent)
    where syndicate.tenant_id = $4::uuid and syndicate.id = $5
;


    insert into day_sheet_lines (tenant_id, file_id, line, cells, reference, mid, amount_cents, entry_date, result, return_code,
      debit_date, unreadable)
    select $1::uuid, $2::uuid, read.line, read.cells, read.reference, read.mid, read."amountCents", read."entryDate",
      read.result, read."returnCode", read."debitDate", read.unreadable
    from jsonb_to_recordset($3::jsonb) as read (line integer, cells jsonb, reference text, mid text,
      "amountCents" bigint, "entryDate" date, result text, "returnCode" text, "debitDate" date, unreadable text)
;


    insert into deal_checks as known (tenant_id, deal_id, change_number, checked_at)
    select $1::uuid, deal_id, change_number, $2::timestamptz
    from unnest($3::bigint[], $4::bigint[])
      as seen (deal_id, change_number)
    order by deal_id
    on conflict (tenant_id, deal_id) do update set change_number = excluded.change_number, checked_at = excluded.checked_at
    where known.checked_at < excluded.checked_at
;


    insert into deal_standings as kept (tenant_id, as_of, deal_id, expected_cents, arrears_cents, missed_count,
      pace_cleared_cents, pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons)
    select $1::uuid, $2::date, entry.*
    from unnest($3::bigint[], $4::bigint[],
      $5::bigint[], $6::integer[],
      $7::bigint[], $8::bigint[],
      $9::date[], $10::date[],
      $11::date[], $12::jsonb[]) as entry
    on conflict (tenant_id, deal_id) do update set (as_of, expected_cents, arrears_cents, missed_count, pace_cleared_cents,
      pace_asked_cents, contract_payoff, expected_payoff, pace_payoff, reasons) = (excluded.as_of, excluded.expected_cents,
      excluded.arrears_cents, excluded.missed_count, excluded.pace_cleared_cents, excluded.pace_asked_cents,
      excluded.contract_payoff, excluded.expected_payoff, excluded.pace_payoff, excluded.reasons)
    where kept is distinct from excluded
;


    insert into document_openings (tenant_id, document_id, user_id, syndicate_id)
    select $1::uuid, $2::uuid, $3, $4
    where exists (
        select from memberships
        where tenant_id = $5::uuid and user_id = $6 and syndicate_id = $7 and not is_terminated)
      or exists (
        select from guests
        where tenant_id = $8::uuid and user_id = $9 and syndicate_id = $10 and ended_at is null)
    on conflict (tenant_id, document_id, user_id)
      do update set last_at = now(), count = document_openings.count + 1, syndicate_id = excluded.syndicate_id
;


    insert into document_recipients (tenant_id, document_id, syndicate_id, title, sha256)
    select $1::uuid, $2::uuid, recipient, $3, $4
    from unnest($5::bigint[]) recipient order by recipient
    on conflict (tenant_id, syndicate_id, sha256, title) do nothing
    returning syndicate_id
;


    insert into export_checks as known (tenant_id, syndicate_id, agreement_month, checked_at)
    values ($1::uuid, $2, $3::date, $4::timestamptz)
    on conflict (tenant_id, syndicate_id, agreement_month) do update set checked_at = excluded.checked_at
    where known.checked_at < excluded.checked_at and not $5::boolean
;


    insert into external_ids (tenant_id, kind, external_id, id, content_hash)
    select $1::uuid, named.*, sha256('')
    from unnest($2::text[], $3::text[],
      $4::bigint[]) as named
    on conflict do nothing
;


    insert into external_ids (tenant_id, kind, external_id, id, content_hash, column_hashes)
    select $1::uuid, $2, external_id, id, content_hash,
      case when columns is not null then jsonb_build_object('of', encode(content_hash, 'hex'), 'columns', columns) end
    from unnest($3::text[], $4::bigint[], $5::bytea[],
      $6::jsonb[])
      as imported (external_id, id, content_hash, columns)
    on conflict (tenant_id, kind, external_id) do update
      set content_hash = excluded.content_hash, column_hashes = excluded.column_hashes
;


    insert into last_visits as visit (tenant_id, user_id, syndicate_id)
    select syndicate.tenant_id, $1::bigint, syndicate.id from syndicates syndicate
    where syndicate.tenant_id = $2::uuid and syndicate.id = $3
    on conflict (tenant_id, user_id, syndicate_id) do update
      set earlier_visit_at = visit.visited_at, visited_at = excluded.visited_at
      where (visit.visited_at at time zone 'America/New_York')::date < (excluded.visited_at at time zone 'America/New_York')::date
;


    insert into listed_participations (tenant_id, participation_id, syndicate_id, agreement_date, deal_status, merchant_key,
      mid, share_percent, investment_cost_cents, anticipated_return_cents)
    select p.tenant_id, p.id, p.syndicate_id, p.agreement_date, deal.status, lower(deal.name), deal.mid, p.share_percent,
      p.investment_cost_cents, p.anticipated_return_cents
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = $1 and p.id = any($2::bigint[])
;


    insert into nightly_reports as report (tenant_id, syndicate_id, report_date)
    select s.tenant_id, s.id, $1::date
    from syndicates s
    join syndicate_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
    where s.tenant_id = $2::uuid and total.participation_count > 0
      and (total.portfolio_balance_cents <> 0 or exists (
        select from syndicate_pay_dates paid
        where paid.tenant_id = s.tenant_id and paid.syndicate_id = s.id and paid.pay_date >= $3::date))
      and (
        select coalesce(bool_or(not m.is_terminated), true) from memberships m
        where m.tenant_id = s.tenant_id and m.syndicate_id = s.id)
    on conflict (tenant_id, syndicate_id, report_date) do update
      set state = 'pending', failure = null, sending_since = null
      where report.state in ('pending', 'failed') or report.state = 'sending' and report.sending_since < now() - interval '10 minutes'
    returning syndicate_id
;


    insert into notification_items (tenant_id, user_id, syndicate_id, kind, event, subject, words, path, statement_ids,
      told_at)
    select m.tenant_id, m.user_id, m.syndicate_id, $1, happened.event, happened.subject, happened.words, happened.path,
      happened.statement_ids, coalesce($2::timestamptz, now())
    from jsonb_to_recordset($3::jsonb) as happened (syndicate_id bigint, user_ids bigint[],
      except_addresses text[], event text, subject text, words text, path text, statement_ids bigint[])
    join memberships m on m.tenant_id = $4::uuid and m.syndicate_id = happened.syndicate_id
    left join notification_choices chosen
      on chosen.tenant_id = m.tenant_id and chosen.user_id = m.user_id and chosen.kind = $5
    where m.role = 'syndication' and not m.is_terminated and m.accepted_at is not null
      and (happened.user_ids is null or m.user_id = any(happened.user_ids))
      and coalesce(chosen.choice, $6::jsonb ->> $7::text) <> 'never'
      and not exists (select from users u where u.id = m.user_id and u.email = any(happened.except_addresses))
    order by happened.syndicate_id, m.user_id
    on conflict do nothing
    returning id
;


    insert into participation_totals (tenant_id, participation_id, syndicate_id, deal_status, agreement_date,
      remaining_balance_cents, net_profit_cents)
    select p.tenant_id, p.id, p.syndicate_id, deal.status, p.agreement_date, p.anticipated_return_cents,
      -p.investment_cost_cents
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = $1 and p.id = any($2::bigint[])
;


    insert into participations (tenant_id, syndicate_id, deal_id, agreement_date, share_percent, management_fee_percent,
      management_fee_upfront, participation_amount_cents, commission_amount_cents, upfront_fee_cents, investment_cost_cents,
      anticipated_return_cents)
    select $1::uuid, entry.*
    from unnest($2::bigint[], $3::bigint[],
      $4::date[], $5::numeric[],
      $6::numeric[], $7::smallint[],
      $8::bigint[], $9::bigint[],
      $10::bigint[], $11::bigint[],
      $12::bigint[]) as entry
    returning id, deal_id, syndicate_id
;


    insert into payment_corrections (tenant_id, payment_id, replaced_by, reason, proof_file_id, corrected_by, corrected_alone_by)
    select $1::uuid, $2, (
      select id from payments where tenant_id = $3::uuid and reference = $4
    ), $5, $6::uuid, $7, $8::bigint
;


    insert into payments (tenant_id, deal_id, reference, amount_cents, status, cleared_date, returned_date, return_code,
      is_void, settles_deal, debit_date, source_id, source_line, reversal_source_id, reversal_source_line)
    select $1::uuid, deal_id, reference, amount,
      case when cleared_date is null then 'returned' when returned_date is null then 'cleared' else 'reversed' end,
      cleared_date, returned_date, return_code, is_void, settles_deal, debit_date, source_id, source_line,
      reversal_source_id, reversal_source_line
    from unnest($2::bigint[], $3::text[], $4::bigint[],
      $5::date[], $6::date[], $7::text[],
      $8::boolean[], $9::boolean[], $10::date[],
      $11::bigint[], $12::integer[],
      $13::bigint[], $14::integer[])
      as entry (deal_id, reference, amount, cleared_date, returned_date, return_code, is_void, settles_deal, debit_date,
        source_id, source_line, reversal_source_id, reversal_source_line)
    on conflict (tenant_id, reference) do nothing
    returning id, reference
;


    insert into payout_run_items (tenant_id, run_id, revision, syndicate_id, kind, withdrawal_id, line_count, gross_cents,
      management_fee_cents, ledger_cents, carried_in_cents, released_in_cents, returned_in_cents, amount_cents, outcome,
      reason, account_number_last4)
    select $1::uuid, $2, $3::integer, item.*
    from unnest($4::bigint[], $5::text[],
      $6::bigint[], $7::integer[],
      $8::bigint[], $9::bigint[],
      $10::bigint[], $11::bigint[],
      $12::bigint[], $13::bigint[],
      $14::bigint[], $15::text[],
      $16::text[],
      $17::text[]) as item
;


    insert into syndicate_totals as total (tenant_id, syndicate_id, participation_count, participation_amount_cents,
      investment_cost_cents, anticipated_return_cents, portfolio_balance_cents)
    select p.tenant_id, p.syndicate_id, count(*), sum(p.participation_amount_cents), sum(p.investment_cost_cents),
      sum(p.anticipated_return_cents),
      coalesce(sum(p.anticipated_return_cents) filter (where deal.status <> all ($1)), 0)
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = $2 and p.id = any($3::bigint[])
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


    insert into tenant_books as books (tenant_id, complete_through) values ($1::uuid, $2::date)
    on conflict (tenant_id) do update set complete_through = excluded.complete_through
    where books.complete_through < excluded.complete_through
    returning 1
;


    with entry as (
      select * from unnest($1::bigint[], $2::text[], $3::text[],
        $4::text[], $5::bigint[], $6::boolean[])
        as entry (deal_id, status, former_status, reason, changed_by, is_automatic)
    ), changed as (
      update deals set status = entry.status from entry where deals.tenant_id = $7::uuid and deals.id = entry.deal_id
    ), recorded as (
      insert into deal_status_changes (tenant_id, deal_id, status, former_status, reason, changed_by, is_automatic, changed_at)
      select $8::uuid, deal_id, status, former_status, reason, changed_by, is_automatic, clock_timestamp()
      from entry
    ), share as (
      select p.id, entry.status from participations p join entry on entry.deal_id = p.deal_id
      where p.tenant_id = $9::uuid
    ), listed as (
      update listed_participations set deal_status = share.status from share
      where tenant_id = $10::uuid and participation_id = share.id
    )
    update participation_totals set deal_status = share.status from share
    where tenant_id = $11::uuid and participation_id = share.id
  
;


    with found as (
      select * from unnest($1::bigint[], $2::text[])
        as found (deal_id, reason)
    ), gone as (
      update deal_alerts alert set closed_on = coalesce($3::date, (now() at time zone 'America/New_York')::date), closed_at = now()
      where alert.tenant_id = $4::uuid and alert.deal_id = any($5::bigint[]) and alert.closed_on is null
        and not exists (select from found where found.deal_id = alert.deal_id and found.reason = alert.reason)
    )
    insert into deal_alerts (tenant_id, deal_id, reason, opened_on)
    select $6::uuid, found.deal_id, found.reason, coalesce($7::date, (now() at time zone 'America/New_York')::date) from found
    where not exists (select from deal_alerts alert
      where alert.tenant_id = $8::uuid and alert.deal_id = found.deal_id and alert.reason = found.reason
        and alert.closed_on is null)
;


    with line as (
      select * from unnest($1::bigint[], $2::bigint[],
        $3::bigint[], $4::bigint[], $5::bigint[],
        $6::date[], $7::boolean[], $8::date[])
        as line (payment_id, participation_id, syndicate_id, gross, fee, pay_date, is_reversal, last_cleared_date)
    ), written as (
      insert into payout_lines (tenant_id, payment_id, participation_id, syndicate_id, gross_cents,
        management_fee_cents, net_pay_cents, pay_date, is_reversal)
      select $9::uuid, payment_id, participation_id, syndicate_id, gross, fee, gross - fee, pay_date, is_reversal
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
        coalesce(sum(part.gross_cents) filter (where deal.status <> all ($10)), 0) as counted_cents
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


    with watched as materialized (
    select p.tenant_id, p.id as participation_id, p.syndicate_id, p.deal_id, watched.gravity, watched.since,
      round(watched.arrears * p.share_percent / 100)::bigint as arrears_cents, (p.anticipated_return_cents - total.gross_cents
  - (case when p.management_fee_upfront = 0 then round(p.anticipated_return_cents * p.management_fee_percent / 100) else 0 end
    - total.management_fee_cents))::bigint as net_balance_cents
    from unnest($1::bigint[], $2::smallint[],
      $3::date[], $4::bigint[])
      as watched (deal_id, gravity, since, arrears)
    join participations p on p.tenant_id = $5::uuid and p.deal_id = watched.deal_id
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id), before as materialized (
      select participation_id, syndicate_id, arrears_cents, net_balance_cents from watched_participations
      where tenant_id = $6::uuid and deal_id = any($7::bigint[])
    ), gone as (
      delete from watched_participations
      where tenant_id = $8::uuid and participation_id in (select participation_id from before)
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
      where tenant_id = $9::uuid and syndicate_id in (select syndicate_id from change)
      order by syndicate_id for update
    )
    update syndicate_totals total set watched_count = total.watched_count + change.shares,
      watched_arrears_cents = total.watched_arrears_cents + change.arrears_cents,
      watched_net_balance_cents = total.watched_net_balance_cents + change.net_balance_cents
    from change join locked using (syndicate_id)
    where total.tenant_id = $10::uuid and total.syndicate_id = change.syndicate_id
;


    with written as (
      insert into cash_entries (tenant_id, syndicate_id, kind, effective_date, amount_cents, contributed_cents,
        participation_id, pay_date, entry_number, reference, reason, recorded_by)
      select $1::uuid, entry.*
      from unnest($2::bigint[], $3::text[],
        $4::date[], $5::bigint[],
        $6::bigint[],
        $7::bigint[], $8::date[],
        $9::integer[], $10::text[],
        $11::text[], $12::text[]) as entry
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
    where total.tenant_id = $13::uuid and total.syndicate_id = change.syndicate_id
;

insert into "accounting_mails" ("tenant_id", "accepted_invite_id", "message_id") values ($1, $2, $3) returning "id"
;

insert into "accounting_mails" ("tenant_id", "adjustment_id", "message_id") values ($1, $2, $3) returning "id"
;

insert into "adjustment_requests" ("tenant_id", "invite_id", "share_percent", "message_html", "requested_by", "repetition") values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning "id"
;

insert into "answered_challenges" ("challenge_hash", "expires_at") values ($1, now() + make_interval(secs => $2)) on conflict do nothing returning "challenge_hash"
;

insert into "approvals" ("tenant_id", "kind", "subject_id", "reason", "details", "asked_by", "expires_at") values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7)) on conflict do nothing returning "id"
;

insert into "bank_account_changes" ("tenant_id", "syndicate_id", "bank_name", "account_number_cipher", "routing_number_cipher", "key_id", "account_number_last4", "routing_number_last4", "requested_by", "takes_effect_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now()) returning "id", "takes_effect_at"
;

insert into "bank_account_changes" ("tenant_id", "syndicate_id", "bank_name", "account_number_cipher", "routing_number_cipher", "key_id", "account_number_last4", "routing_number_last4", "requested_in", "requested_by", "takes_effect_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now()) returning "id", "takes_effect_at"
;

insert into "bank_account_changes" ("tenant_id", "syndicate_id", "bank_name", "account_type", "holder_kind", "holder_name", "account_number_cipher", "routing_number_cipher", "key_id", "account_number_last4", "routing_number_last4", "requested_by", "takes_effect_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now()) returning "id", "takes_effect_at"
;

insert into "bank_connections" ("tenant_id", "id", "company_id", "provider_item_id", "access_token_cipher", "key_id") values ($1, $2, $3, $4, $5, $6)
;

insert into "brokers" ("tenant_id", "name", "company_name", "email", "phone_number") values ($1, $2, $3, $4, $5) returning "id"
;

insert into "capability_links" ("tenant_id", "token_hash", "kind", "subject_id", "issued_by", "issuer", "expires_at") values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) returning "id", "expires_at"
;

insert into "case_entries" ("tenant_id", "case_id", "kind", "author_id") values ($1, $2, $3, $4)
;

insert into "case_entries" ("tenant_id", "case_id", "kind", "author_id", "message_html", "repetition") values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning "id"
;

insert into "case_entries" ("tenant_id", "case_id", "kind", "author_id", "owner_id") values ($1, $2, $3, $4, $5)
;

insert into "case_files" ("tenant_id", "invite_id", "side", "staged_by", "name", "byte_size") values ($1, $2, $3, $4, $5, $6) returning "id"
;

insert into "change_notices" ("tenant_id", "item_id", "syndicate_id", "code", "account_number_last4", "routing_number_last4", "account_type", "account_number_cipher", "routing_number_cipher", "key_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning "id"
;

insert into "companies" ("tenant_id", "name", "dba", "industry", "started_month") values ($1, $2, $3, $4, $5) returning "id"
;

insert into "companies" ("tenant_id", "name", "industry", "started_month") values ($1, $2, $3, $4) returning "id"
;

insert into "company_addresses" ("tenant_id", "company_id", "kind", "street", "city", "state", "zip") values ($1, $2, $3, $4, $5, $6, $7) returning "id"
;

insert into "company_bank_accounts" ("tenant_id", "company_id", "name") values ($1, $2, $3) returning "id"
;

insert into "company_owners" ("tenant_id", "company_id", "first_name", "last_name", "credit_score", "ownership_percent") values ($1, $2, $3, $4, $5, $6) returning "id"
;

insert into "day_sheets" ("tenant_id", "file_id") values ($1, $2)
;

insert into "deal_notes" ("tenant_id", "deal_id", "author_name", "author_role", "is_pinned", "kind", "body_html") values ($1, $2, $3, $4, $5, $6, $7)
;

insert into "deal_notes" ("tenant_id", "deal_id", "author_name", "author_role", "kind", "body_html", "created_at", "is_pinned") values ($1, $2, $3, $4, $5, $6, $7, default), ($8, $9, $10, $11, $12, $13, $14, $15), ($16, $17, $18, $19, $20, $21, $22, default), ($23, $24, $25, $26, $27, $28, $29, default), ($30, $31, $32, $33, $34, $35, $36, default)
;

insert into "deal_notes" ("tenant_id", "deal_id", "kind", "body_html", "author_name", "author_role", "is_pinned", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8) returning "id"
;

insert into "deal_notes" ("tenant_id", "deal_id", "kind", "is_pinned", "is_for_syndicates", "author_role", "body_html", "author_id", "author_name") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "id"
;

insert into "deal_status_changes" ("tenant_id", "deal_id", "status", "changed_at") values ($1, $2, $3, $4)
;

insert into "deal_status_changes" ("tenant_id", "deal_id", "status", "next_processor_role", "reason", "changed_by", "changed_at") values ($1, $2, $3, $4, $5, $6, clock_timestamp())
;

insert into "deal_terms" ("tenant_id", "deal_id", "effective_date", "payment_cents", "payment_frequency", "debit_weekday", "first_debit_date", "reason", "note", "recorded_by", "recorded_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp()) returning "id"
;

insert into "deal_totals" ("tenant_id", "deal_id") values ($1, $2)
;

insert into "deals" ("tenant_id", "company_id", "public_id", "mid", "name", "platform", "status", "funded_date", "funded_amount_cents", "payback_amount_cents", "payment_cents", "payment_frequency", "term_days", "factor_rate") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning "id"
;

insert into "deals" ("tenant_id", "public_id", "company_id", "mid", "name", "status", "broker_id", "platform", "renewal_of_deal_id", "syndication_cap_percent", "funded_date", "funded_amount_cents", "payback_amount_cents", "payment_cents", "payment_frequency", "term_days", "factor_rate") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning "id"
;

insert into "desk_files" ("tenant_id", "deal_id", "staged_by", "name", "byte_size") values ($1, $2, $3, $4, $5) returning "id"
;

insert into "disposal_runs" ("tenant_id") values ($1) returning "id"
;

insert into "documents" ("tenant_id", "staged_by", "name", "byte_size", "state") values ($1, $2, $3, $4, $5) returning "id"
;

insert into "existing_advances" ("tenant_id", "company_id", "bank_account_id", "lender_name", "status", "advance_date", "original_funding_cents", "balance_cents", "payment_frequency", "daily_payment_cents", "weekly_payment_cents", "description", "previous_deal_url") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning "id"
;

insert into "file_categories" ("tenant_id", "name") values ($1, $2)
;

insert into "files" ("tenant_id", "deal_id", "category_id", "name", "content_type", "byte_size", "sha256", "storage_key", "scan_status") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
;

insert into "files" ("tenant_id", "name", "sha256", "storage_key", "byte_size", "content_type", "scan_status") values ($1, $2, $3, $4, $5, $6, $7) returning "id"
;

insert into "guests" ("tenant_id", "syndicate_id", "user_id", "parts", "until_date", "invited_by") values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning "id"
;

insert into "idempotency_keys" ("tenant_id", "key", "request_hash") values ($1, $2, $3) on conflict ("tenant_id", "key") do nothing
;

insert into "import_files" ("tenant_id", "run_id", "staged_by", "name", "byte_size") values ($1, $2, $3, $4, $5) returning "id"
;

insert into "import_run_rows" ("tenant_id", "run_id", "kind", "row_id", "external_id", "is_new", "before", "told") values ($1, $2, $3, $4, $5, $6, $7, $8)
;

insert into "import_runs" ("tenant_id", "started_by") values ($1, $2) returning "id"
;

insert into "known_devices" ("token_hash", "user_id") values ($1, $2)
;

insert into "legal_holds" ("tenant_id", "subject_kind", "subject_id", "reason") values ($1, $2, $3, $4) on conflict do nothing returning "id"
;

insert into "link_mails" ("tenant_id", "id", "page", "invite_id", "to_address", "cc_addresses", "message_id") values ($1, $2, $3, $4, $5, $6, $7)
;

insert into "link_mails" ("tenant_id", "id", "page", "link_id", "token_cipher", "key_id", "to_address", "cc_addresses", "message_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
;

insert into "memberships" ("tenant_id", "user_id", "name", "role", "syndicate_id", "permissions") values ($1, $2, $3, $4, $5, $6) on conflict do nothing
;

insert into "memberships" ("tenant_id", "user_id", "name", "role", "syndicate_id", "permissions", "is_terminated") values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing
;

insert into "memberships" ("tenant_id", "user_id", "role", "syndicate_id", "can_view_fcs", "can_switch_syndicates") values ($1, $2, $3, $4, $5, $6)
;

insert into "memberships" ("tenant_id", "user_id", "role", "syndicate_id", "permissions") values ($1, $2, $3, $4, $5)
;

insert into "notification_choices" ("tenant_id", "user_id", "kind", "choice", "with_files", "is_by_link") values ($1, $2, $3, $4, $5, $6) on conflict ("tenant_id", "user_id", "kind") do update set "choice" = $7, "with_files" = $8, "is_by_link" = $9, "changed_at" = now() where ("notification_choices"."choice" <> $10 or "notification_choices"."with_files" <> $11) returning "kind"
;

insert into "notification_items" ("tenant_id", "user_id", "syndicate_id", "kind", "event", "subject", "words", "path", "mail_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "id"
;

insert into "offer_mails" ("tenant_id", "offer_id", "reader", "note_id", "message_id") values ($1, $2, $3, $4, $5)
;

insert into "offers" ("tenant_id", "deal_id", "lender_name", "position_number", "status", "amount_cents", "payback_amount_cents", "payment_cents", "payment_frequency", "term_days", "factor_rate", "buy_rate", "commission_percent", "note", "notify_note") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning "id"
;

insert into "participation_invites" ("tenant_id", "syndicate_id", "deal_id", "offer_id", "public_id", "max_share_percent", "offered_share_percent") values ($1, $2, $3, $4, $5, $6, $7) returning "id"
;

insert into "passkey_enrolments" ("user_id", "webauthn_challenge", "expires_at") values ($1, $2, now() + make_interval(secs => $3)) on conflict ("user_id") do update set "webauthn_challenge" = $4, "expires_at" = now() + make_interval(secs => $5)
;

insert into "password_resets" ("token_hash", "user_id", "invited_to", "expires_at") values ($1, $2, $3, to_timestamp($4))
;

insert into "pay_date_notes" ("tenant_id", "syndicate_id", "pay_date", "note") values ($1, $2, $3, $4)
;

insert into "payment_sources" ("tenant_id", "kind", "file_name", "posting_run_id", "import_run_id", "posted_by") values ($1, $2, $3, $4, $5, $6) returning "id"
;

insert into "payout_originators" ("tenant_id", "odfi_routing", "bank_name", "immediate_origin", "company_id", "company_name", "cutoff_minute", "set_by", "offset_account_cipher", "offset_account_last4", "key_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning "id"
;

insert into "payout_run_files" ("tenant_id", "run_id", "name", "file_cipher", "key_id", "entry_count", "batch_count", "entry_hash", "last_sequence", "credit_cents") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
;

insert into "payout_runs" ("tenant_id", "pay_date", "prepared_by") values ($1, $2, $3) returning "id", "revision"
;

insert into "posting_held_entries" ("tenant_id", "run_id", "amount_cents", "cleared_date", "line", "reference", "mid", "debit_date", "resembles") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
;

insert into "posting_refusals" ("tenant_id", "run_id", "line", "reference", "code") values ($1, $2, $3, $4, $5)
;

insert into "posting_runs" ("tenant_id", "file_hash", "file_name", "entry_count", "complete_through", "posted_cents", "posted_on", "finished_at") values ($1, $2, $3, $4, $5, $6, (now() at time zone 'America/New_York')::date, $7) on conflict ("tenant_id", "file_hash") do nothing
;

insert into "pre_funding_acceptances" ("tenant_id", "invite_id", "share_percent", "participation_amount_cents", "message_html", "accepted_by") values ($1, $2, $3, $4, $5, $6)
;

insert into "reconciliations" ("tenant_id", "compared_at", "is_whole", "deal_count", "changed_deal_count", "payment_count", "line_count", "net_pay_cents", "checked_since", "differences") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
;

insert into "recovery_codes" ("user_id", "code_hash") values ($1, $2)
;

insert into "remembered_browsers" ("user_id", "session_id", "token_hash", "expires_at") values ($1, $2, $3, now() + make_interval(secs => $4))
;

insert into "second_factor_resets" ("tenant_id", "user_id", "requested_by", "takes_effect_at") values ($1, $2, $3, date_trunc('second', now() + make_interval(hours => $4, secs => 1))) returning "id", "takes_effect_at"
;

insert into "service_tokens" ("tenant_id", "name", "scopes", "token_hash", "expires_at") values ($1, $2, $3, $4, now() + make_interval(days => $5)) returning "id"
;

insert into "service_tokens" ("tenant_id", "name", "scopes", "token_hash", "expires_at", "days_once_approved") values ($1, $2, $3, $4, now() + make_interval(days => $5), $6) returning "id"
;

insert into "session_tokens" ("session_id", "user_id", "kind", "token_hash", "expires_at", "replaces") values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6)
;

insert into "sessions" ("user_id", "host", "expires_at") values ($1, $2, now() + interval '1 hour')
;

insert into "sessions" ("user_id", "is_remembered", "only_tenant_id", "is_single_sign_on", "ticket_issuer", "host", "user_agent", "address", "expires_at", "second_factor_at") values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9), $10) returning "id"
;

insert into "settled_lines" ("tenant_id", "run_id", "line", "outcome", "reason", "settled_by") values ($1, $2, $3, $4, $5, $6)
;

insert into "share_exhibits" ("tenant_id", "participation_id") values ($1, $2)
;

insert into "sheet_files" ("tenant_id", "purpose", "staged_by", "name", "byte_size") values ($1, $2, $3, $4, $5) returning "id"
;

insert into "sheet_sources" ("tenant_id", "kind", "header_key", "name", "columns", "mapping", "changed_by", "changed_at") values ($1, $2, $3, $4, $5, $6, $7, now()) on conflict ("tenant_id", "kind", "header_key") do update set "name" = $8, "columns" = $9, "mapping" = $10, "changed_by" = $11, "changed_at" = now() returning "id"
;

insert into "sign_in_challenges" ("user_id", "credential_version", "is_remembered", "only_tenant_id", "is_single_sign_on", "ticket_issuer", "login_name", "token_hash", "expires_at") values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))
;

insert into "sign_in_challenges" ("user_id", "credential_version", "is_remembered", "only_tenant_id", "ticket_issuer", "is_single_sign_on", "login_name", "token_hash", "expires_at") values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))
;

insert into "sign_in_challenges" ("user_id", "credential_version", "only_tenant_id", "is_single_sign_on", "ticket_issuer", "is_remembered", "login_name", "token_hash", "expires_at") values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))
;

insert into "single_sign_on" ("tenant_id", "issuer", "client_id", "domains", "is_approved", "secret_cipher", "key_id", "issuer_since") values ($1, $2, $3, $4, $5, $6, $7, now())
;

insert into "single_sign_on_attempts" ("tenant_id", "state_hash", "browser_hash", "nonce", "code_verifier", "replaced_token", "expires_at") values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
;

insert into "staged_files" ("tenant_id", "link_hash", "category_id", "name", "byte_size") values ($1, $2, $3, $4, $5) returning "id"
;

insert into "statement_file_links" ("tenant_id", "file_id", "session_id", "expires_at") values ($1, $2, $3, now() + make_interval(secs => $4)) on conflict do nothing
;

insert into "statement_months" ("tenant_id", "bank_account_id", "month", "is_scrubbed", "file_id", "deposits_cents", "transfers_cents", "other_advances_cents", "deductions_cents", "net_deposits_cents", "number_of_deposits", "negative_days", "average_balance_cents", "beginning_balance_cents", "ending_balance_cents") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning "id"
;

insert into "statements" ("tenant_id", "syndicate_id", "kind", "period_start", "figures", "sha256", "version", "reason", "changes") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "id"
;

insert into "syndicate_analyses" ("tenant_id", "syndicate_id", "book_version", "as_of", "made_at", "net_balance_cents", "exposures", "cohorts", "losses") values ($1, $2, $3, $4, now(), $5, $6, $7, $8) on conflict ("tenant_id", "syndicate_id") do update set "book_version" = $9, "as_of" = $10, "made_at" = now(), "net_balance_cents" = $11, "exposures" = $12, "cohorts" = $13, "losses" = $14
;

insert into "syndicate_bank_accounts" ("tenant_id", "syndicate_id", "bank_name", "account_number_last4", "routing_number_last4", "key_id", "account_type", "holder_kind", "holder_name", "account_number_cipher", "routing_number_cipher", "changed_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now()) on conflict ("tenant_id", "syndicate_id") do update set "bank_name" = $12, "account_number_last4" = $13, "routing_number_last4" = $14, "key_id" = $15, "account_type" = $16, "holder_kind" = $17, "holder_name" = $18, "account_number_cipher" = $19, "routing_number_cipher" = $20, "changed_at" = now()
;

insert into "syndicate_forecasts" ("tenant_id", "syndicate_id", "book_version", "settings_version", "made_at", "as_of", "net_balance_cents", "undated_cents", "undated_count", "not_reached_cents", "not_reached_count", "pay_dates", "agreed_cents", "pace_cents") values ($1, $2, $3, $4, now(), $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict ("tenant_id", "syndicate_id") do update set "book_version" = $14, "settings_version" = $15, "made_at" = now(), "as_of" = $16, "net_balance_cents" = $17, "undated_cents" = $18, "undated_count" = $19, "not_reached_cents" = $20, "not_reached_count" = $21, "pay_dates" = $22, "agreed_cents" = $23, "pace_cents" = $24
;

insert into "syndicate_returns" ("tenant_id", "syndicate_id", "book_version", "made_at", "deal_count", "cost_dates", "cost_cents", "pay_dates", "net_pay_cents", "balance_statuses", "balance_deal_counts", "net_balance_cents") values ($1, $2, $3, now(), $4, $5, $6, $7, $8, $9, $10, $11) on conflict ("tenant_id", "syndicate_id") do update set "book_version" = $12, "made_at" = now(), "deal_count" = $13, "cost_dates" = $14, "cost_cents" = $15, "pay_dates" = $16, "net_pay_cents" = $17, "balance_statuses" = $18, "balance_deal_counts" = $19, "net_balance_cents" = $20
;

insert into "syndicate_returns_parts" ("tenant_id", "syndicate_id", "part", "book_version", "made_at", "deal_count", "cost_dates", "cost_cents", "pay_dates", "net_pay_cents", "balance_statuses", "balance_deal_counts", "net_balance_cents", "from_date") values ($1, $2, $3, $4, now(), $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict ("tenant_id", "syndicate_id", "part") do update set "book_version" = $14, "made_at" = now(), "deal_count" = $15, "cost_dates" = $16, "cost_cents" = $17, "pay_dates" = $18, "net_pay_cents" = $19, "balance_statuses" = $20, "balance_deal_counts" = $21, "net_balance_cents" = $22, "from_date" = $23
;

insert into "syndicate_totals" ("tenant_id", "syndicate_id") values ($1, $2)
;

insert into "syndicates" ("tenant_id", "name", "abbreviation", "pay_days", "default_share_percent", "management_fee_percent", "syndication_fee_percent", "esign_email") values ($1, $2, $3, $4, $5, $6, $7, $8) returning "id"
;

insert into "syndicates" ("tenant_id", "name", "abbreviation", "pay_days", "default_share_percent", "management_fee_percent", "syndication_fee_percent", "esign_email", "cc_emails") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "id"
;

insert into "syndicates" ("tenant_id", "name", "abbreviation", "pay_days", "default_share_percent", "management_fee_percent", "syndication_fee_percent", "esign_email", "cc_emails", "contact_person", "phone_number", "phone_type", "street", "city", "state", "zip", "shows_simple_view", "shows_detailed_view", "shows_deals_tab", "uses_cash_balance", "shows_cash_balance") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) returning "id"
;

insert into "totp_enrolments" ("user_id", "secret_cipher", "key_id", "expires_at") values ($1, $2, $3, now() + make_interval(secs => $4)) on conflict ("user_id") do update set "secret_cipher" = $5, "key_id" = $6, "expires_at" = now() + make_interval(secs => $7)
;

insert into "user_passkeys" ("credential_id", "user_id", "public_key", "counter", "transports", "name", "host") values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning "credential_id"
;

insert into "user_totp" ("user_id", "secret_cipher", "key_id", "confirmed_at", "last_used_step") values ($1, $2, $3, now(), $4) on conflict ("user_id") do update set "secret_cipher" = $5, "key_id" = $6, "confirmed_at" = now(), "last_used_step" = $7
;

insert into "users" ("id", "email", "name", "login_name") values ($1, $2, $3, $4) on conflict do nothing
;

insert into "watched_deal_changes" ("tenant_id", "change") values ($1, $2)
;

insert into "withdrawal_requests" ("tenant_id", "syndicate_id", "amount_cents", "reference", "asked_by") values ($1, $2, $3, $4, $5)
;

insert into "withdrawal_requests" ("tenant_id", "syndicate_id", "amount_cents", "reference", "asked_by", "bank_name", "account_number_last4") values ($1, $2, $3, $4, $5, $6, $7)
;

insert into files (tenant_id, name, content_type, byte_size, sha256, storage_key, scan_status)
          values ($1, 'a.pdf', 'application/pdf', 1, $2, $3, 'clean')
;

insert into notification_choices (tenant_id, user_id, kind, choice)
        values ($1::uuid, $2, 'bank_change', 'never')
;

