-- Whether a tenant is here was asked only when a row was found, so a link that exists took longer than one that does not. Without
-- the sub-select it depends on no row, and PostgreSQL asks once before it looks for any.
alter policy only_here on memberships using (tenant_is_here());
alter policy only_here on capability_links using (tenant_is_here());
alter policy only_here on service_tokens using (tenant_is_here());

-- Names with their schema: a temporary table of the same name would be found first.
create or replace function is_mover() returns boolean
language sql stable parallel safe as $$
  select coalesce(current_setting('app.mover', true) = 'on', false)
    and pg_has_role(session_user, (select relowner from pg_catalog.pg_class where oid = 'public.tenants'::regclass), 'usage')
$$;
