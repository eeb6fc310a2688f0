-- When everything that an import added was taken out of the ledger. What it changed is given back after that, in transactions of its own; if a
-- row cannot be given back, the import is half undone, and nothing that was built since is a reason to leave it so. Null for those of earlier
-- releases: of what they changed nobody knows whether it was changed since, so they are judged by what was built on them, as before.
alter table import_runs add column taken_out_at timestamptz;
