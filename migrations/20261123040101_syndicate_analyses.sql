-- How a syndicate's open balance spreads over industries, states and so on, and what each quarter's deals have paid. Worked out from shares and
-- payouts when the day turns, so it can be thrown away and worked out again at any time.
create table syndicate_analyses (
  tenant_id uuid not null,
  syndicate_id bigint not null,
  -- Of the book when this was worked out. While it is the same, nothing has changed since.
  book_version uuid not null,
  -- The day on which it was worked out: how old a deal is depends on it.
  as_of date not null,
  made_at timestamptz not null default now(),
  net_balance_cents bigint not null,
  exposures jsonb not null,
  cohorts jsonb not null,
  primary key (tenant_id, syndicate_id),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id)
);
call protect_tenant_table('syndicate_analyses');

-- How much of the open balance an investor wants in one industry, state and so on at most.
create table concentration_limits (
  tenant_id uuid not null,
  syndicate_id bigint not null,
  kind text not null check (kind in ('industry', 'state', 'broker', 'platform', 'position', 'merchant')),
  limit_percent numeric(5, 2) not null check (limit_percent > 0 and limit_percent <= 100),
  set_by bigint not null references users (id),
  set_at timestamptz not null default now(),
  primary key (tenant_id, syndicate_id, kind),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id)
);
create index concentration_limits_by_user on concentration_limits (set_by);
call protect_tenant_table('concentration_limits');
