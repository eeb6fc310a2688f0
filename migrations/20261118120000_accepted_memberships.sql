-- A membership counts once the person has accepted it: before, it opens nothing and shows the funder nothing of the account. There is
-- no default, so that whatever adds a membership without saying so adds one that is not accepted. The name is the one by which this
-- funder knows the person. The previous version writes none, and reads and writes users.name, which the next version drops.
alter table memberships
  add column accepted_at timestamptz,
  add column declined_at timestamptz,
  add column name text,
  add constraint memberships_accepted_by_name check (accepted_at is null or name is not null),
  add constraint memberships_accepted_or_declined check (num_nonnulls(accepted_at, declined_at) < 2);

-- Whoever has a password has chosen it with an invitation, or was a member before there were any; other roles than an investor's do
-- not sign in here, so that nobody asked them. Everybody else has an invitation to accept.
alter table memberships no force row level security;
alter table users no force row level security;
update memberships m
set name = u.name,
  accepted_at = case when u.password_hash is not null or m.role <> 'syndication' then m.created_at end
from users u
where u.id = m.user_id;
alter table users force row level security;
alter table memberships force row level security;

-- The link in the invitation of somebody who has an account already.
alter table capability_links drop constraint capability_links_kind_check;
alter table capability_links add constraint capability_links_kind_check
  check (kind in ('offer', 'pre-funding', 'adjustment', 'bank link', 'sign-in ticket', 'bank change', 'second factor reset',
    'invitation'));

-- As before, and only of memberships that are accepted.
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
      coalesce(t.requires_second_factor, false)
        and not exists (select from user_totp f where f.user_id = s.user_id)
        and not exists (select from user_passkeys f where f.user_id = s.user_id),
      caller_kind(m.role), m.role, m.is_terminated, m.permissions,
      m.syndicate_id, own.shows_simple_view, own.shows_detailed_view, own.shows_deals_tab
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.user_id = s.user_id and m.tenant_id = tenant and m.accepted_at is not null
      and coalesce(s.only_tenant_id = tenant, true)
    left join tenants t on t.id = m.tenant_id
    left join syndicates own on own.tenant_id = m.tenant_id and own.id = m.syndicate_id
    where s.id = token.session_id and s.ended_at is null and s.expires_at > now()
      and s.last_active_at > now() - make_interval(secs => idle_seconds);
end $$;
