-- Files that the funder's staff add to a deal. They are uploaded and checked like a broker's. Only clean ones are ever opened, and only at
-- the desk; one that was refused is listed with its reason for a day.
create table desk_files (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  deal_id bigint not null,
  staged_by bigint not null references users (id),
  name text not null check (length(name) between 1 and 200),
  -- As announced before the upload, which is held to it.
  byte_size bigint not null check (byte_size between 1 and 20 * 1024 * 1024),
  state text not null default 'awaiting upload' check (state in ('awaiting upload', 'checking', 'clean', 'refused')),
  refusal text check (refusal in (
    'type_not_allowed', 'name_does_not_fit', 'more_than_one_kind', 'has_active_content', 'unpacks_too_large', 'picture_too_large', 'unreadable', 'infected')),
  -- Of the bytes that were checked and kept; a picture is not the one that came.
  content_type text,
  kept_byte_size bigint check (kept_byte_size > 0),
  sha256 bytea check (octet_length(sha256) = 32),
  staged_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, deal_id) references deals (tenant_id, id),
  check ((state = 'refused') = (refusal is not null)),
  check (num_nulls(content_type, kept_byte_size, sha256) = case when state = 'clean' then 0 else 3 end)
);
create index desk_files_of_deal on desk_files (tenant_id, deal_id, staged_at);
create index desk_files_by_person on desk_files (tenant_id, staged_by, staged_at);
call protect_tenant_table('desk_files');
