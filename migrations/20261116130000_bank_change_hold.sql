-- How long a change of a syndicate's bank account waits before it takes effect is the funder's to decide: up to a week, or not at all.
alter table tenants add column bank_change_hold_hours smallint not null default 72
  check (bank_change_hold_hours between 0 and 168);
grant update (bank_change_hold_hours) on tenants to portal_app;
