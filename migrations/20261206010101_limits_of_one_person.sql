-- What one person of the staff, or one service token, may move without a second person on a day: of write-offs, discounts, cancellations and changes
-- of several deals, and of funding. Corrections and returns have had theirs.
alter table tenants add column write_off_limit_dollars integer not null default 5000
  check (write_off_limit_dollars between 0 and 1000000);
alter table tenants add column funding_limit_dollars integer not null default 25000
  check (funding_limit_dollars between 0 and 10000000);
grant update (write_off_limit_dollars, funding_limit_dollars) on tenants to portal_app;

-- What somebody moved alone, so that what they do on a day is added up.
create table moved_alone (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  -- 'user 12', 'service token 4'.
  mover text not null,
  limit_name text not null check (limit_name in ('corrections', 'write-offs', 'funding')),
  what text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  moved_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index moved_alone_of_a_day on moved_alone (tenant_id, mover, limit_name, moved_at);
call protect_tenant_table('moved_alone', 'select, insert');

-- A service token asks where it would move more than that. Nobody of the staff asks then.
alter table approvals alter column asked_by drop not null;
alter table approvals add column asked_by_token bigint;
alter table approvals add foreign key (tenant_id, asked_by_token) references service_tokens (tenant_id, id) not valid;
alter table approvals validate constraint approvals_tenant_id_asked_by_token_fkey;
alter table approvals add constraint somebody_asks check (num_nonnulls(asked_by, asked_by_token) = 1) not valid;
alter table approvals validate constraint somebody_asks;

-- Lets people ask for further kinds of approvals.
create procedure allow_approvals(variadic added text[]) language plpgsql as $$
declare
  kinds text[];
begin
  select array_agg(distinct named[1]) into kinds
  from pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''::text', 'g') as named
  where conrelid = 'approvals'::regclass and conname = 'approvals_kind_check';
  kinds := kinds || added;
  alter table approvals drop constraint approvals_kind_check;
  execute format('alter table approvals add constraint approvals_kind_check check (kind in (%s)) not valid',
    (select string_agg(quote_literal(kind), ', ') from unnest(kinds) as kind));
  alter table approvals validate constraint approvals_kind_check;
end $$;
revoke execute on procedure allow_approvals from public;
call allow_approvals('raise write-off limit', 'raise funding limit');
