-- When whoever can approve it was last told by mail that it waits. Null of what was asked for before they were.
alter table payout_runs add column told_at timestamptz;
alter table approvals add column told_at timestamptz;
