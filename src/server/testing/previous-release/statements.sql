begin
;

set local app.tenant = '73a24f5e-7614-4123-a3c3-7302b151a708'
;

insert into "tenants" ("id", "slug", "name", "support_email", "support_url") values ('73a24f5e-7614-4123-a3c3-7302b151a708', 'previous-release', 'Funder previous-release', 'help@previous-release.example', 'https://previous-release.example/help')
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

set local app.tenant = '73a24f5e-7614-4123-a3c3-7302b151a708'
;

set local app."user" = '1'
;

insert into "syndicates" ("tenant_id", "name", "abbreviation", "pay_days", "default_share_percent", "management_fee_percent", "syndication_fee_percent", "esign_email") values ('73a24f5e-7614-4123-a3c3-7302b151a708', 'Syndicate 2', 'S2', '{"1","2","3","4","5"}', '10', '4', '0', 'esign2@investor.example') returning "id"
;

insert into "memberships" ("tenant_id", "user_id", "role", "syndicate_id", "can_view_fcs", "can_switch_syndicates") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'syndication', '1', 'true', 'false')
;

insert into "companies" ("tenant_id", "name", "industry", "started_month") values ('73a24f5e-7614-4123-a3c3-7302b151a708', 'Bright Oak Dental 3', 'Dental', '2019-03-01') returning "id"
;

insert into "deals" ("tenant_id", "company_id", "public_id", "mid", "name", "platform", "status", "funded_date", "funded_amount_cents", "payback_amount_cents", "payment_cents", "payment_frequency", "term_days", "factor_rate") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'test-deal-00000003', '100003', 'Bright Oak Dental 3', 'Harbor', 'Active Advance', '2026-10-01', '6000000', '8400000', '70000', 'DAILY', '120', '1.4') returning "id"
;

insert into "deal_totals" ("tenant_id", "deal_id") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1')
;

insert into participations (tenant_id, syndicate_id, deal_id, agreement_date, share_percent, management_fee_percent,
      management_fee_upfront, participation_amount_cents, commission_amount_cents, upfront_fee_cents, investment_cost_cents,
      anticipated_return_cents)
    select '73a24f5e-7614-4123-a3c3-7302b151a708'::uuid, entry.*
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
    where p.tenant_id = '73a24f5e-7614-4123-a3c3-7302b151a708' and p.id = any('{"1"}'::bigint[])
;

insert into syndicate_totals as total (tenant_id, syndicate_id, participation_count, participation_amount_cents,
      investment_cost_cents, anticipated_return_cents, portfolio_balance_cents)
    select p.tenant_id, p.syndicate_id, count(*), sum(p.participation_amount_cents), sum(p.investment_cost_cents),
      sum(p.anticipated_return_cents),
      coalesce(sum(p.anticipated_return_cents) filter (where deal.status <> all ('{"Write-off","Complete with discount"}')), 0)
    from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = '73a24f5e-7614-4123-a3c3-7302b151a708' and p.id = any('{"1"}'::bigint[])
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
    where p.tenant_id = '73a24f5e-7614-4123-a3c3-7302b151a708' and p.id = any('{"1"}'::bigint[])
;

insert into "listed_words" ("tenant_id", "syndicate_id", "word", "participation_id") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'bright', '1')
;

insert into payments (tenant_id, deal_id, reference, amount_cents, status, cleared_date, returned_date, return_code,
      settles_deal)
    select '73a24f5e-7614-4123-a3c3-7302b151a708'::uuid, deal_id, reference, amount,
      case when cleared_date is null then 'returned' when returned_date is null then 'cleared' else 'reversed' end,
      cleared_date, returned_date, return_code, settles_deal
    from unnest('{"1"}'::bigint[], '{"first"}'::text[], '{"70000"}'::bigint[],
      '{"2026-10-02"}'::date[], '{null}'::date[], '{null}'::text[],
      '{"false"}'::boolean[])
      as entry (deal_id, reference, amount, cleared_date, returned_date, return_code, settles_deal)
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
      select '73a24f5e-7614-4123-a3c3-7302b151a708'::uuid, payment_id, participation_id, syndicate_id, gross, fee, gross - fee, pay_date, is_reversal
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
    where total.tenant_id = '73a24f5e-7614-4123-a3c3-7302b151a708' and total.deal_id = moved.deal_id
;

update "deals" set "status" = 'Collections' where "tenant_id" = '73a24f5e-7614-4123-a3c3-7302b151a708' and "id" = '1'
;

