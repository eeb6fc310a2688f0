-- How many minutes a session of the funder's staff may be idle. Two people make it longer.
alter table tenants add column staff_idle_minutes integer not null default 9 check (staff_idle_minutes between 3 and 30);
grant update (staff_idle_minutes) on tenants to portal_app;
call allow_approvals('raise staff idle limit');

-- The shortest of the limits that held for whoever opened it. So activity at a desk with a longer one does not keep an investor's portal open.
alter table sessions add column idle_minutes integer not null default 9 check (idle_minutes between 3 and 30);

-- As before, and a member of staff is idle by the setting of the tenant, everybody else by the portal's own limit.
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
      (coalesce(t.requires_second_factor, false) or coalesce(caller_kind(m.role) in ('staff', 'guest'), false))
        and not (s.is_single_sign_on and s.second_factor_at is not null)
        and not exists (select from user_totp f where f.user_id = s.user_id)
        and not exists (select from user_passkeys f where f.user_id = s.user_id),
      caller_kind(m.role), m.role, m.is_terminated, case when m.role = 'guest' then g.parts else m.permissions end,
      coalesce(m.syndicate_id, g.syndicate_id), own.shows_simple_view, own.shows_detailed_view, own.shows_deals_tab
    from sessions s
    join users u on u.id = s.user_id
    left join tenants t on t.id = tenant
    left join memberships m on m.user_id = s.user_id and m.tenant_id = t.id and m.accepted_at is not null
      and case
        when s.is_single_sign_on then caller_kind(m.role) = 'staff' and s.only_tenant_id = tenant
          and exists (select from single_sign_on p where p.tenant_id = tenant and p.issuer_since <= s.created_at)
        when caller_kind(m.role) = 'staff' then s.only_tenant_id is null and not t.requires_single_sign_on
        when caller_kind(m.role) = 'guest' then s.only_tenant_id is null
        else coalesce(s.only_tenant_id = tenant, true)
      end
    left join guests g on m.role = 'guest' and g.user_id = m.user_id and g.tenant_id = m.tenant_id
      and g.ended_at is null and g.until_date >= (now() at time zone 'America/New_York')::date
    left join syndicates own on own.tenant_id = m.tenant_id and own.id = coalesce(m.syndicate_id, g.syndicate_id)
    where s.id = token.session_id and s.ended_at is null and s.expires_at > now()
      and s.last_active_at > now() - make_interval(secs => least(s.idle_minutes * 60,
        case when caller_kind(m.role) = 'staff' then t.staff_idle_minutes * 60 else idle_seconds end))
    order by g.id;
end $$;
