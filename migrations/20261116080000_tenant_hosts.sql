-- The names under which a tenant's portal is asked for. One of them is in its links and mails. A name leads to one tenant,
-- which is found by it: so it is unique among all of them.
create table tenant_hosts (
  tenant_id uuid not null references tenants (id),
  host text not null check (host = lower(host) and host ~ '^[a-z0-9.-]{1,253}$'),
  is_main boolean not null,
  added_at timestamptz not null default now(),
  primary key (tenant_id, host)
);
create unique index tenant_hosts_by_host on tenant_hosts (host);
create unique index tenant_hosts_one_main on tenant_hosts (tenant_id) where is_main;

-- Added and removed by the owner of the schema alone, as tenants are. Before a tenant is known, the list of names is read as
-- the list of tenants is.
call protect_tenant_table('tenant_hosts', 'select');
create policy tenant_list on tenant_hosts using (app_tenant_list()) with check (false);

-- A passkey is good at the name at which it was made and at no other; null is the portal's own.
alter table user_passkeys add column host text;
