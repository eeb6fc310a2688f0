-- A hash that is made anew with another pepper is still of the same password, so it is not counted as a change of it. Who writes it says
-- so, in that transaction alone; everything else that sets a hash is counted as before.
create or replace function count_credential_version() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.same_password', true), '') <> 'yes' then
    new.credential_version := old.credential_version + 1;
  end if;
  return new;
end $$;
