-- Files that come with a message or an answer of a case. They are uploaded and checked like a broker's, and only clean ones are ever sent
-- along; the message that they came with is noted once, when it is written.
create table case_files (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  invite_id bigint not null,
  side text not null check (side in ('investor', 'funder')),
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
  request_id bigint,
  entry_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, invite_id) references participation_invites (tenant_id, id),
  foreign key (tenant_id, request_id) references adjustment_requests (tenant_id, id),
  foreign key (tenant_id, entry_id) references case_entries (tenant_id, id),
  check ((state = 'refused') = (refusal is not null)),
  check (num_nulls(content_type, kept_byte_size, sha256) = case when state = 'clean' then 0 else 3 end),
  -- What is not clean is never part of a message, and an investor's file is never part of an answer.
  check (state = 'clean' or num_nonnulls(request_id, entry_id) = 0),
  check (request_id is null or side = 'investor'),
  check (entry_id is null or side = 'funder')
);
create index case_files_of_invite on case_files (tenant_id, invite_id);
create index case_files_by_person on case_files (tenant_id, staged_by, staged_at);
call protect_tenant_table('case_files');
