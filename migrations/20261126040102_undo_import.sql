-- The day through which the book was complete before a run, for undoing it; null where nothing was posted, or the run has not begun.
alter table import_runs add column complete_before date;

-- Only inside of undo_import: it runs as the owner of the tables, which the server's role is not, and says so. It is asked for each line that is
-- taken out: looking the owner up first took 0.25 ms a line, seven seconds for a book of 28,000 lines.
create function is_undoing_import() returns boolean language plpgsql stable as $$
begin
  if coalesce(current_setting('app.undoing_import', true), '') <> 'on' then
    return false;
  end if;
  return current_user = (select pg_get_userbyid(relowner) from pg_class where oid = 'public.payout_lines'::regclass);
end $$;

create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('payout_lines', 'deal_status_changes', 'deal_terms') and is_undoing_import() then
    return old;
  end if;
  if tg_op = 'DELETE' and is_mover() and (select move_state from tenants where id = app_tenant()) in ('moved', 'arriving') then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What stands in the way of undoing a run: whatever was built on it since.
-- Right after an import the statistics know nothing of its rows, and joins are planned as of one row with one row: 40 seconds, and 100 for the
-- undoing itself. Neither uses nested loops, and payments are looked up by a list.
create function import_obstacles(of_run bigint) returns table (obstacle text, number bigint) language plpgsql stable
  set search_path = pg_catalog, public, pg_temp
  set enable_nestloop = off as $$
declare
  tenant uuid := app_tenant();
  confirmed timestamptz;
  finished timestamptz;
  sources bigint[];
  added_shares bigint[];
  touched_deals bigint[];
  touched_syndicates bigint[];
  own_payments bigint[];
  pay_dates date[];
begin
  select run.confirmed_at, coalesce(run.finished_at, now()) into confirmed, finished
  from import_runs run where run.tenant_id = tenant and run.id = of_run;
  sources := array(select source.id from payment_sources source where source.tenant_id = tenant and source.import_run_id = of_run);
  added_shares := array(select row_id from import_run_rows
    where tenant_id = tenant and run_id = of_run and kind = 'participations' and is_new);
  touched_deals := array(
    select row_id from import_run_rows where tenant_id = tenant and run_id = of_run and kind = 'deals'
    union select deal_id from participations where tenant_id = tenant and id = any (added_shares)
    union select deal_id from payments where tenant_id = tenant and (source_id = any (sources) or reversal_source_id = any (sources)));
  touched_syndicates := array(
    select row_id from import_run_rows where tenant_id = tenant and run_id = of_run and kind = 'syndicates' and is_new
    union select syndicate_id from participations where tenant_id = tenant and deal_id = any (touched_deals));
  own_payments := array(
    select id from payments where tenant_id = tenant and (source_id = any (sources) or reversal_source_id = any (sources)));
  pay_dates := array(select distinct pay_date from payout_lines where tenant_id = tenant and payment_id = any (own_payments));

  return query
  select found.obstacle, found.number from (
    select 'payments were posted to its deals since' as obstacle, (
      select count(*) from payments where tenant_id = tenant and deal_id = any (touched_deals) and recorded_at > confirmed
        and (source_id is null or source_id <> all (sources))) as number
    union all
    select 'of its payments came back or were corrected since', (
      select count(*) from payments payment where tenant_id = tenant and source_id = any (sources)
        and (is_void or reversal_source_id <> all (sources)))
    union all
    select 'statuses of its deals were set since', (
      select count(*) from deal_status_changes where tenant_id = tenant and deal_id = any (touched_deals) and changed_at > finished)
    union all
    select 'terms of its deals were recorded since', (
      select count(*) from deal_terms where tenant_id = tenant and deal_id = any (touched_deals) and recorded_at > finished)
    union all
    select 'shares of its deals were added since', (
      select count(*) from participations where tenant_id = tenant and created_at > finished and id <> all (added_shares)
        and (deal_id = any (touched_deals) or syndicate_id in (
          select row_id from import_run_rows where tenant_id = tenant and run_id = of_run and kind = 'syndicates' and is_new)))
    union all
    select 'shares were corrected by it, which are corrected by hand', (
      select count(*) from import_run_rows where tenant_id = tenant and run_id = of_run and kind = 'participations' and not is_new)
    union all
    select 'entries of cash accounts were made from it', (
      select count(*) from cash_entries where tenant_id = tenant and syndicate_id = any (touched_syndicates)
        and recorded_at > confirmed and (participation_id = any (added_shares) or pay_date = any (pay_dates)))
    union all
    select 'reports with its figures were sent', (
      select count(*) from nightly_reports where tenant_id = tenant and syndicate_id = any (touched_syndicates) and sent_at > confirmed)
    union all
    select 'of its rows were changed by a later import', (
      select count(*) from import_run_rows own
      join import_run_rows later on later.tenant_id = own.tenant_id and later.kind = own.kind and later.row_id = own.row_id
        and later.run_id > own.run_id
      join import_runs run on run.tenant_id = later.tenant_id and run.id = later.run_id and run.state <> 'undone'
      where own.tenant_id = tenant and own.run_id = of_run)
  ) found
  where found.number > 0;

  -- A pay date whose payout run was prepared is paid, or about to be.
  if to_regclass('public.payout_runs') is not null then
    return query execute 'select ''payout runs were prepared with its payouts'', count(*) from payout_runs
      where tenant_id = $1 and pay_date = any ($2) and state <> ''discarded'' having count(*) > 0' using tenant, pay_dates;
  end if;
