-- Which item of a payout run carries the money of a pay date, and whether it has been paid: sent to the bank and not returned, or kept in a
-- cash account. What is left of a run is carried by the item that brings it into a later one. Both stay as they are for dates
-- before the first run, which were paid outside the portal.
alter table syndicate_pay_dates
  add column payout_item_id bigint,
  add column is_paid boolean not null default false;
-- The few that are on their way, however long the book is.
create index syndicate_pay_dates_unpaid on syndicate_pay_dates (tenant_id, syndicate_id, pay_date) where not is_paid;
create index syndicate_pay_dates_unpaid_by_day on syndicate_pay_dates (tenant_id, pay_date) where not is_paid;
create index syndicate_pay_dates_left on syndicate_pay_dates (tenant_id, syndicate_id) where payout_item_id is not null and not is_paid;

-- What the items of all runs leave is added up from the few that leave or bring in something.
create index payout_run_items_left on payout_run_items (tenant_id, syndicate_id, run_id)
  where kind <> 'withdrawal' and (outcome in ('held', 'blocked', 'carried') or returned_at is not null
    or carried_in_cents <> 0 or released_in_cents <> 0 or returned_in_cents <> 0);
create index payout_run_items_returned_of_run on payout_run_items (tenant_id, run_id) where returned_at is not null;

-- The file of a run is made: its items carry its pay date, and what earlier runs have left of the same syndicates. Null means all of them.
create procedure carry_pay_dates(of_tenant uuid, of_run bigint, of_syndicates bigint[]) language plpgsql as $$
begin
  update syndicate_pay_dates kept set payout_item_id = item.id, is_paid = item.outcome in ('in file', 'kept')
  from payout_run_items item
  join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
  where item.tenant_id = of_tenant and item.run_id = of_run and item.kind = 'payout'
    and (of_syndicates is null or item.syndicate_id = any (of_syndicates))
    and kept.tenant_id = of_tenant and kept.syndicate_id = item.syndicate_id and kept.pay_date = run.pay_date;
  -- Of a cash account, what is left is apart from the payout that is kept.
  update syndicate_pay_dates kept set payout_item_id = item.id, is_paid = item.outcome in ('in file', 'kept')
  from payout_run_items item
  join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
  where item.tenant_id = of_tenant and item.run_id = of_run
    and (item.kind = 'owed' or (item.kind = 'payout' and item.outcome <> 'kept'))
    and (of_syndicates is null or item.syndicate_id = any (of_syndicates))
    and kept.tenant_id = of_tenant and kept.syndicate_id = item.syndicate_id and kept.pay_date <> run.pay_date
    and kept.payout_item_id is not null and not kept.is_paid;
end $$;

-- The same for all runs, one after the other, where the rows of pay dates were written anew.
create procedure carry_pay_dates_anew(of_tenant uuid, of_syndicates bigint[]) language plpgsql as $$
declare
  step record;
begin
  for step in
    select run.id as run_id, null::bigint as item_id, null::bigint as syndicate_id, run.approved_at as at
    from payout_runs run where run.tenant_id = of_tenant and run.state in ('file made', 'settled')
    union all
    select null, item.id, item.syndicate_id, item.returned_at
    from payout_run_items item where item.tenant_id = of_tenant and item.returned_at is not null and item.kind <> 'withdrawal'
      and (of_syndicates is null or item.syndicate_id = any (of_syndicates))
    order by at, run_id
  loop
    if step.run_id is not null then
      call carry_pay_dates(of_tenant, step.run_id, of_syndicates);
    else
      update syndicate_pay_dates set is_paid = false
      where tenant_id = of_tenant and syndicate_id = step.syndicate_id and payout_item_id = step.item_id;
    end if;
  end loop;
end $$;

do $$
declare
  tenant uuid;
begin
  perform set_config('app.tenant_list', 'on', true);
  for tenant in select id from tenants loop
    perform set_config('app.tenant', tenant::text, true);
    call carry_pay_dates_anew(tenant, null);
  end loop;
  perform set_config('app.tenant', '', true), set_config('app.tenant_list', '', true);
end $$;

-- What an investor is told of a pay date changes with its run: a run is prepared, approved, made into a file, discarded.
create function renew_versions_of_runs() returns trigger language plpgsql as $$
declare
  book record;
begin
  -- A tenant that is moved brings the versions of its books along.
  if is_mover() then
    return null;
  end if;
  for book in
    select kept.tenant_id, array_agg(distinct kept.syndicate_id) as syndicate_ids
    from changed join syndicate_pay_dates kept on kept.tenant_id = changed.tenant_id and kept.pay_date = changed.pay_date
    group by kept.tenant_id
  loop
    call renew_versions_of(book.tenant_id, book.syndicate_ids);
  end loop;
  return null;
end $$;
create trigger renew_versions_insert after insert on payout_runs
  referencing new table as changed for each statement execute function renew_versions_of_runs();
create trigger renew_versions_update after update on payout_runs
  referencing new table as changed for each statement execute function renew_versions_of_runs();
