-- What a member may do beyond the own book is a set of names (src/shared/domain/permissions.ts). The next permission is a name
-- more in the code and no column more here. The database does not hold the list: two versions of the server, of which one
-- knows a name more, can run on it at once, and each passes over what it does not know.
alter table memberships add column permissions text[] not null default '{}'
  check (array_position(permissions, null) is null);

alter table memberships no force row level security;
update memberships set permissions = array_remove(array[
    case when can_switch_syndicates then 'switch-syndicates' end, case when can_view_fcs then 'view-fcs' end
  ], null)
where can_switch_syndicates or can_view_fcs;
alter table memberships force row level security;

-- For as long as the previous version runs beside this one: it reads and writes the two columns, this one the set, and each
-- finds what the other wrote. The next version drops the trigger and the columns.
create function keep_permission_columns() returns trigger language plpgsql as $$
declare
  written record;
begin
  for written in
    select * from (values
      ('view-fcs', new.can_view_fcs, tg_op = 'UPDATE' and old.can_view_fcs),
      ('switch-syndicates', new.can_switch_syndicates, tg_op = 'UPDATE' and old.can_switch_syndicates)
    ) as columns (permission, is_on, was_on)
  loop
    if written.is_on and not written.was_on and written.permission <> all (new.permissions) then
      new.permissions := new.permissions || written.permission;
    elsif written.was_on and not written.is_on then
      new.permissions := array_remove(new.permissions, written.permission);
    end if;
  end loop;
  new.can_view_fcs := 'view-fcs' = any (new.permissions);
  new.can_switch_syndicates := 'switch-syndicates' = any (new.permissions);
  return new;
end $$;
create trigger keep_permission_columns before insert or update on memberships
  for each row execute function keep_permission_columns();

-- Which kind of caller a member is. A broker is none: links open what brokers see.
create function caller_kind(role text) returns text language sql immutable parallel safe as $$
  select case
    when role = 'syndication' then 'investor'
    when role in ('credit analyst', 'underwriter', 'servicing', 'accounting', 'administrator') then 'staff'
  end
$$;

-- Finds the live session behind a token, and the memberships that its user has in the tenant: a row for each, or one without a
-- membership. It need not be written anew for another permission or another role. The function of the same name that takes
-- the seconds third is the previous version's, and is dropped with the columns.
create function identify_caller(tenant uuid, credential bytea, token_kind text, idle_seconds double precision)
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
      coalesce(t.requires_second_factor, false)
        and not exists (select from user_totp f where f.user_id = s.user_id)
        and not exists (select from user_passkeys f where f.user_id = s.user_id),
      caller_kind(m.role), m.role, m.is_terminated, m.permissions,
      m.syndicate_id, own.shows_simple_view, own.shows_detailed_view, own.shows_deals_tab
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.user_id = s.user_id and m.tenant_id = tenant
      and coalesce(s.only_tenant_id = tenant, true)
    left join tenants t on t.id = m.tenant_id
    left join syndicates own on own.tenant_id = m.tenant_id and own.id = m.syndicate_id
    where s.id = token.session_id and s.ended_at is null and s.expires_at > now()
      and s.last_active_at > now() - make_interval(secs => idle_seconds);
end $$;
