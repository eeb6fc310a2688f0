-- The funder's staff and systems, who work with a tenant without being users of the portal.

-- The hash alone is kept: whoever reads this table can call nothing.
create table service_tokens (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);
create unique index service_tokens_name on service_tokens (tenant_id, name) where revoked_at is null;
call protect_tenant_table('service_tokens', 'select, insert, update');

-- People are invited, given permissions and closed, and a tenant's settings are changed, by commands; row-level security keeps
-- each to the tenant, and to the account, that the transaction claims.
grant insert on users to portal_app;
grant insert, update on memberships to portal_app;
grant update (name, brand_color, support_email, support_url, accounting_email, discloses_accounts, requires_second_factor)
  on tenants to portal_app;
