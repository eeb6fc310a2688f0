-- Write-offs, discounts, cancellations and changes of several deals, funding, and what a service token enters in a cash account take a second
-- person above a limit.
do $$
declare
  kinds text[];
begin
  select array_agg(distinct named[1]) into kinds
  from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''::text', 'g') as named
  where conrelid = 'approvals'::regclass and conname = 'approvals_kind_check';
  kinds := kinds || array['change deals', 'fund deal', 'record cash entry'];
  alter table approvals drop constraint approvals_kind_check;
  execute format('alter table approvals add constraint approvals_kind_check check (kind in (%s)) not valid',
    (select string_agg(quote_literal(kind), ', ') from unnest(kinds) as kind));
end $$;
alter table approvals validate constraint approvals_kind_check;
