-- Files from the funder to its investors: agreements, tax forms, letters. They are uploaded and checked like other files. What is said of one
-- is written when it is published, and only a clean one is. One that was not published is deleted after a day.
create table documents (
  tenant_id uuid not null references tenants (id),
  id uuid not null default gen_random_uuid(),
  -- Null for one that a system of the funder or a command has uploaded.
  staged_by bigint references users (id),
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
  title text check (length(title) between 1 and 200),
  category text check (category in ('agreement', 'tax form', 'letter', 'other')),
  tax_year integer check (tax_year between 2000 and 2100),
  -- The last day on which investors see it.
  expires_on date,
  -- To all syndicates that there were, and to those that joined later.
  is_for_all boolean not null default false,
  is_for_later boolean not null default false,
  -- The same for all that were published together, because a person gets one mail about them.
  publication_id uuid,
  published_at timestamptz,
  published_by bigint references users (id),
  withdrawn_at timestamptz,
  withdrawn_by bigint references users (id),
  withdrawal_reason text check (length(withdrawal_reason) between 1 and 500),
  primary key (tenant_id, id),
  check ((state = 'refused') = (refusal is not null)),
  check (num_nulls(content_type, kept_byte_size, sha256) = case when state = 'clean' then 0 else 3 end),
  check (num_nulls(title, category, publication_id, published_at) in (0, 4)),
  check (published_at is null or state = 'clean'),
  check (published_at is not null or num_nonnulls(tax_year, expires_on, published_by, withdrawn_at) = 0),
  check (published_at is not null or not is_for_all),
  check (is_for_all or not is_for_later),
  check ((withdrawn_at is null) = (withdrawal_reason is null)),
  check (withdrawn_at is not null or withdrawn_by is null)
);
create index documents_by_time on documents (tenant_id, staged_at desc, id);
create index documents_for_later on documents (tenant_id, published_at) where is_for_later;
create index documents_of_publication on documents (tenant_id, publication_id) where publication_id is not null;
create index documents_by_person on documents (tenant_id, staged_by, staged_at);
call protect_tenant_table('documents');

-- The syndicates that a document was sent to. A syndicate that joined later has no row.
create table document_recipients (
  tenant_id uuid not null,
  document_id uuid not null,
  syndicate_id bigint not null,
  -- Those of the document: the same file is not sent to a syndicate twice under the same title, also after it was withdrawn.
  title text not null,
  sha256 bytea not null,
  primary key (tenant_id, document_id, syndicate_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id)
);
create unique index document_recipients_once on document_recipients (tenant_id, syndicate_id, sha256, title);
call protect_tenant_table('document_recipients', 'select, insert, delete');

-- Who of the investors has opened a document.
create table document_openings (
  tenant_id uuid not null,
  document_id uuid not null,
  user_id bigint not null references users (id),
  syndicate_id bigint not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  count integer not null default 1 check (count > 0),
  primary key (tenant_id, document_id, user_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, syndicate_id) references syndicates (tenant_id, id)
);
create index document_openings_of_syndicate on document_openings (tenant_id, syndicate_id);
call protect_tenant_table('document_openings');
