-- A deal is completed by itself when its last payment is posted, and goes back to its former status when a payment is taken back.
-- The history has to tell such changes from those that somebody made.
alter table deal_status_changes
  add column is_automatic boolean not null default false,
  add column former_status deal_status,
  add constraint deal_status_changes_automatic_has_former check (not is_automatic or former_status is not null);
