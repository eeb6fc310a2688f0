-- The version of a syndicate's book: another one with every change that a page could show. Who brings back the version of an
-- answer is told that nothing has changed, without the book being read (docs/decisions/versions-of-answers.md).
-- A random number and not a counter: after a restore to an earlier time a counter would count up to the same number again,
-- for another book.
-- The rows that are there get one number: with a number for each, PostgreSQL would write the tables anew, and whoever reads in a
-- snapshot of before that would find them empty.
do $$
declare
  first_version uuid := gen_random_uuid();
begin
  execute format('alter table syndicates add column version uuid not null default %L', first_version);
  execute format('alter table syndicate_totals add column version uuid not null default %L', first_version);
end $$;
alter table syndicates alter column version set default gen_random_uuid();
alter table syndicate_totals alter column version set default gen_random_uuid();

create function renew_version() returns trigger language plpgsql as $$
begin
  new.version := gen_random_uuid();
  return new;
end $$;

-- The settings of a syndicate.
create trigger renew_version before update on syndicates for each row
  when (old.* is distinct from new.*) execute function renew_version();
-- The ledger: whatever posts, takes back or adds a share updates this row anyway, so that the version costs posting no further row.
create trigger renew_version before update on syndicate_totals for each row execute function renew_version();

-- For changes that leave the totals as they are: gives the books of these syndicates another version. In the order in which posting
-- locks them, so that the two cannot deadlock. A row that this transaction has already updated has a version that nobody has seen.
create procedure renew_versions_of(of_tenant uuid, of_syndicates bigint[]) language plpgsql as $$
begin
  with changing as (
    select tenant_id, syndicate_id from syndicate_totals
    where tenant_id = of_tenant and syndicate_id = any (of_syndicates) and xmin <> pg_current_xact_id()::xid
    order by syndicate_id for update
  )
  -- The trigger above sets the version.
  update syndicate_totals total set version = total.version
  from changing where total.tenant_id = changing.tenant_id and total.syndicate_id = changing.syndicate_id;
end $$;

-- Name, MID, status and terms of a deal are shown in the book of each syndicate that has a share of it.
create function renew_versions_of_deals() returns trigger language plpgsql as $$
declare
  book record;
begin
  -- A tenant that is moved brings the versions of its books along.
  if is_mover() then
    return null;
  end if;
  for book in
    select share.tenant_id, array_agg(distinct share.syndicate_id) as syndicate_ids
    from after_change
    join before_change on before_change.tenant_id = after_change.tenant_id and before_change.id = after_change.id
      and before_change is distinct from after_change
    join participations share on share.tenant_id = after_change.tenant_id and share.deal_id = after_change.id
    group by share.tenant_id
  loop
    call renew_versions_of(book.tenant_id, book.syndicate_ids);
  end loop;
  return null;
end $$;
create trigger renew_versions after update on deals
  referencing old table as before_change new table as after_change
  for each statement execute function renew_versions_of_deals();

-- A note is shown with its pay date. A syndicate without totals has no pay dates yet.
create function renew_versions_of_notes() returns trigger language plpgsql as $$
declare
  book record;
begin
  if is_mover() then
    return null;
  end if;
  for book in
    select tenant_id, array_agg(distinct syndicate_id) as syndicate_ids from changed group by tenant_id
  loop
    call renew_versions_of(book.tenant_id, book.syndicate_ids);
  end loop;
  return null;
end $$;
create trigger renew_versions_insert after insert on pay_date_notes
  referencing new table as changed for each statement execute function renew_versions_of_notes();
create trigger renew_versions_update after update on pay_date_notes
  referencing new table as changed for each statement execute function renew_versions_of_notes();
create trigger renew_versions_delete after delete on pay_date_notes
  referencing old table as changed for each statement execute function renew_versions_of_notes();
