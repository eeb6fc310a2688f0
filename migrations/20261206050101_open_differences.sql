-- The differences that the last reconciliation found, and whom each concerns. While one is there, no payout run pays these investors and no statement
-- of theirs is made.
create table open_differences (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  place text not null,
  key jsonb not null,
  -- Null where the row should not exist.
  expected jsonb,
  -- Null where the row is missing.
  actual jsonb,
  syndicate_ids bigint[] not null,
  deal_id bigint,
  pay_date date,
  -- When it was found first, and when it was seen last.
  found_at timestamptz not null,
  checked_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index open_differences_once on open_differences (tenant_id, place, key);
call protect_tenant_table('open_differences', 'select, insert, update, delete');

-- The investors that two people leave out of a run although their figures differ. Their money is held until a later run.
create table payout_runs_left_out (
  tenant_id uuid not null,
  run_id bigint not null,
  syndicate_id bigint not null,
  reason text not null,
  left_out_at timestamptz not null default now(),
  primary key (tenant_id, run_id, syndicate_id),
  foreign key (tenant_id, run_id) references payout_runs (tenant_id, id),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id)
);
call protect_tenant_table('payout_runs_left_out', 'select, insert');

-- An approval compares the lines of its pay date with what it pays.
create index payout_lines_of_pay_date on payout_lines (tenant_id, pay_date);

call allow_approvals('leave investors out', 'take back settlement');
