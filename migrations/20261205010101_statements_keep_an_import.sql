-- What stands in the way of undoing a run: whatever was built on it since.
-- Right after an import the statistics know nothing of its rows, and joins are planned as of one row with one row: 40 seconds, and 100 for the
-- undoing itself. Neither uses nested loops, and payments are looked up by a list.
create or replace function import_obstacles(of_run bigint) returns table (obstacle text, number bigint) language plpgsql stable
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
  first_day date;
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
  -- What else a run has changed, such as the status of a deal, counts from the day on which it did.
  first_day := least(
    book_day(confirmed),
    (select min(pay_date) from unnest(pay_dates) as pay_date),
    (select min(agreement_date) from participations where tenant_id = tenant and id = any (added_shares)));

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
    -- They are kept as they are, and nothing that is taken out is told as a reason of a new version.
    select 'statements with its figures were made', (
      select count(*) from statements kept where kept.tenant_id = tenant and kept.syndicate_id = any (touched_syndicates)
        and kept.made_at > confirmed
        and kept.period_start + case kept.kind when 'year' then interval '1 year' else interval '1 month' end > first_day)
    union all
    -- A pay date whose payout run was prepared is paid, or about to be.
    select 'payout runs were prepared with its payouts', (
      select count(*) from payout_runs where tenant_id = tenant and pay_date = any (pay_dates) and state <> 'discarded')
    union all
    select 'of its rows were changed by a later import', (
      select count(*) from import_run_rows own
      join import_run_rows later on later.tenant_id = own.tenant_id and later.kind = own.kind and later.row_id = own.row_id
        and later.run_id > own.run_id
      join import_runs run on run.tenant_id = later.tenant_id and run.id = later.run_id and run.state <> 'undone'
      where own.tenant_id = tenant and own.run_id = of_run)
  ) found
  where found.number > 0;
end $$;
