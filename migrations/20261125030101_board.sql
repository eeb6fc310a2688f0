-- What waits is counted each time somebody opens the desk's board, so the deals that are not funded yet have an index of their own, and
-- so have the pay dates of a day, whichever syndicate they are of, and the alerts that are still open.
create index deals_submitted on deals (tenant_id, id) where status in ('Request Price Adjustment', 'Contract Request');
create index syndicate_pay_dates_by_day on syndicate_pay_dates (tenant_id, pay_date);
create index deal_alerts_open_by_opening on deal_alerts (tenant_id, opened_at, deal_id) where closed_on is null;

-- Within which time what waits is to be dealt with, by queue, where it is not the default: 'invites 48; locked 2'.
alter table tenants add column queue_promises text not null default '';
grant update (queue_promises) on tenants to portal_app;

-- What a run has posted of cleared debits, for the board; null of runs that were begun before it was kept.
alter table posting_runs add column posted_cents bigint;
