-- When each backup was complete, told by deploy/backup: `portal doctor` and the alert BackupOld read it, however the portal is installed.
-- It belongs to no tenant, so it has a schema of its own.
create schema operations;
grant usage on schema operations to portal_app, pg_read_all_data;

create table operations.backups (
  finished_at timestamptz primary key default clock_timestamp(),
  bytes bigint not null check (bytes > 0)
);
grant select on operations.backups to portal_app;

-- The role of a backup reads everything and writes nothing but this.
create function operations.note_backup(bytes bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into operations.backups (bytes) values (note_backup.bytes)
$$;
revoke all on function operations.note_backup(bigint) from public;
grant execute on function operations.note_backup(bigint) to pg_read_all_data;
