-- A syndicate's bank account also comes in by the funder's import: then no user has asked for the change.
alter table bank_account_changes alter column requested_by drop not null;
