-- Spreadsheets that staff drop at the desk. They are uploaded and checked like a broker's files.
create table sheet_files (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  purpose text not null check (purpose in ('payments of a day', 'import')),
  staged_by bigint not null references users (id),
  name text not null check (length(name) between 1 and 200),
  -- As announced before the upload, which is held to it.
  byte_size bigint not null check (byte_size between 1 and 20 * 1024 * 1024),
  state text not null default 'awaiting upload' check (state in ('awaiting upload', 'checking', 'clean', 'refused')),
  refusal text check (refusal in (
    'type_not_allowed', 'name_does_not_fit', 'more_than_one_kind', 'has_active_content', 'unpacks_too_large', 'picture_too_large', 'unreadable', 'infected')),
  content_type text,
  kept_byte_size bigint check (kept_byte_size > 0),
  sha256 bytea check (octet_length(sha256) = 32),
  staged_at timestamptz not null default now(),
  -- Something was posted or imported from it, so it stays.
  is_kept boolean not null default false,
  primary key (tenant_id, id),
  check ((state = 'refused') = (refusal is not null)),
  check (num_nulls(content_type, kept_byte_size, sha256) = case when state = 'clean' then 0 else 3 end),
  check (state = 'clean' or not is_kept)
);
create index sheet_files_by_person on sheet_files (tenant_id, staged_by, staged_at);
call protect_tenant_table('sheet_files');

-- How the columns of a source's spreadsheets are read, found again by the set of their headers.
create table sheet_sources (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  -- What the rows are, such as 'payments of a day'.
  kind text not null check (length(kind) between 1 and 60),
  name text not null check (length(name) between 1 and 100),
  columns text[] not null,
  -- A hash of the columns, whatever their order and capitals.
  header_key bytea not null check (octet_length(header_key) = 32),
  mapping jsonb not null,
  changed_by bigint not null references users (id),
  changed_at timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint one_source_for_a_header unique (tenant_id, kind, header_key)
);
call protect_tenant_table('sheet_sources');
