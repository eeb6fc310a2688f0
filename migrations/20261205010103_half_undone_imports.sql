-- When everything that an import added was taken out of the ledger. What it changed is given back after that, in transactions of its own; if a
-- row cannot be given back, the import is half undone, and nothing that was built since is a reason to leave it so.
alter table import_runs add column taken_out_at timestamptz;

-- The release says it in words only.
alter table import_runs no force row level security;
update import_runs set taken_out_at = now()
where state = 'done' and failure like 'This import stays: what it added is taken out, but its changes are not (%';
alter table import_runs force row level security;
