-- What the dashboard's tables are sorted, filtered and searched by, kept ready by the ledger like every other rollup. A book of
-- 50,000 deals is never sorted or counted through while somebody waits: each sort column has an index that is read from
-- either end, and the two filters lie in the index beside it.

-- Once listed, an entry changes only with the deal's status. What moves with each payment is in participation_totals.
create table listed_participations (
  tenant_id uuid not null,
  participation_id bigint not null,
  syndicate_id bigint not null,
  agreement_date date not null,
  deal_status deal_status not null,
  merchant_key text collate "C" not null,
  mid text collate "C" not null,
  share_percent numeric(7, 4) not null,
  investment_cost_cents bigint not null,
  anticipated_return_cents bigint not null,
  -- Of the investment cost, for sorting alone.
  gain_millionths bigint not null generated always as
    (case when investment_cost_cents = 0 then 0
      else (anticipated_return_cents - investment_cost_cents) * 1000000 / investment_cost_cents end) stored,
  primary key (tenant_id, participation_id),
  foreign key (tenant_id, participation_id) references participations (tenant_id, id)
);
create index listed_by_agreement_date on listed_participations (tenant_id, syndicate_id, agreement_date, participation_id) include (deal_status);
create index listed_by_status on listed_participations (tenant_id, syndicate_id, deal_status, participation_id) include (agreement_date);
create index listed_by_merchant on listed_participations (tenant_id, syndicate_id, merchant_key, participation_id) include (deal_status, agreement_date);
create index listed_by_mid on listed_participations (tenant_id, syndicate_id, mid, participation_id) include (deal_status, agreement_date);
create index listed_by_share on listed_participations (tenant_id, syndicate_id, share_percent, participation_id) include (deal_status, agreement_date);
create index listed_by_cost on listed_participations (tenant_id, syndicate_id, investment_cost_cents, participation_id) include (deal_status, agreement_date);
create index listed_by_return on listed_participations (tenant_id, syndicate_id, anticipated_return_cents, participation_id) include (deal_status, agreement_date);
create index listed_by_gain on listed_participations (tenant_id, syndicate_id, gain_millionths, participation_id) include (deal_status, agreement_date);

-- The words of a merchant's name and its MID, so that a search is a range of this key. LIKE and trigrams are no operators that
-- row-level security lets an index answer.
create table listed_words (
  tenant_id uuid not null,
  syndicate_id bigint not null,
  word text collate "C" not null,
  participation_id bigint not null,
  primary key (tenant_id, syndicate_id, word, participation_id),
  foreign key (tenant_id, participation_id) references participations (tenant_id, id)
);

-- A MID is found with its letters and without them.
create function search_words(merchant_name text, mid text) returns setof text language sql immutable parallel safe
  as $$
    select distinct left(word, 40)
    from regexp_split_to_table(lower(concat_ws(' ', merchant_name, mid, ltrim(mid, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-'))), '[^[:alnum:]]+') word
    where word <> ''
  $$;

alter table participation_totals
  add column deal_status deal_status,
  add column agreement_date date,
  add column net_profit_cents bigint,
  add column last_cleared_date date,
  add column first_pay_date date,
  add column last_pay_date date,
  add column counted_balance_cents bigint generated always as
    (case when deal_status in ('Write-off', 'Complete with discount') then 0 else remaining_balance_cents end) stored,
  -- Of the anticipated return, which is what came in and what has not.
  add column paid_in_millionths bigint generated always as
    (case when gross_cents + remaining_balance_cents = 0 then 0
      else gross_cents * 1000000 / (gross_cents + remaining_balance_cents) end) stored;

call protect_tenant_table('listed_participations', 'select, insert, update');
call protect_tenant_table('listed_words', 'select, insert, delete');

-- Row-level security hides a tenant's rows from the tables' owner too; it is lifted while the books that exist are filled in.
alter table participations no force row level security;
alter table participation_totals no force row level security;
alter table participation_pay_dates no force row level security;
alter table deals no force row level security;
alter table deal_totals no force row level security;
alter table listed_participations no force row level security;
alter table listed_words no force row level security;

insert into listed_participations (tenant_id, participation_id, syndicate_id, agreement_date, deal_status, merchant_key, mid,
  share_percent, investment_cost_cents, anticipated_return_cents)
select p.tenant_id, p.id, p.syndicate_id, p.agreement_date, deal.status, lower(deal.name), deal.mid, p.share_percent,
  p.investment_cost_cents, p.anticipated_return_cents
from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id;

insert into listed_words (tenant_id, syndicate_id, word, participation_id)
select p.tenant_id, p.syndicate_id, search_words(deal.name, deal.mid), p.id
from participations p join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id;

update participation_totals total set
  deal_status = deal.status,
  agreement_date = p.agreement_date,
  net_profit_cents = total.net_pay_cents - p.investment_cost_cents,
  last_cleared_date = collected.last_cleared_date,
  first_pay_date = paid.first_pay_date,
  last_pay_date = paid.last_pay_date
from participations p
join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
join deal_totals collected on collected.tenant_id = deal.tenant_id and collected.deal_id = deal.id
left join (
  select tenant_id, participation_id, min(pay_date) as first_pay_date, max(pay_date) as last_pay_date
  from participation_pay_dates group by tenant_id, participation_id
) paid on paid.tenant_id = p.tenant_id and paid.participation_id = p.id
where total.tenant_id = p.tenant_id and total.participation_id = p.id;

alter table participations force row level security;
alter table participation_totals force row level security;
alter table participation_pay_dates force row level security;
alter table deals force row level security;
alter table deal_totals force row level security;
alter table listed_participations force row level security;
alter table listed_words force row level security;

alter table participation_totals
  alter column deal_status set not null,
  alter column agreement_date set not null,
  alter column net_profit_cents set not null;
create index totals_by_remaining_balance on participation_totals (tenant_id, syndicate_id, remaining_balance_cents, participation_id) include (deal_status, agreement_date);
create index totals_by_counted_balance on participation_totals (tenant_id, syndicate_id, counted_balance_cents, participation_id) include (deal_status, agreement_date);
create index totals_by_paid_in on participation_totals (tenant_id, syndicate_id, paid_in_millionths, participation_id) include (deal_status, agreement_date);
create index totals_by_gross on participation_totals (tenant_id, syndicate_id, gross_cents, participation_id) include (deal_status, agreement_date);
create index totals_by_net_pay on participation_totals (tenant_id, syndicate_id, net_pay_cents, participation_id) include (deal_status, agreement_date);
create index totals_by_net_profit on participation_totals (tenant_id, syndicate_id, net_profit_cents, participation_id) include (deal_status, agreement_date);
create index totals_by_last_cleared on participation_totals (tenant_id, syndicate_id, last_cleared_date desc nulls last, participation_id desc) include (deal_status, agreement_date);
create index totals_by_agreement_date on participation_totals (tenant_id, syndicate_id, agreement_date, participation_id) include (first_pay_date, last_pay_date, deal_status);

-- Each posting touches many rows; the indexes alone answer a page only while the table is kept vacuumed.
alter table participation_totals set (autovacuum_vacuum_scale_factor = 0.02);
