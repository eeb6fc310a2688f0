-- The funder's own staff sign in where they sign in to everything else: at an OpenID Connect provider that the funder names.
create table single_sign_on (
  tenant_id uuid primary key references tenants (id),
  issuer text not null check (length(issuer) between 8 and 500),
  client_id text not null check (length(client_id) between 1 and 500),
  secret_cipher bytea not null,
  key_id text not null,
  -- Of these the provider's word about an address counts, and a person who types such an address is led to the provider.
  domains text[] not null check (cardinality(domains) between 1 and 50),
  -- Since when this provider vouches. Sessions that another one opened before count no more.
  issuer_since timestamptz not null default now()
);
call protect_tenant_table('single_sign_on');
-- Which tenant an address belongs to is asked before a tenant is known, as the list of host names is.
create policy tenant_list on single_sign_on for select using (app_tenant_list());

-- A sign-in that was begun: what the provider's answer must fit, and the browser that began it. Used once.
create table single_sign_on_attempts (
  tenant_id uuid not null references tenants (id),
  state_hash bytea not null check (octet_length(state_hash) = 32),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  nonce text not null,
  code_verifier text not null,
  -- The token of the session in which it was begun. The provider's answer comes from another site, without the session's cookie.
  replaced_token bytea check (octet_length(replaced_token) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, state_hash)
);
create index single_sign_on_attempts_by_end on single_sign_on_attempts (expires_at);
call protect_tenant_table('single_sign_on_attempts', 'select, insert, update, delete');
create policy past on single_sign_on_attempts using (app_purge() and expires_at < now()) with check (false);

-- Whether the tenant's staff sign in there only. Kept with the tenant, which every request of a session reads anyway.
alter table tenants add column requires_single_sign_on boolean not null default false;
grant update (requires_single_sign_on) on tenants to portal_app;

alter table sessions add column is_single_sign_on boolean not null default false;
alter table sign_in_challenges add column is_single_sign_on boolean not null default false;
alter table sessions add constraint sessions_single_sign_on_of_one_tenant
  check (not is_single_sign_on or only_tenant_id is not null) not valid;
alter table sessions validate constraint sessions_single_sign_on_of_one_tenant;

-- As before, and a session of single sign-on is the desk of its one tenant: the provider is that tenant's, so it opens nothing of an
-- investor's and nothing elsewhere. Where a tenant requires it, a password opens nothing of its desk. A second factor that the provider
-- vouched for is noted in the session. A password that must be changed was not used. Without its provider, such a session counts no more.
create or replace function identify_caller(tenant uuid, credential bytea, token_kind text, idle_seconds double precision)
returns table (
  user_id bigint, session_id uuid, is_of_one_tenant boolean, must_change_password boolean, must_add_second_factor boolean,
  kind text, role text, is_terminated boolean, permissions text[],
  syndicate_id bigint, shows_simple_view boolean, shows_detailed_view boolean, shows_deals_tab boolean
)
language plpgsql as $$
declare
  token record;
begin
  -- SET LOCAL and not set_config(), which would not reach the shards of a distributed database.
  execute format('set local app.tenant = %L', tenant);
  execute format('set local app.credential = %L', encode(credential, 'hex'));
  select t.session_id, t.user_id into token
  from session_tokens t
  where t.token_hash = credential and t.kind = token_kind and t.expires_at > now()
    and (t.replaced_at is null or t.replaced_at > now() - interval '10 seconds');
  if not found then
    return;
  end if;
  execute format('set local app."user" = %L', token.user_id);
  return query
    select s.user_id, s.id, s.only_tenant_id is not null, u.must_change_password and not s.is_single_sign_on,
      (coalesce(t.requires_second_factor, false) or coalesce(caller_kind(m.role) = 'staff', false))
        and not (s.is_single_sign_on and s.second_factor_at is not null)
        and not exists (select from user_totp f where f.user_id = s.user_id)
        and not exists (select from user_passkeys f where f.user_id = s.user_id),
      caller_kind(m.role), m.role, m.is_terminated, m.permissions,
      m.syndicate_id, own.shows_simple_view, own.shows_detailed_view, own.shows_deals_tab
    from sessions s
    join users u on u.id = s.user_id
    left join tenants t on t.id = tenant
    left join memberships m on m.user_id = s.user_id and m.tenant_id = t.id and m.accepted_at is not null
      and case
        when s.is_single_sign_on then caller_kind(m.role) = 'staff' and s.only_tenant_id = tenant
          and exists (select from single_sign_on p where p.tenant_id = tenant and p.issuer_since <= s.created_at)
        when caller_kind(m.role) = 'staff' then s.only_tenant_id is null and not t.requires_single_sign_on
        else coalesce(s.only_tenant_id = tenant, true)
      end
    left join syndicates own on own.tenant_id = m.tenant_id and own.id = m.syndicate_id
    where s.id = token.session_id and s.ended_at is null and s.expires_at > now()
      and s.last_active_at > now() - make_interval(secs => idle_seconds);
end $$;
