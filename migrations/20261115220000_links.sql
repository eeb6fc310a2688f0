-- Links that the operator issues are listed and revoked by an id, which opens nothing. A link is kept for a while after its end:
-- people ask what became of the one they were sent.
alter table capability_links
  add column id bigint generated always as identity,
  add column revoked_at timestamptz,
  add unique (tenant_id, id);

grant delete on capability_links to portal_app;
create policy past on capability_links
  using (app_purge() and expires_at < now() - interval '90 days') with check (false);
create policy only_past on capability_links as restrictive for delete using (expires_at < now() - interval '90 days');

-- What was staged under it is a file of the deal by then, or was discarded when the link ended.
alter table staged_files drop constraint staged_files_tenant_id_link_hash_fkey;
alter table staged_files add foreign key (tenant_id, link_hash) references capability_links (tenant_id, token_hash)
  on delete cascade;

-- The mail that carries a link, or the address of an invite's page. Only the link's hash is kept, so its token waits here,
-- sealed, until the mail has left: a second attempt sends the same address under the same message id.
create table link_mails (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  page text not null check (page in ('offer', 'bank', 'ticket', 'prefunding', 'reply')),
  link_id bigint,
  invite_id bigint,
  to_address text not null,
  cc_addresses text[] not null default '{}',
  token_cipher bytea,
  key_id text,
  message_id text not null,
  queued_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, message_id),
  unique (tenant_id, link_id),
  foreign key (tenant_id, link_id) references capability_links (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invite_id) references participation_invites (tenant_id, id),
  check ((page in ('prefunding', 'reply')) = (invite_id is not null)),
  check (num_nonnulls(link_id, invite_id) = 1),
  check (num_nulls(token_cipher, key_id) in (0, 2)),
  check (token_cipher is null or (link_id is not null and sent_at is null))
);
create index link_mails_of_invite on link_mails (tenant_id, invite_id) where invite_id is not null;

call protect_tenant_table('link_mails');
create policy past on link_mails using (app_purge() and queued_at < now() - interval '180 days') with check (false);
create policy only_past on link_mails as restrictive for delete using (queued_at < now() - interval '180 days');
