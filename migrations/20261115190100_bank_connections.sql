-- A company's bank, as the provider of bank links connects it. The access token is encrypted before it reaches the database.
create table bank_connections (
  tenant_id uuid not null,
  id uuid not null,
  company_id bigint not null,
  provider_item_id text not null,
  access_token_cipher bytea not null,
  key_id text not null,
  connected_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, provider_item_id),
  foreign key (tenant_id, company_id) references companies (tenant_id, id)
);
create index bank_connections_of_company on bank_connections (tenant_id, company_id);
call protect_tenant_table('bank_connections', 'select, insert, update');
