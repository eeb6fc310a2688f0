-- What a broker sends along under an offer's link. It lies in the file storage apart from everything else until it has been
-- checked; accepting the offer makes files of the deal out of what was found clean.
create table staged_files (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  link_hash bytea not null,
  category_id bigint not null,
  name text not null check (length(name) between 1 and 200),
  -- As announced before the upload, which is held to it.
  byte_size bigint not null check (byte_size between 1 and 20 * 1024 * 1024),
  state text not null default 'awaiting upload'
    check (state in ('awaiting upload', 'checking', 'clean', 'refused', 'attached')),
  refusal text,
  -- Of the bytes that were checked and kept; a picture is not the one that came.
  content_type text,
  kept_byte_size bigint check (kept_byte_size > 0),
  sha256 bytea check (octet_length(sha256) = 32),
  staged_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, link_hash) references capability_links (tenant_id, token_hash),
  foreign key (tenant_id, category_id) references file_categories (tenant_id, id),
  check ((state = 'refused') = (refusal is not null)),
  check (num_nulls(content_type, kept_byte_size, sha256) = case when state in ('clean', 'attached') then 0 else 3 end)
);
create index staged_files_of_link on staged_files (tenant_id, link_hash);

-- The mails of an acceptance, written with it. The message id is the same at every attempt, so that a mail which was sent and
-- not yet noted as sent is a repetition to whoever receives it again.
create table offer_mails (
  tenant_id uuid not null,
  offer_id bigint not null,
  reader text not null check (reader in ('desk', 'broker')),
  note_id bigint,
  message_id text not null,
  queued_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, offer_id, reader),
  unique (tenant_id, message_id),
  foreign key (tenant_id, offer_id) references offers (tenant_id, id),
  foreign key (tenant_id, note_id) references deal_notes (tenant_id, id)
);

call protect_tenant_table('staged_files');
call protect_tenant_table('offer_mails', 'select, insert, update');

-- An answer is kept for a week; after that a command sent again meets what it changed.
create policy past on idempotency_keys using (app_purge() and created_at < now() - interval '7 days') with check (false);
