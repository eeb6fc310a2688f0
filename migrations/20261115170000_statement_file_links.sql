-- A statement's file opens through a link: good for a minute, and only in the session that asked for it.
create table statement_file_links (
  tenant_id uuid not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  file_id bigint not null,
  session_id uuid not null references sessions (id),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, file_id) references files (tenant_id, id)
);
create index statement_file_links_by_end on statement_file_links (expires_at);

call protect_tenant_table('statement_file_links', 'select, insert, delete');
create policy past on statement_file_links using (app_purge() and expires_at < now()) with check (false);
create policy only_past on statement_file_links as restrictive for delete using (expires_at < now());

create index statement_months_of_file on statement_months (tenant_id, file_id) where file_id is not null;

-- As before, and for whoever shows the session's cookie instead of an access token: a browser that opens a file in a tab of
-- its own brings nothing else. A cookie that was just replaced still counts, because another tab may have renewed it a moment ago.
drop function identify_caller(uuid, bytea, double precision);
create function identify_caller(
  tenant uuid, credential bytea, idle_seconds double precision, token_kind text default 'access'
)
returns table (
  user_id bigint, session_id uuid, must_change_password boolean, must_add_second_factor boolean,
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
  select t.session_id, t.user_id into token
  from session_tokens t
  where t.token_hash = credential and t.kind = token_kind and t.expires_at > now()
    and (t.replaced_at is null or t.replaced_at > now() - interval '10 seconds');
  if not found then
    return;
  end if;
  execute format('set local app."user" = %L', token.user_id);
  return query
    select s.user_id, s.id, u.must_change_password,
      coalesce(t.requires_second_factor, false)
        and not exists (select from user_totp f where f.user_id = s.user_id)
        and not exists (select from user_passkeys f where f.user_id = s.user_id),
      m.role, m.is_terminated, m.syndicate_id, m.can_switch_syndicates, m.can_view_fcs,
      own.shows_simple_view, own.shows_detailed_view, own.shows_deals_tab
    from sessions s
    join users u on u.id = s.user_id
    left join memberships m on m.user_id = s.user_id and m.tenant_id = tenant
    left join tenants t on t.id = m.tenant_id
    left join syndicates own on own.tenant_id = m.tenant_id and own.id = m.syndicate_id
    where s.id = token.session_id and s.ended_at is null and s.expires_at > now()
      and s.last_active_at > now() - make_interval(secs => idle_seconds);
end $$;
