-- Reconciliation takes what changed since a deal was last compared, and in turn everything else.

-- Counts every change of a deal's money, shares, status or name. A deal whose number is not the one that was compared is compared
-- again. A number that the change itself writes needs no clock and no order of transactions: a change that is committed late
-- appears with its number, whenever that is.
alter table deal_totals add column change_number bigint not null default 0;

-- When each deal was last compared without a difference, and at which of its changes.
create table deal_checks (
  tenant_id uuid not null,
  deal_id bigint not null,
  change_number bigint not null,
  checked_at timestamptz not null,
  primary key (tenant_id, deal_id),
  foreign key (tenant_id, deal_id) references deals (tenant_id, id)
);
call protect_tenant_table('deal_checks', 'select, insert, update');

-- The same of the exports: those of a small syndicate as a whole, those of a large one by month of agreement.
create table export_checks (
  tenant_id uuid not null,
  syndicate_id bigint not null,
  -- Null stands for all months.
  agreement_month date,
  checked_at timestamptz not null,
  unique nulls not distinct (tenant_id, syndicate_id, agreement_month),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id)
);
call protect_tenant_table('export_checks', 'select, insert, update');

-- What a run compared. Until now each compared the whole book; payment_count, line_count and net_pay_cents are what was compared.
alter table reconciliations
  add column is_whole boolean not null default true,
  add column deal_count bigint,
  add column changed_deal_count bigint,
  -- Everything in the book has been compared since then; null while something never was.
  add column checked_since timestamptz;
create index reconciliations_by_time on reconciliations (tenant_id, compared_at);
