-- A payment that was posted by mistake is voided: reversed by the funder and not by a bank, so there is no return code. The rows there are
-- are checked by the next migration, so that nobody waits for it who posts.
alter table payments
  add column is_void boolean not null default false,
  drop constraint payments_check1,
  -- The returned date of a voided payment is the day on which it was voided.
  add constraint payments_taken_back_has_date check ((status in ('returned', 'reversed')) = (returned_date is not null)) not valid,
  add constraint payments_return_has_code check ((returned_date is not null and not is_void) = (return_code is not null)) not valid,
  add constraint payments_void_had_cleared check (not is_void or status = 'reversed') not valid;

-- Who corrected a payment and why, and the payment that takes its place, if one does. Rows are only ever added.
create table payment_corrections (
  tenant_id uuid not null,
  payment_id bigint not null,
  replaced_by bigint,
  reason text not null check (length(reason) between 1 and 500),
  corrected_by text not null,
  corrected_at timestamptz not null default now(),
  primary key (tenant_id, payment_id),
  unique (tenant_id, replaced_by),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, replaced_by) references payments (tenant_id, id)
);
call protect_tenant_table('payment_corrections', 'select, insert');
call make_append_only('payment_corrections');
