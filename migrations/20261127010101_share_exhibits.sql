-- The Schedule A of each share of a deal that was funded at the desk. The row is written with the share; a job makes the file, once,
-- and only then the participant is told. The file is in the storage under a key that is made of the share's id.
create table share_exhibits (
  tenant_id uuid not null,
  participation_id bigint not null,
  queued_at timestamptz not null default now(),
  -- All of them are null until the file is made.
  name text check (length(name) between 1 and 200),
  byte_size bigint check (byte_size > 0),
  sha256 bytea check (octet_length(sha256) = 32),
  made_at timestamptz,
  mailed_at timestamptz,
  primary key (tenant_id, participation_id),
  foreign key (tenant_id, participation_id) references participations (tenant_id, id),
  check (num_nulls(name, byte_size, sha256, made_at) in (0, 4)),
  check (mailed_at is null or made_at is not null)
);
call protect_tenant_table('share_exhibits');
