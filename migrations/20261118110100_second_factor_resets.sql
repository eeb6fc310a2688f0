-- A second factor that its owner has lost is removed for them after a day, in which everybody who should know is told and can
-- cancel it. The row belongs to the tenant that asked; the person whose factor it is sees it too, from whichever tenant.
create table second_factor_resets (
  tenant_id uuid not null references tenants (id),
  id bigint generated always as identity,
  user_id bigint not null references users (id),
  requested_by text not null check (length(requested_by) between 1 and 300),
  requested_at timestamptz not null default now(),
  takes_effect_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'done', 'cancelled')),
  settled_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'pending') = (settled_at is null))
);
create unique index one_pending_second_factor_reset on second_factor_resets (tenant_id, user_id) where state = 'pending';
create index second_factor_resets_of_user on second_factor_resets (user_id);

call protect_tenant_table('second_factor_resets', 'select, insert, update');
create policy own_resets on second_factor_resets using (user_id = app_user()) with check (user_id = app_user());

-- The link in the notice of a reset, which cancels it without signing in.
alter table capability_links drop constraint capability_links_kind_check;
alter table capability_links add constraint capability_links_kind_check check (kind in
  ('offer', 'pre-funding', 'adjustment', 'bank link', 'sign-in ticket', 'bank change', 'second factor reset'));

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check check (end_reason in
  ('logout', 'token reuse', 'password change', 'password reset', 'second factor added', 'second factor reset',
   'ended by user', 'account closed'));
