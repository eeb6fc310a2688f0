-- The funder's own staff sign in. A role for collections.
alter table memberships drop constraint memberships_role_check;
alter table memberships add constraint memberships_role_check
  check (role in ('syndication', 'broker', 'credit analyst', 'underwriter', 'servicing', 'accounting', 'collections', 'administrator'));

create or replace function caller_kind(role text) returns text language sql immutable parallel safe as $$
  select case
    when role = 'syndication' then 'investor'
    when role in ('credit analyst', 'underwriter', 'servicing', 'accounting', 'collections', 'administrator') then 'staff'
  end
$$;

-- Nobody was asked about a membership that opened nothing, and any funder can type any address. So whoever is on the staff already is
-- invited like everybody else before the membership counts, and begins with what the role may do. The tenants one after the other,
-- with row-level security on: to lift it would stop everybody, also who only reads.
do $$
declare
  listed uuid[];
  listed_tenant uuid;
begin
  perform set_config('app.tenant_list', 'on', true);
  select array_agg(id) into listed from tenants;
  foreach listed_tenant in array coalesce(listed, '{}') loop
    perform set_config('app.tenant', listed_tenant::text, true);
    update memberships set accepted_at = null, permissions = (
        select array_agg(permission order by permission) from (
          select unnest(permissions) union
          select unnest(case role
            when 'servicing' then array['view-desk', 'post-payments', 'change-deals', 'answer-requests', 'look-as-investor']
            when 'accounting' then array['view-desk', 'post-payments', 'approve-money', 'prepare-payouts', 'answer-requests',
              'view-audit', 'look-as-investor']
            when 'administrator' then array['view-desk', 'post-payments', 'approve-money', 'prepare-payouts', 'change-deals',
              'send-offers', 'answer-requests', 'manage-people', 'import-book', 'change-settings', 'view-audit', 'look-as-investor']
            else array['view-desk', 'send-offers'] end)) held (permission))
    where tenant_id = listed_tenant and caller_kind(role) = 'staff';
  end loop;
  perform set_config('app.tenant', '', true), set_config('app.tenant_list', '', true);
end $$;

-- As before, and staff always need a second factor. A ticket replaces the password of an investor and opens nothing of the desk.
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
    select s.user_id, s.id, s.only_tenant_id is not null, u.must_change_password,
      (coalesce(t.requires_second_factor, false) or coalesce(caller_kind(m.role) = 'staff', false))
        and not exists (select from user_totp f where f.user_id = s.user_id)
        and not exists (select from user_passkeys f where f.user_id = s.user_id),
      caller_kind(m.role), m.role, m.is_terminated, m.permissions,
      m.syndicate_id, own.shows_simple_view, own.shows_detailed_view, own.shows_deals_tab
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.user_id = s.user_id and m.tenant_id = tenant and m.accepted_at is not null
      and case when caller_kind(m.role) = 'staff' then s.only_tenant_id is null else coalesce(s.only_tenant_id = tenant, true) end
    left join tenants t on t.id = m.tenant_id
    left join syndicates own on own.tenant_id = m.tenant_id and own.id = m.syndicate_id
    where s.id = token.session_id and s.ended_at is null and s.expires_at > now()
      and s.last_active_at > now() - make_interval(secs => idle_seconds);
end $$;
