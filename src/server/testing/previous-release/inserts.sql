
    insert into external_ids (tenant_id, kind, external_id, id, content_hash)
    select $1::uuid, $2, external_id, id, content_hash
    from unnest($3::text[], $4::bigint[], $5::bytea[])
      as told (external_id, id, content_hash)
    on conflict (tenant_id, kind, external_id) do update set content_hash = excluded.content_hash
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


    insert into payments (tenant_id, deal_id, reference, amount_cents, status, cleared_date, returned_date, return_code,
      settles_deal)
    select $1::uuid, deal_id, reference, amount,
      case when cleared_date is null then 'returned' when returned_date is null then 'cleared' else 'reversed' end,
      cleared_date, returned_date, return_code, settles_deal
    from unnest($2::bigint[], $3::text[], $4::bigint[],
      $5::date[], $6::date[], $7::text[],
      $8::boolean[])
      as entry (deal_id, reference, amount, cleared_date, returned_date, return_code, settles_deal)
    on conflict (tenant_id, reference) do nothing
    returning id, reference
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

insert into "accounting_mails" ("tenant_id", "accepted_invite_id", "message_id") values ($1, $2, $3) returning "id"
;

insert into "accounting_mails" ("tenant_id", "adjustment_id", "message_id") values ($1, $2, $3) returning "id"
;

insert into "adjustment_requests" ("tenant_id", "invite_id", "share_percent", "message_html", "requested_by", "repetition") values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning "id"
;

insert into "answered_challenges" ("challenge_hash", "expires_at") values ($1, now() + make_interval(secs => $2)) on conflict do nothing returning "challenge_hash"
;

insert into "bank_account_changes" ("tenant_id", "syndicate_id", "bank_name", "account_number_cipher", "routing_number_cipher", "key_id", "account_number_last4", "routing_number_last4", "requested_by", "takes_effect_at") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now()) returning "id", "takes_effect_at"
;

insert into "bank_connections" ("tenant_id", "id", "company_id", "provider_item_id", "access_token_cipher", "key_id") values ($1, $2, $3, $4, $5, $6)
;

insert into "brokers" ("tenant_id", "name", "company_name", "email", "phone_number") values ($1, $2, $3, $4, $5) returning "id"
;

insert into "capability_links" ("tenant_id", "token_hash", "kind", "subject_id", "issued_by", "expires_at") values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6)) returning "id", "expires_at"
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

insert into "deal_notes" ("tenant_id", "deal_id", "author_name", "author_role", "is_pinned", "kind", "body_html") values ($1, $2, $3, $4, $5, $6, $7)
;

insert into "deal_notes" ("tenant_id", "deal_id", "kind", "body_html", "author_name", "author_role", "is_pinned", "created_at") values ($1, $2, $3, $4, $5, $6, $7, $8) returning "id"
;

insert into "deal_status_changes" ("tenant_id", "deal_id", "status", "next_processor_role", "reason", "changed_by", "changed_at") values ($1, $2, $3, $4, $5, $6, clock_timestamp())
;

insert into "deal_status_changes" ("tenant_id", "deal_id", "status", "reason", "changed_by") values ($1, $2, $3, $4, $5)
;

insert into "deal_totals" ("tenant_id", "deal_id") values ($1, $2)
;

insert into "deals" ("tenant_id", "company_id", "public_id", "mid", "name", "platform", "status", "funded_date", "funded_amount_cents", "payback_amount_cents", "payment_cents", "payment_frequency", "term_days", "factor_rate") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning "id"
;

insert into "deals" ("tenant_id", "public_id", "company_id", "mid", "name", "status", "broker_id", "platform", "renewal_of_deal_id", "syndication_cap_percent", "funded_date", "funded_amount_cents", "payback_amount_cents", "payment_cents", "payment_frequency", "term_days", "factor_rate") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning "id"
;

insert into "existing_advances" ("tenant_id", "company_id", "bank_account_id", "lender_name", "status", "advance_date", "original_funding_cents", "balance_cents", "payment_frequency", "daily_payment_cents", "weekly_payment_cents", "description", "previous_deal_url") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning "id"
;

insert into "files" ("tenant_id", "deal_id", "category_id", "name", "content_type", "byte_size", "sha256", "storage_key", "scan_status") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
;

insert into "idempotency_keys" ("tenant_id", "key", "request_hash") values ($1, $2, $3) on conflict ("tenant_id", "key") do nothing
;

insert into "known_devices" ("token_hash", "user_id") values ($1, $2)
;

insert into "link_mails" ("tenant_id", "id", "page", "invite_id", "to_address", "cc_addresses", "message_id") values ($1, $2, $3, $4, $5, $6, $7)
;

insert into "link_mails" ("tenant_id", "id", "page", "link_id", "token_cipher", "key_id", "to_address", "cc_addresses", "message_id") values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
;

insert into "memberships" ("tenant_id", "user_id", "role", "syndicate_id", "can_switch_syndicates", "can_view_fcs", "is_terminated") values ($1, $2, $3, $4, $5, $6, $7) on conflict ("tenant_id", "user_id") do nothing
;

