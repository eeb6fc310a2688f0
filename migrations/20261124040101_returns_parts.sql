-- What the returns of a part of a syndicate's deals are made of: the open ones, the closed ones, those of the last twelve months. A large book
-- has millions of payouts, which are too many to be added up for an answer. It can be thrown away and worked out again at any time.
create table syndicate_returns_parts (
  tenant_id uuid not null,
  syndicate_id bigint not null,
  part text not null check (part in ('open', 'closed', 'recent')),
  -- Of the book when this was worked out. While it is the same, nothing has changed since.
  book_version uuid not null,
  -- The first agreement date that counts as one of the last twelve months.
  from_date date,
  made_at timestamptz not null default now(),
  deal_count integer not null,
  cost_dates date[] not null,
  cost_cents bigint[] not null,
  pay_dates date[] not null,
  net_pay_cents bigint[] not null,
  balance_statuses text[] not null,
  balance_deal_counts integer[] not null,
  net_balance_cents bigint[] not null,
  primary key (tenant_id, syndicate_id, part),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id),
  check ((part = 'recent') = (from_date is not null)),
  check (cardinality(cost_dates) = cardinality(cost_cents)),
  check (cardinality(pay_dates) = cardinality(net_pay_cents)),
  check (cardinality(balance_statuses) = cardinality(net_balance_cents)
    and cardinality(balance_statuses) = cardinality(balance_deal_counts))
);
call protect_tenant_table('syndicate_returns_parts');
