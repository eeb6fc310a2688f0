-- The deals that a mail names, so that the page of an import can list what went out about its deals.
alter table notification_items add column deal_ids bigint[] not null default '{}';

-- What stands in the way of undoing a run: whatever was built on it since, and a few of those things. An earlier release reads the first two.
create or replace function import_obstacles(of_run bigint) returns table (obstacle text, number bigint, kind text, ids bigint[])
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  tenant uuid := app_tenant();
  confirmed timestamptz := (select run.confirmed_at from import_runs run where run.tenant_id = tenant and run.id = of_run);
  sources bigint[] := array(select id from payment_sources where tenant_id = tenant and import_run_id = of_run);
  own_payments bigint[] := array(
    select id from payments where tenant_id = tenant and (source_id = any (sources) or reversal_source_id = any (sources)));
  pay_dates date[] := array(select distinct pay_date from payout_lines where tenant_id = tenant and payment_id = any (own_payments));
  added_shares bigint[];
  touched_deals bigint[];
  touched_syndicates bigint[];
  added_syndicates bigint[];
  own_entries bigint[];
  own_statuses bigint[];
  own_terms bigint[];
  first_day date;
begin
  if not exists (select from import_journal where tenant_id = tenant and run_id = of_run) then
    if exists (select from import_runs where tenant_id = tenant and id = of_run and state in ('done', 'undoing')) then
      return query select 'a release before 0.4.0 carried it out and kept too little to take it back', 1::bigint, null, '{}'::bigint[];
    end if;
    return;
  end if;
  -- Each is looked up once: within a query it would be for every row.
  added_shares := imported_ids(of_run, 'participations', true);
  added_syndicates := imported_ids(of_run, 'syndicates', true);
  own_entries := imported_ids(of_run, 'cash_entries', true);
  own_statuses := imported_ids(of_run, 'deal_status_changes', true);
  own_terms := imported_ids(of_run, 'deal_terms', true);
  touched_deals := array(
    select unnest(imported_ids(of_run, 'deals', false))
    union select deal_id from participations where tenant_id = tenant and id = any (added_shares)
    union select deal_id from payments where tenant_id = tenant and id = any (own_payments));
  touched_syndicates := array(
    select unnest(added_syndicates)
    union select syndicate_id from participations where tenant_id = tenant and deal_id = any (touched_deals));
  -- What else a run has changed, such as the status of a deal, counts from the day on which it did.
  first_day := least(
    book_day(confirmed),
    (select min(pay_date) from unnest(pay_dates) as pay_date),
    (select min(agreement_date) from participations where tenant_id = tenant and id = any (added_shares)));

  return query
  select found.obstacle, count(*), found.kind, (array_agg(distinct found.id order by found.id desc) filter (where found.id is not null))[1:5] from (
    select 'payments were posted to its deals since' as obstacle, 'deal' as kind, deal_id as id from payments
    where tenant_id = tenant and deal_id = any (touched_deals) and recorded_at > confirmed
      and (source_id is null or source_id <> all (sources))
    union all
    select 'payments of it came back or were corrected since', 'deal', deal_id from payments
    where tenant_id = tenant and id = any (own_payments) and (is_void or reversal_source_id <> all (sources))
    union all
    select 'statuses of its deals were set since', 'deal', deal_id from deal_status_changes
    where tenant_id = tenant and deal_id = any (touched_deals) and changed_at > confirmed
      and id <> all (own_statuses)
    union all
    select 'terms of its deals were recorded since', 'deal', deal_id from deal_terms
    where tenant_id = tenant and deal_id = any (touched_deals) and recorded_at > confirmed
      and id <> all (own_terms)
    union all
    select 'shares of its deals were added since', 'deal', deal_id from participations
    where tenant_id = tenant and created_at > confirmed and id <> all (added_shares)
      and (deal_id = any (touched_deals) or syndicate_id = any (added_syndicates))
    union all
    select 'entries of cash accounts were made from it since', 'syndicate', syndicate_id from cash_entries
    where tenant_id = tenant and syndicate_id = any (touched_syndicates) and recorded_at > confirmed and id <> all (own_entries)
      and (participation_id = any (added_shares) or pay_date = any (pay_dates))
    union all
    -- One that is being handed over may have arrived.
    select case state when 'sent' then 'reports with its figures were sent' else 'reports with its figures are being sent' end, 'syndicate', syndicate_id
    from nightly_reports
    where tenant_id = tenant and syndicate_id = any (touched_syndicates) and coalesce(sent_at, sending_since) > confirmed
    union all
    -- They are kept as they are, and nothing that is taken out is told as a reason of a new version.
    select 'statements with its figures were made', 'syndicate', kept.syndicate_id from statements kept
    where kept.tenant_id = tenant and kept.syndicate_id = any (touched_syndicates) and kept.made_at > confirmed
      and kept.period_start + case kept.kind when 'year' then interval '1 year' else interval '1 month' end > first_day
    union all
    -- A pay date whose payout run was prepared is paid, or about to be.
    select 'payout runs were prepared with its payouts', 'payout run', id from payout_runs
    where tenant_id = tenant and pay_date = any (pay_dates) and state <> 'discarded'
    union all
    select format('rows of it in %s were changed since',
        case table_name when 'syndicates' then 'investors' when 'participations' then 'shares' when 'companies' then 'merchants'
          else replace(table_name, '_', ' ') end),
      case table_name when 'deals' then 'deal' when 'participations' then 'deal' when 'syndicates' then 'syndicate' end,
      case table_name when 'participations' then (select deal_id from participations where tenant_id = tenant and id = row_id) else row_id end
    from rows_changed_since(of_run)
  ) found
  group by found.obstacle, found.kind;
end $$;
