-- The bank did not take a file: all of its entries are returned at once, without a code of theirs.
alter table payout_runs
  add column refused_by bigint references users (id),
  add column refused_at timestamptz,
  add check ((refused_by is null) = (refused_at is null) and (refused_at is null or state = 'file made'));
alter table payout_run_items drop constraint payout_run_items_return_code_check;
alter table payout_run_items add constraint payout_run_items_return_code_check check (return_code ~ '^(R[0-9]{2}|FILE)$');

-- Whoever says so asks a second person.
do $$
declare
  kinds text[];
begin
  select array_agg(distinct named[1]) into kinds
  from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''::text', 'g') as named
  where conrelid = 'approvals'::regclass and conname = 'approvals_kind_check';
  kinds := kinds || array['payout file refused'];
  alter table approvals drop constraint approvals_kind_check;
  execute format('alter table approvals add constraint approvals_kind_check check (kind in (%s)) not valid',
    (select string_agg(quote_literal(kind), ', ') from unnest(kinds) as kind));
end $$;
alter table approvals validate constraint approvals_kind_check;
