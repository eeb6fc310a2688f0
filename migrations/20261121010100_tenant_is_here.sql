-- As before, in another order: PostgreSQL plans is_mover() anew for each statement that asks it, which took longer than everything else
-- that lets a request in. It is asked only where the tenant is elsewhere.
create or replace function tenant_is_here() returns boolean
language plpgsql stable as $$
begin
  if (select move_state from tenants where id = app_tenant()) in ('moved', 'arriving') and not is_mover() then
    raise exception 'The tenant is in another cell.' using errcode = 'PT421';
  end if;
  return true;
end $$;
