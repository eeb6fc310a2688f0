-- What the open shares of a syndicate will be paid, by pay date. It is worked out from terms, standings and shares, so it can be thrown away
-- and worked out again at any time.
create table syndicate_forecasts (
  tenant_id uuid not null,
  syndicate_id bigint not null,
  -- Of the book and the syndicate's own row when this was worked out. While they are the same, nothing has changed since.
  book_version uuid not null,
  settings_version uuid not null,
  made_at timestamptz not null default now(),
  -- The day through which the book was posted; null while nothing was.
  as_of date,
  net_balance_cents bigint not null,
  -- Of deals without a next debit.
  undated_cents bigint not null,
  undated_count integer not null,
  not_reached_cents bigint not null,
  not_reached_count integer not null,
  -- In order, with what is paid on each: as agreed, and at the present pace.
  pay_dates date[] not null,
  agreed_cents bigint[] not null,
  pace_cents bigint[] not null,
  primary key (tenant_id, syndicate_id),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id),
  check (cardinality(pay_dates) = cardinality(agreed_cents) and cardinality(pay_dates) = cardinality(pace_cents))
);
call protect_tenant_table('syndicate_forecasts');
