-- The sums of a syndicate's watchlist. Summing up 50,000 shares for the head of the list takes longer than the page below it.
alter table syndicate_totals
  add column watched_count integer not null default 0,
  add column watched_arrears_cents bigint not null default 0,
  add column watched_net_balance_cents bigint not null default 0;

-- Of every tenant: row-level security hides the rows even from the owner of the tables.
alter table syndicate_totals no force row level security;
alter table watched_participations no force row level security;
update syndicate_totals total set watched_count = watched.shares, watched_arrears_cents = watched.arrears_cents,
  watched_net_balance_cents = watched.net_balance_cents
from (
  select tenant_id, syndicate_id, count(*) as shares, sum(arrears_cents) as arrears_cents,
    sum(net_balance_cents) as net_balance_cents
  from watched_participations group by tenant_id, syndicate_id
) watched
where total.tenant_id = watched.tenant_id and total.syndicate_id = watched.syndicate_id;
alter table syndicate_totals force row level security;
alter table watched_participations force row level security;
