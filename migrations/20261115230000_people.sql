-- The accounts of a tenant's members, for whoever invites and closes them. `users` opens by no tenant's claim, because it holds
-- password hashes; this claim is made by those few queries alone, opens the members of the claimed tenant, and changes nothing.
create function app_member_list() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.member_list', true), '') = 'on' $$;
create policy member_list on users
  using (app_member_list() and exists (
    select from memberships m where m.tenant_id = app_tenant() and m.user_id = users.id))
  with check (false);

-- A new account's id is claimed before its row is written.
grant usage on sequence users_id_seq to portal_app;

-- When the invitation was asked for; null for people who came by an import and have not been invited yet.
alter table memberships add column invited_at timestamptz;

-- Set where the link is an invitation: to whose portal.
alter table password_resets add column invited_to uuid references tenants (id);

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check check (end_reason in
  ('logout', 'token reuse', 'password change', 'password reset', 'second factor added', 'ended by user', 'account closed'));
