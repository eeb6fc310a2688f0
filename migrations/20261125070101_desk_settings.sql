-- When the chain of the audit trail was last checked, and the first event that did not fit; null when all did. It comes first, because
-- every request reads tenants before single_sign_on: the other way around, each would wait for the other.
alter table tenants add column trail_checked_at timestamptz, add column trail_broken_from bigint;
grant update (trail_checked_at, trail_broken_from) on tenants to portal_app;

-- Settings are changed at the desk. What weakens a protection, opens another way in, or does alone what takes two people asks a
-- second person. Kinds that the constraint knows already stay.
do $$
declare
  kinds text[];
begin
  select array_agg(distinct named[1]) into kinds
  from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''::text', 'g') as named
  where conrelid = 'approvals'::regclass and conname = 'approvals_kind_check';
  kinds := kinds || array[
    'stop requiring second factor', 'shorten bank change hold', 'disclose accounts', 'shorten retention', 'shorten deal records',
    'stop requiring single sign-on', 'use sign-on provider', 'use service token'];
  alter table approvals drop constraint approvals_kind_check;
  execute format('alter table approvals add constraint approvals_kind_check check (kind in (%s)) not valid',
    (select string_agg(quote_literal(kind), ', ') from unnest(kinds) as kind));
end $$;
alter table approvals validate constraint approvals_kind_check;

-- A provider that one person has named at the desk vouches for nobody until a second person has approved it.
alter table single_sign_on add column is_approved boolean not null default true;

-- A token that waits for a second person has expired already, so that nothing lets it in; this is for how long it will count then.
alter table service_tokens add column days_once_approved integer
  check (days_once_approved is null or (days_once_approved between 1 and 366 and expires_at <= issued_at));

-- The setting has been there since cash accounts were, but nobody was let to change it.
grant update (checks_cash) on tenants to portal_app;
