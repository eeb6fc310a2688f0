-- When the password and the second factors of an account were last changed. An account can be in two cells, because a tenant of its
-- person has moved, and be changed in either. Where it comes together again, what is newer counts (docs/decisions/cells.md). The
-- database notes both, so that no code can forget to, and whoever moves a tenant brings the times of the account with it.
-- Nobody knows when those of before were changed: they count as the same in all cells, whenever each cell was migrated.
alter table users
  add column password_changed_at timestamptz not null default '-infinity',
  add column factors_changed_at timestamptz not null default '-infinity';
alter table users
  alter column password_changed_at set default now(),
  alter column factors_changed_at set default now();

create or replace function count_credential_version() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.same_password', true), '') <> 'yes' then
    new.credential_version := old.credential_version + 1;
    if not is_mover() then
      new.password_changed_at := clock_timestamp();
    end if;
  end if;
  return new;
end $$;

-- Adding and removing count; that a factor or a recovery code was used does not.
grant update (factors_changed_at) on users to portal_app;
create function note_factor_change() returns trigger language plpgsql as $$
begin
  if not is_mover() then
    update users set factors_changed_at = clock_timestamp() where id = coalesce(new.user_id, old.user_id);
  end if;
  return null;
end $$;
-- A code app that replaces another one is an update.
create trigger note_factor_change after insert or delete or update of confirmed_at on user_totp for each row execute function note_factor_change();
create trigger note_factor_change after insert or delete on user_passkeys for each row execute function note_factor_change();
create trigger note_factor_change after insert or delete on recovery_codes for each row execute function note_factor_change();