insert into "deal_status_changes" ("tenant_id", "deal_id", "status", "reason", "changed_by") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'Collections', '', '1')
;

with entries as (
      select id from participations where tenant_id = '73a24f5e-7614-4123-a3c3-7302b151a708' and deal_id = '1'
    ), listed as (
      update listed_participations set deal_status = 'Collections'
      where tenant_id = '73a24f5e-7614-4123-a3c3-7302b151a708' and participation_id in (select id from entries)
    )
    update participation_totals set deal_status = 'Collections'
    where tenant_id = '73a24f5e-7614-4123-a3c3-7302b151a708' and participation_id in (select id from entries)
;

insert into "tenant_hosts" ("tenant_id", "host", "is_main") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '73a24f5e-7614-4123-a3c3-7302b151a708.example', 'true')
;

insert into "sessions" ("id", "user_id", "expires_at") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', now() + interval '1 hour') returning "id"
;

insert into "session_tokens" ("user_id", "session_id", "kind", "token_hash", "expires_at") values ('1', '73a24f5e-7614-4123-a3c3-7302b151a708', 'access', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', now() + interval '1 hour')
;

insert into "remembered_browsers" ("user_id", "session_id", "token_hash", "expires_at") values ('1', '73a24f5e-7614-4123-a3c3-7302b151a708', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', now() + interval '1 hour')
;

insert into "known_devices" ("token_hash", "user_id") values ('\x37336132346635652d373631342d343132332d613363332d3733303262313531', '1')
;

insert into "password_resets" ("token_hash", "user_id", "expires_at") values ('\x37336132346635652d373631342d343132332d613363332d3733303262313531', '1', now() + interval '1 hour')
;

insert into "sign_in_challenges" ("token_hash", "user_id", "login_name", "is_remembered", "expires_at") values ('\x37336132346635652d373631342d343132332d613363332d3733303262313531', '1', 'test', 'false', now() + interval '1 hour')
;

insert into "user_totp" ("user_id", "secret_cipher", "key_id", "last_used_step") values ('1', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', 'k1', '1')
;

insert into "totp_enrolments" ("user_id", "secret_cipher", "key_id", "expires_at") values ('1', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', 'k1', now() + interval '1 hour')
;

insert into "user_passkeys" ("credential_id", "user_id", "public_key", "counter", "name") values ('passkey-73a24f5e-7614-4123-a3c3-7302b151a708', '1', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', '0', 'Key')
;

insert into "passkey_enrolments" ("user_id", "webauthn_challenge", "expires_at") values ('1', 'challenge', now() + interval '1 hour')
;

insert into "recovery_codes" ("user_id", "code_hash") values ('1', '\x37336132346635652d373631342d343132332d613363332d3733303262313531')
;

insert into "offers" ("tenant_id", "deal_id", "lender_name", "position_number", "status", "amount_cents", "payback_amount_cents", "payment_cents", "payment_frequency", "term_days", "factor_rate", "buy_rate", "commission_percent") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'Harbor', '1', 'Offer Made', '6000000', '8400000', '70000', 'DAILY', '120', '1.4', '1.3', '10') returning "id"
;

insert into "participation_invites" ("tenant_id", "public_id", "syndicate_id", "deal_id", "offer_id", "max_share_percent") values ('73a24f5e-7614-4123-a3c3-7302b151a708', 'invite-73a24f5e-7614-4123-a3c3-7302b151a708', '1', '1', '1', '10') returning "id"
;

insert into "adjustment_requests" ("tenant_id", "invite_id", "message_html", "requested_by") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', '<p>Hello</p>', '1') returning "id"
;

insert into "accounting_mails" ("tenant_id", "adjustment_id", "message_id") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', '<1@test>')
;

insert into "pre_funding_acceptances" ("tenant_id", "invite_id", "share_percent", "participation_amount_cents", "accepted_by") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', '5', '300000', '1')
;

insert into "capability_links" ("tenant_id", "token_hash", "kind", "subject_id", "expires_at") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', 'offer', '1', now() + interval '1 hour')
;

insert into "link_mails" ("tenant_id", "id", "page", "invite_id", "to_address", "message_id") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '73a24f5e-7614-4123-a3c3-7302b151a708', 'reply', '1', 'a@investor.example', '<1@test>')
;

insert into "service_tokens" ("tenant_id", "name", "scopes", "token_hash", "expires_at") values ('73a24f5e-7614-4123-a3c3-7302b151a708', 'accounting', '{"import"}', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', now() + interval '1 hour')
;

insert into "idempotency_keys" ("tenant_id", "key", "request_hash") values ('73a24f5e-7614-4123-a3c3-7302b151a708', 'key-0001', '\x37336132346635652d373631342d343132332d613363332d3733303262313531')
;

insert into "external_ids" ("tenant_id", "kind", "external_id", "id", "content_hash") values ('73a24f5e-7614-4123-a3c3-7302b151a708', 'deals', 'D-1', '1', '\x37336132346635652d373631342d343132332d613363332d3733303262313531')
;

insert into "brokers" ("tenant_id", "name", "company_name", "email") values ('73a24f5e-7614-4123-a3c3-7302b151a708', 'B', 'B Co', 'b@iso.example')
;

insert into "bank_connections" ("tenant_id", "company_id", "id", "provider_item_id", "key_id", "access_token_cipher") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', '73a24f5e-7614-4123-a3c3-7302b151a708', 'item', 'k1', '\x37336132346635652d373631342d343132332d613363332d3733303262313531')
;

insert into "company_addresses" ("tenant_id", "company_id", "kind", "street", "city", "state", "zip") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'Main', '1 Main St', 'Akron', 'OH', '44301')
;

insert into "company_owners" ("tenant_id", "company_id", "first_name", "last_name", "ownership_percent") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'Ann', 'Lee', '100')
;

insert into "company_bank_accounts" ("tenant_id", "company_id", "name") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'Operating') returning "id"
;

insert into "statement_months" ("tenant_id", "bank_account_id", "month", "deposits_cents", "transfers_cents", "other_advances_cents", "deductions_cents", "net_deposits_cents", "number_of_deposits", "negative_days", "average_balance_cents", "beginning_balance_cents", "ending_balance_cents") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', '2026-09-01', '1', '0', '0', '0', '1', '1', '0', '1', '1', '1')
;

insert into "existing_advances" ("tenant_id", "company_id", "lender_name", "status") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'Other', 'active')
;

