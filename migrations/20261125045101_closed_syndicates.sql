-- A syndicate that the funder has closed takes part in nothing new. What it is owed stays, and is paid out.
alter table syndicates
  add column closed_at timestamptz,
  add column closed_by text,
  add column closed_reason text check (length(closed_reason) between 1 and 500),
  add constraint closed_with_reason check (
    (closed_at is null) = (closed_by is null) and (closed_at is null) = (closed_reason is null));
