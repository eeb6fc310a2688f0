-- A line of a day file that resembles another debit (the same deal, day and amount under another reference) is held: it is not
-- posted until somebody confirms that the merchant really was debited twice.
alter table posting_runs
  add column held_count integer not null default 0 check (held_count >= 0),
  drop constraint posting_runs_check1,
  add constraint posting_runs_every_entry_counted
    check (posted_count + reversed_count + returned_count + known_count + refused_count + held_count = position);

create table posting_held_entries (
  tenant_id uuid not null,
  run_id bigint not null,
  line integer not null,
  reference text not null,
  mid text not null,
  amount_cents bigint not null check (amount_cents > 0),
  cleared_date date not null,
  -- The reference of the debit that it resembles.
  resembles text not null,
  -- When it was confirmed, and then posted, refused or found to be posted already. It waits until then.
  confirmed_at timestamptz,
  primary key (tenant_id, run_id, line),
  foreign key (tenant_id, run_id) references posting_runs (tenant_id, id)
);
call protect_tenant_table('posting_held_entries', 'select, insert, update');
