-- A link whose use waits for somebody else's server is reserved meanwhile, so that no transaction waits with it: by whom, and until
-- when the reservation holds if nobody gives it back. A process of the previous version knows nothing of it and uses the link up in one
-- transaction; whoever had it reserved then finds it used.
alter table capability_links
  add column reserved_by uuid,
  add column reserved_until timestamptz,
  add check (num_nulls(reserved_by, reserved_until) in (0, 2));
