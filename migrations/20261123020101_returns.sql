-- What the returns of a syndicate are made of. It is worked out from shares and pay dates, so it can be thrown away and worked out again at
-- any time. Adding up 50,000 shares takes about a second, which is too long for an answer.
create table syndicate_returns (
  tenant_id uuid not null,
  syndicate_id bigint not null,
  -- Of the book when this was worked out. While it is the same, nothing has changed since.
  book_version uuid not null,
  made_at timestamptz not null default now(),
  -- Without cancelled shares that were never paid anything.
  deal_count integer not null,
  -- The investment cost by agreement date.
  cost_dates date[] not null,
  cost_cents bigint[] not null,
  -- The net pay by pay date.
  pay_dates date[] not null,
  net_pay_cents bigint[] not null,
  -- The net balance of open shares by status.
  balance_statuses text[] not null,
  balance_deal_counts integer[] not null,
  net_balance_cents bigint[] not null,
  primary key (tenant_id, syndicate_id),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id),
  check (cardinality(cost_dates) = cardinality(cost_cents)),
  check (cardinality(pay_dates) = cardinality(net_pay_cents)),
  check (cardinality(balance_statuses) = cardinality(net_balance_cents)
    and cardinality(balance_statuses) = cardinality(balance_deal_counts))
);
call protect_tenant_table('syndicate_returns');

-- What of the net balance is expected to come in, by status, where it is not what the portal assumes: 'Collections 35; Default 10'.
alter table tenants add column recovery text not null default '';
grant update (recovery) on tenants to portal_app;
