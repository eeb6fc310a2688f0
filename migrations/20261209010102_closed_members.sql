-- Of somebody whom a tenant has closed, nothing of the account is said to it any more.
create or replace function members_with_second_factor(tenant uuid, members bigint[]) returns setof bigint language plpgsql as $$
declare
  former text := coalesce(current_setting('app.user', true), '');
  member bigint;
begin
  for member in
    select m.user_id from memberships m
    where m.tenant_id = tenant and m.user_id = any (members) and m.accepted_at is not null and not m.is_terminated
  loop
    execute format('set local app."user" = %L', member);
    if exists (select from user_totp f where f.user_id = member)
      or exists (select from user_passkeys f where f.user_id = member) then
      return next member;
    end if;
  end loop;
  execute format('set local app."user" = %L', former);
end $$;
