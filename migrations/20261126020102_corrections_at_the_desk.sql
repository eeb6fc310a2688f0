-- What a second person approves is kept as it was asked for, where its subject alone does not say it.
alter table approvals add column details jsonb;

-- The kinds so far and two more, whatever others were added before.
do $$
declare known text;
begin
  select string_agg(quote_literal(kind), ', ') into known
  from (
    select word[1] as kind
    from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''', 'g') as word
    where conrelid = 'approvals'::regclass and conname = 'approvals_kind_check'
    union all values ('correct payment'), ('raise correction limit')
  ) kinds;
  alter table approvals drop constraint approvals_kind_check;
  execute format('alter table approvals add constraint approvals_kind_check check (kind in (%s))', known);
end $$;

-- Up to this difference one person corrects a payment while its pay date is open.
alter table tenants add column correction_limit_dollars integer not null default 500
  check (correction_limit_dollars between 0 and 100000);
grant update (correction_limit_dollars) on tenants to portal_app;
