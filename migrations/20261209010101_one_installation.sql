-- An installation knows only itself: tenants no longer move between databases (docs/decisions/one-engine.md). What the release before still
-- reads or writes stays until the next one: tenants.move_state, cells.known_keys, and when an account's password and factors were changed.
do $$
begin
  perform set_config('app.tenant_list', 'on', true);
  if exists (select from tenants where move_state <> 'open') then
    raise exception 'A tenant is being moved, or was moved away. With the release before, finish or abandon the move, and run: portal tenant forget-moved';
  end if;
  perform set_config('app.tenant_list', '', true);
end $$;

do $$
declare
  target regclass;
begin
  for target in
    select tgrelid::regclass from pg_trigger where tgname = 'refuse_while_moving'
    order by tgrelid <> 'tenants'::regclass, tgrelid::regclass::text
  loop
    execute format('drop trigger refuse_while_moving on %s', target);
  end loop;
end $$;

drop policy only_here on memberships;
drop policy only_here on capability_links;
drop policy only_here on service_tokens;
alter policy only_past on session_tokens using (expires_at < now());
alter policy only_past on sessions using (coalesce(ended_at, expires_at) < now() - interval '90 days');
alter policy only_past on password_resets using (expires_at < now());
alter policy only_past on statement_file_links using (expires_at < now());
alter policy only_past on capability_links using (expires_at < now() - interval '90 days');
alter policy only_past on link_mails using (queued_at < now() - interval '180 days');
alter policy only_past on former_addresses using (until < now() - interval '30 days');
alter policy only_past on notification_items using (told_at < now() - interval '180 days');

create or replace procedure protect_tenant_table(target regclass, rights text default 'select, insert, update, delete')
language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant_isolation on %s using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', target);
  execute format('grant %s on %s to portal_app', rights, target);
end $$;

create or replace function count_credential_version() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.same_password', true), '') <> 'yes' then
    new.credential_version := old.credential_version + 1;
  end if;
  return new;
end $$;

-- Triggers that write other rows stayed silent for the copy of a tenant.
do $$
declare
  one regprocedure;
begin
  for one in
    select oid from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'if is_mover\(\) then\s+return null;'
  loop
    execute regexp_replace(pg_get_functiondef(one), '( *--[^\n]*\n)? *if is_mover\(\) then\s+return null;\s+end if;\n', '');
  end loop;
end $$;

drop function note_factor_change() cascade;
drop function tenant_is_here();
drop function refuse_while_moving();
drop procedure close_while_moving(regclass);
drop function is_mover();
drop table cells.moves;