end $$;

-- Takes out of the book exactly what a run has added: payments and lines first, then shares, deals, merchants and investors. The rollups
-- of what stays are rebuilt by the caller, in the same transaction. Nobody else removes anything of the ledger.
create function undo_import(of_run bigint) returns table (deal_id bigint, syndicate_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $$
#variable_conflict use_column
declare
  tenant uuid := app_tenant();
  sources bigint[];
  added_shares bigint[];
  added_deals bigint[];
  added_syndicates bigint[];
  own_payments bigint[];
  taken_back bigint[];
  touched_shares bigint[];
  touched_deals bigint[];
  touched_syndicates bigint[];
  last_day date;
  before_run date;
begin
  if tenant is null then
    raise exception 'An import belongs to a tenant, and none is claimed.' using errcode = 'insufficient_privilege';
  end if;
  select run.complete_before into before_run from import_runs run
  where run.tenant_id = tenant and run.id = of_run and run.state = 'undoing' for update;
  if not found then
    raise exception 'Import % is not being undone.', of_run using errcode = 'insufficient_privilege';
  end if;
  if exists (select from import_obstacles(of_run)) then
    raise exception 'Something was built on import %.', of_run using errcode = 'restrict_violation';
  end if;
  perform set_config('app.undoing_import', 'on', true);

  sources := array(select id from payment_sources where tenant_id = tenant and import_run_id = of_run);
  added_shares := array(select row_id from import_run_rows
    where tenant_id = tenant and run_id = of_run and kind = 'participations' and is_new);
  added_deals := array(select row_id from import_run_rows
    where tenant_id = tenant and run_id = of_run and kind = 'deals' and is_new);
  added_syndicates := array(select row_id from import_run_rows
    where tenant_id = tenant and run_id = of_run and kind = 'syndicates' and is_new);
  own_payments := array(select id from payments where tenant_id = tenant and source_id = any (sources));
  -- Those that were in the book before and came back with this run.
  taken_back := array(select id from payments
    where tenant_id = tenant and reversal_source_id = any (sources) and (source_id is null or source_id <> all (sources)));
  touched_shares := array(select distinct participation_id from payout_lines where tenant_id = tenant
    and (payment_id = any (own_payments) or (payment_id = any (taken_back) and is_reversal)));
  touched_deals := array(select distinct deal_id from payments where tenant_id = tenant and id = any (own_payments || taken_back));
  touched_syndicates := array(select distinct syndicate_id from participations
    where tenant_id = tenant and id = any (touched_shares || added_shares));
  last_day := (select max(cleared_date) from payments where tenant_id = tenant and id = any (own_payments));

  -- The turn of a day and what is worked out from books in the background hold these rows while they write. They end first, or find
  -- nothing to write to.
  perform from deal_totals where tenant_id = tenant and deal_id = any (touched_deals || added_deals) order by deal_id for update;
  perform from syndicate_totals where tenant_id = tenant and syndicate_id = any (touched_syndicates || added_syndicates)
  order by syndicate_id for update;

  -- What the lines have added to the changes of each book, as record_lines() has added it.
  update book_changes kept set
    gross_cents = kept.gross_cents - part.gross_cents,
    management_fee_cents = kept.management_fee_cents - part.management_fee_cents,
    net_pay_cents = kept.net_pay_cents - part.net_pay_cents,
    line_count = kept.line_count - part.line_count
  from (
    select line.syndicate_id, book_day(line.posted_at) as recorded_on, case when line.is_reversal then 'reversal' else 'payout' end as cause,
      total.deal_status, line.pay_date, case when line.is_reversal then line.participation_id else 0 end as participation_id,
      sum(line.gross_cents)::bigint as gross_cents, sum(line.management_fee_cents)::bigint as management_fee_cents,
      sum(line.net_pay_cents)::bigint as net_pay_cents, count(*)::integer as line_count
    from payout_lines line
    join participation_totals total on total.tenant_id = line.tenant_id and total.participation_id = line.participation_id
    where line.tenant_id = tenant
      and (line.payment_id = any (own_payments) or (line.payment_id = any (taken_back) and line.is_reversal))
    group by 1, 2, 3, 4, 5, 6
  ) part
  where kept.tenant_id = tenant and kept.syndicate_id = part.syndicate_id and kept.recorded_on = part.recorded_on
    and kept.cause = part.cause and kept.deal_status = part.deal_status and kept.pay_date = part.pay_date
    and kept.participation_id = part.participation_id;
  delete from book_changes where tenant_id = tenant and syndicate_id = any (touched_syndicates)
    and (participation_id = any (added_shares) or (line_count = 0 and cause in ('payout', 'reversal')));

  delete from payout_lines where tenant_id = tenant
    and (payment_id = any (own_payments) or (payment_id = any (taken_back) and is_reversal));
  update payments set status = 'cleared', returned_date = null, return_code = null, reversal_source_id = null, reversal_source_line = null
  where tenant_id = tenant and id = any (taken_back);
  delete from payments where tenant_id = tenant and id = any (own_payments);
  delete from participation_pay_dates where tenant_id = tenant and participation_id = any (touched_shares || added_shares);
  delete from syndicate_pay_dates where tenant_id = tenant and syndicate_id = any (touched_syndicates);

  delete from listed_words where tenant_id = tenant and participation_id = any (added_shares);
  delete from listed_participations where tenant_id = tenant and participation_id = any (added_shares);
  delete from watched_participations where tenant_id = tenant and participation_id = any (added_shares);
  delete from participation_totals where tenant_id = tenant and participation_id = any (added_shares);
  delete from participations where tenant_id = tenant and id = any (added_shares);

  delete from deal_alerts where tenant_id = tenant and deal_id = any (added_deals);
  delete from deal_standings where tenant_id = tenant and deal_id = any (added_deals);
  delete from deal_terms where tenant_id = tenant and deal_id = any (added_deals);
  delete from deal_status_changes where tenant_id = tenant and deal_id = any (added_deals);
  delete from deal_checks where tenant_id = tenant and deal_id = any (added_deals);
  delete from deal_totals where tenant_id = tenant and deal_id = any (added_deals);
  delete from deals where tenant_id = tenant and id = any (added_deals);
  delete from companies where tenant_id = tenant and id in (
    select row_id from import_run_rows where tenant_id = tenant and run_id = of_run and kind = 'companies' and is_new);
  delete from brokers where tenant_id = tenant and id in (
    select row_id from import_run_rows where tenant_id = tenant and run_id = of_run and kind = 'brokers' and is_new);

  -- These are worked out again by themselves.
  delete from syndicate_forecasts where tenant_id = tenant and syndicate_id = any (touched_syndicates || added_syndicates);
  delete from syndicate_returns_parts where tenant_id = tenant and syndicate_id = any (touched_syndicates || added_syndicates);
  delete from syndicate_returns where tenant_id = tenant and syndicate_id = any (touched_syndicates || added_syndicates);
  delete from syndicate_analyses where tenant_id = tenant and syndicate_id = any (touched_syndicates || added_syndicates);
  -- An investor without shares and without a cash account has no sums.
  delete from syndicate_totals total where tenant_id = tenant and syndicate_id = any (touched_syndicates || added_syndicates)
    and not exists (select from participations share where share.tenant_id = tenant and share.syndicate_id = total.syndicate_id)
    and not exists (select from cash_entries entry where entry.tenant_id = tenant and entry.syndicate_id = total.syndicate_id);
  delete from export_checks where tenant_id = tenant and syndicate_id = any (added_syndicates);
  delete from last_visits where tenant_id = tenant and syndicate_id = any (added_syndicates);
  delete from syndicates where tenant_id = tenant and id = any (added_syndicates);
  delete from external_ids known where known.tenant_id = tenant and exists (
    select from import_run_rows own where own.tenant_id = tenant and own.run_id = of_run and own.is_new
      and own.kind = known.kind and own.row_id = known.id);

  -- The day through which the book is complete, unless somebody has posted a later one since.
  if before_run is null then
    delete from tenant_books where tenant_id = tenant and complete_through = last_day
      and not exists (select from payments where tenant_id = tenant);
  else
    update tenant_books set complete_through = before_run where tenant_id = tenant and complete_through = last_day;
  end if;
  perform set_config('app.undoing_import', '', true);

  return query
  select d.id, null::bigint from deals d where d.tenant_id = tenant and d.id = any (touched_deals)
  union all
  select null::bigint, s.id from syndicates s where s.tenant_id = tenant and s.id = any (touched_syndicates);
end $$;
revoke execute on function undo_import from public;
grant execute on function undo_import to portal_app;