insert into "deal_notes" ("tenant_id", "deal_id", "kind", "body_html", "author_name") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'Activity', '<p>Called</p>', 'Ana') returning "id"
;

insert into "offer_mails" ("tenant_id", "offer_id", "reader", "note_id", "message_id") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'desk', '1', '<1@test>')
;

insert into "file_categories" ("tenant_id", "name") values ('73a24f5e-7614-4123-a3c3-7302b151a708', 'Contract') returning "id"
;

insert into "staged_files" ("tenant_id", "link_hash", "category_id", "name", "byte_size") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', '1', 'b.pdf', '1')
;

insert into "files" ("tenant_id", "deal_id", "name", "content_type", "byte_size", "sha256", "storage_key") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'a.pdf', 'application/pdf', '1', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', 'a') returning "id"
;

insert into "statement_file_links" ("tenant_id", "token_hash", "file_id", "session_id", "expires_at") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', '1', '73a24f5e-7614-4123-a3c3-7302b151a708', now() + interval '1 hour')
;

insert into "pay_date_notes" ("tenant_id", "syndicate_id", "pay_date", "note") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', '2026-10-05', 'Holiday')
;

insert into "posting_runs" ("tenant_id", "file_hash", "file_name", "posted_on", "entry_count") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', 'day.csv', '2026-10-02', '1') returning "id"
;

insert into "posting_refusals" ("tenant_id", "run_id", "line", "reference", "code") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', '2', 'second', 'not_found')
;

insert into "reconciliations" ("tenant_id", "compared_at", "payment_count", "line_count", "net_pay_cents", "differences") values ('73a24f5e-7614-4123-a3c3-7302b151a708', now(), '1', '1', '6720', '[]')
;

insert into "nightly_reports" ("tenant_id", "syndicate_id", "report_date") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', '2026-10-05')
;

insert into "syndicate_bank_accounts" ("tenant_id", "syndicate_id", "bank_name", "account_number_cipher", "account_number_last4", "routing_number_cipher", "routing_number_last4", "key_id") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'First', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', '1234', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', '5678', 'k1')
;

insert into "bank_account_changes" ("tenant_id", "syndicate_id", "bank_name", "account_number_cipher", "account_number_last4", "routing_number_cipher", "routing_number_last4", "key_id", "requested_by", "takes_effect_at") values ('73a24f5e-7614-4123-a3c3-7302b151a708', '1', 'Second', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', '4321', '\x37336132346635652d373631342d343132332d613363332d3733303262313531', '8765', 'k1', '1', now() + interval '1 hour')
;

commit
;

