-- What came in by import, by the funder's own ids: rows of an import refer to each other by them, and a row that is told again is known.
-- Payments are not here, because the processor's reference is a key of theirs already.
create table external_ids (
  tenant_id uuid not null references tenants (id),
  kind text not null,
  external_id text collate "C" not null check (length(external_id) between 1 and 100),
  id bigint not null,
  -- Of the row as it was told last: told the same, nothing has changed.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  primary key (tenant_id, kind, external_id)
);
call protect_tenant_table('external_ids', 'select, insert, update');

-- An account opens only to the claim that names it, so whoever makes one has to know its id beforehand.
grant usage on sequence users_id_seq to portal_app;
