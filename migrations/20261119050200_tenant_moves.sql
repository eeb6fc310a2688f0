-- A tenant can move to another cell (docs/decisions/cells.md). While it does, its rows must not change under the copy.

alter table tenants add column move_state text not null default 'open'
  constraint tenants_move_state_check check (move_state in ('open', 'leaving', 'closed', 'switching', 'moved', 'arriving'));

-- What the mover has done, for the operator's commands alone: the server's role has no access.
create table cells.moves (
  tenant_id uuid primary key,
  direction text not null check (direction in ('out', 'in')),
  other_cell integer not null check (other_cell between 0 and 899),
  step text not null,
  started_at timestamptz not null default now(),
  step_at timestamptz not null default now(),
  closed_at timestamptz,
  finished_at timestamptz,
  details jsonb not null default '{}'
);

-- The keys that the processes of this cell can use, by the ids that rows name them with. An id reveals nothing of its key.
create table cells.known_keys (
  purpose text not null check (purpose in ('encryption', 'pepper')),
  key_id text not null,
  seen_at timestamptz not null default now(),
  primary key (purpose, key_id)
);
grant select, insert, update on cells.known_keys to portal_app;

-- The mover is the owner of the schema, and says so. The session's user counts, because a function may run with its owner's rights.
create function is_mover() returns boolean
language sql stable parallel safe as $$
  select coalesce(current_setting('app.mover', true) = 'on', false)
    and pg_has_role(session_user, (select relowner from pg_class where oid = 'public.tenants'::regclass), 'usage')
$$;

-- Runs before every statement that writes into a tenant's table. The lock is the barrier: whoever closes a tenant takes it alone,
-- and so waits for the writers that came before; those that come later wait, and then see that the tenant is closed. Looking at
-- something is still recorded in the audit trail while the rows are copied ('audit'), and refused for the moment of the switch.
create function refuse_while_moving() returns trigger
language plpgsql as $$
declare
  state text;
begin
  if app_tenant() is null or is_mover() then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('move ' || app_tenant(), 0));
  select move_state into state from tenants where id = app_tenant();
  if state in ('moved', 'arriving') then
    raise exception 'The tenant is in another cell.' using errcode = 'PT421';
  elsif state = 'switching' or (state = 'closed' and coalesce(tg_argv[0], '') <> 'audit') then
    raise exception 'The tenant is being moved.' using errcode = 'PT503';
  end if;
  return null;
end $$;

create procedure close_while_moving(target regclass)
language plpgsql as $$
declare
  name text := (select relname from pg_class where oid = target);
  writes text := 'insert or update or delete';
begin
  -- A link to a statement is valid for a minute, and is made by looking at one. It is not copied.
  if name = 'statement_file_links' then
    return;
  end if;
  -- When a token was last used is noted also for a call that only reads.
  if name = 'service_tokens' then
    writes := 'insert or delete or update of name, token_hash, scopes, issued_at, expires_at, revoked_at';
  end if;
  execute format(
    'create trigger refuse_while_moving before %s on %s for each statement execute function refuse_while_moving(%L)',
    writes, target, case when name like 'audit\_%' then 'audit' else '' end);
end $$;

do $$
declare
  target regclass;
begin
  for target in
    select rel.oid::regclass from pg_class rel
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and (relname = 'tenants'
        or exists (select from pg_attribute where attrelid = rel.oid and attname = 'tenant_id' and not attisdropped))
    order by relname
  loop
    call close_while_moving(target);
  end loop;
end $$;

create or replace procedure protect_tenant_table(target regclass, rights text default 'select, insert, update, delete')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant_isolation on %s using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', target);
  execute format('grant %s on %s to portal_app', rights, target);
  call close_while_moving(target);
end $$;

-- Nobody is let into a tenant that is elsewhere, whatever they present. Asked once for each statement.
create function tenant_is_here() returns boolean
language plpgsql stable as $$
begin
  if app_tenant() is not null and not is_mover()
    and (select move_state from tenants where id = app_tenant()) in ('moved', 'arriving') then
    raise exception 'The tenant is in another cell.' using errcode = 'PT421';
  end if;
  return true;
end $$;
create policy only_here on memberships as restrictive for select using ((select tenant_is_here()));
create policy only_here on capability_links as restrictive for select using ((select tenant_is_here()));
create policy only_here on service_tokens as restrictive for select using ((select tenant_is_here()));

-- What a trigger writes beside a row is copied with the other rows, and must not be written twice.
create or replace function note_invite_event() returns trigger
language plpgsql as $$
begin
  if is_mover() then
    return null;
  end if;
  insert into invite_history (tenant_id, invite_id, event)
  values (new.tenant_id, (to_jsonb(new) ->> tg_argv[1])::bigint, tg_argv[0]);
  return null;
end $$;

create or replace function list_lender() returns trigger
language plpgsql as $$
declare
  named text := btrim(to_jsonb(new) ->> tg_argv[0]);
begin
  if is_mover() then
    return null;
  end if;
  if named <> '' and not exists (
    select from lenders where tenant_id = new.tenant_id and lower(name) = lower(named)
  ) then
    insert into lenders (tenant_id, name) values (new.tenant_id, named) on conflict do nothing;
  end if;
  return null;
end $$;

-- A copy that is abandoned, or a tenant that has moved, is removed as a whole: by the mover, and never while it is open.
create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_mover() and (select move_state from tenants where id = app_tenant()) in ('moved', 'arriving') then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

alter policy only_past on session_tokens using (expires_at < now() or is_mover());
alter policy only_past on sessions using (coalesce(ended_at, expires_at) < now() - interval '90 days' or is_mover());
alter policy only_past on password_resets using (expires_at < now() or is_mover());
alter policy only_past on statement_file_links using (expires_at < now() or is_mover());
alter policy only_past on capability_links using (expires_at < now() - interval '90 days' or is_mover());
alter policy only_past on link_mails using (queued_at < now() - interval '180 days' or is_mover());
alter policy only_past on former_addresses using (until < now() - interval '30 days' or is_mover());