insert into "memberships" ("tenant_id", "user_id", "role", "syndicate_id", "can_view_fcs", "can_switch_syndicates") values ($1, $2, $3, $4, $5, $6) on conflict ("tenant_id", "user_id") do nothing
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

insert into "posting_refusals" ("tenant_id", "run_id", "line", "reference", "code") values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)
;

insert into "posting_runs" ("tenant_id", "file_hash", "file_name", "entry_count", "posted_on", "finished_at") values ($1, $2, $3, $4, (now() at time zone 'America/New_York')::date, $5) on conflict ("tenant_id", "file_hash") do nothing
;

insert into "pre_funding_acceptances" ("tenant_id", "invite_id", "share_percent", "participation_amount_cents", "message_html", "accepted_by") values ($1, $2, $3, $4, $5, $6)
;

insert into "reconciliations" ("tenant_id", "compared_at", "payment_count", "line_count", "net_pay_cents", "differences") values ($1, $2, $3, $4, $5, $6)
;

insert into "recovery_codes" ("user_id", "code_hash") values ($1, $2), ($3, $4), ($5, $6), ($7, $8), ($9, $10), ($11, $12), ($13, $14), ($15, $16), ($17, $18), ($19, $20)
;

insert into "remembered_browsers" ("user_id", "session_id", "token_hash", "expires_at") values ($1, $2, $3, now() + make_interval(secs => $4))
;

insert into "service_tokens" ("tenant_id", "name", "scopes", "token_hash", "expires_at") values ($1, $2, $3, $4, now() + make_interval(days => $5)) returning "id"
;

insert into "session_tokens" ("session_id", "user_id", "kind", "token_hash", "expires_at") values ($1, $2, $3, $4, now() + make_interval(secs => $5))
;

insert into "sessions" ("user_id", "is_remembered", "only_tenant_id", "host", "user_agent", "address", "expires_at") values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) returning "id"
;

insert into "sign_in_challenges" ("user_id", "login_name", "is_remembered", "only_tenant_id", "token_hash", "expires_at") values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
;

insert into "staged_files" ("tenant_id", "link_hash", "category_id", "name", "byte_size") values ($1, $2, $3, $4, $5) returning "id"
;

insert into "statement_file_links" ("tenant_id", "token_hash", "file_id", "session_id", "expires_at") values ($1, $2, $3, $4, now() + make_interval(secs => $5))
;

insert into "statement_months" ("tenant_id", "bank_account_id", "month", "is_scrubbed", "file_id", "deposits_cents", "transfers_cents", "other_advances_cents", "deductions_cents", "net_deposits_cents", "number_of_deposits", "negative_days", "average_balance_cents", "beginning_balance_cents", "ending_balance_cents") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning "id"
;

insert into "syndicate_bank_accounts" ("tenant_id", "syndicate_id", "bank_name", "account_number_last4", "routing_number_last4", "key_id", "account_number_cipher", "routing_number_cipher", "changed_at") values ($1, $2, $3, $4, $5, $6, $7, $8, now()) on conflict ("tenant_id", "syndicate_id") do update set "bank_name" = $9, "account_number_last4" = $10, "routing_number_last4" = $11, "key_id" = $12, "account_number_cipher" = $13, "routing_number_cipher" = $14, "changed_at" = now()
;

insert into "syndicates" ("tenant_id", "name", "abbreviation", "pay_days", "default_share_percent", "management_fee_percent", "syndication_fee_percent", "esign_email") values ($1, $2, $3, $4, $5, $6, $7, $8) returning "id"
;

insert into "syndicates" ("tenant_id", "name", "abbreviation", "pay_days", "default_share_percent", "management_fee_percent", "syndication_fee_percent", "esign_email", "cc_emails") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning "id"
;

insert into "syndicates" ("tenant_id", "name", "abbreviation", "pay_days", "default_share_percent", "management_fee_percent", "syndication_fee_percent", "esign_email", "cc_emails", "contact_person", "phone_number", "phone_type", "street", "city", "state", "zip", "shows_simple_view", "shows_detailed_view", "shows_deals_tab", "uses_cash_balance", "shows_cash_balance", "cash_balance_cents", "net_investment_override_cents") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23) returning "id"
;

insert into "totp_enrolments" ("user_id", "secret_cipher", "key_id", "expires_at") values ($1, $2, $3, now() + make_interval(secs => $4)) on conflict ("user_id") do update set "secret_cipher" = $5, "key_id" = $6, "expires_at" = now() + make_interval(secs => $7)
;

insert into "user_passkeys" ("credential_id", "user_id", "public_key", "counter", "transports", "name", "host") values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning "credential_id"
;

insert into "user_totp" ("user_id", "secret_cipher", "key_id", "confirmed_at", "last_used_step") values ($1, $2, $3, now(), $4) on conflict ("user_id") do update set "secret_cipher" = $5, "key_id" = $6, "confirmed_at" = now(), "last_used_step" = $7
;

insert into "users" ("id", "email", "name", "login_name") values ($1, $2, $3, $4) on conflict do nothing
;

