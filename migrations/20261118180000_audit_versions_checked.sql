-- Reads the whole trail once, while everybody reads and writes on.
alter table audit_events validate constraint audit_events_version_check;
