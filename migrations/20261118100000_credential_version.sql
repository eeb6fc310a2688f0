-- Counts the passwords of a user. Checking a password takes a while, and a reset may come in between: whoever found a password right
-- remembers the version that was read with its hash, and nothing is opened with it once the version is another. The database
-- counts, so that no code can set a password without it, the previous version's included. Nobody may set the number itself.
alter table users add column credential_version integer not null default 1;

create function count_credential_version() returns trigger language plpgsql as $$
begin
  new.credential_version := old.credential_version + 1;
  return new;
end $$;
create trigger count_credential_version before update of password_hash on users
  for each row when (new.password_hash is distinct from old.password_hash)
  execute function count_credential_version();

-- The version that opened the challenge. Null in those of the previous version, which last five minutes.
alter table sign_in_challenges add column credential_version integer;
