-- As before, and the plans of a request's statements are kept.
create or replace function identify_caller(
  tenant uuid, credential bytea, idle_seconds double precision, token_kind text default 'access'
)
returns table (
  user_id bigint, session_id uuid, is_of_one_tenant boolean, must_change_password boolean, must_add_second_factor boolean,
  role text, is_terminated boolean, syndicate_id bigint, can_switch_syndicates boolean, can_view_fcs boolean,
  shows_simple_view boolean, shows_detailed_view boolean, shows_deals_tab boolean
)
language plpgsql as $$
declare
  token record;
begin
  -- SET LOCAL and not set_config(), which would not reach the shards of a distributed database.
  execute format('set local app.tenant = %L', tenant);
  execute format('set local app.credential = %L', encode(credential, 'hex'));
  -- A request's queries name their tables in the order in which they are to be read. Trying every other order takes the
  -- planner 1.3 ms for a page of a table, which is more than reading it.
  set local join_collapse_limit = 1;
  -- Their plans are the same whatever the values: an index of tenant and syndicate, read in its order. The server prepares
  -- them, so that a kept plan saves 0.8 of the 1.6 ms that a page takes; left to itself PostgreSQL would plan anew each
  -- time, as it cannot know that an offset is small.
  set local plan_cache_mode = force_generic_plan;
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
      m.role, m.is_terminated, m.syndicate_id, m.can_switch_syndicates, m.can_view_fcs,
      own.shows_simple_view, own.shows_detailed_view, own.shows_deals_tab
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.user_id = s.user_id and m.tenant_id = tenant
      and coalesce(s.only_tenant_id = tenant, true)
    left join tenants t on t.id = m.tenant_id
    left join syndicates own on own.tenant_id = m.tenant_id and own.id = m.syndicate_id
    where s.id = token.session_id and s.ended_at is null and s.expires_at > now()
      and s.last_active_at > now() - make_interval(secs => idle_seconds);
end $$;
