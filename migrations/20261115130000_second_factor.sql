-- A user's own, whatever the tenant: what proves, beside the password, that it is them.

-- One app that makes codes per user. The secret is encrypted before it reaches the database; a step counts once.
create table user_totp (
  user_id bigint primary key references users (id),
  secret_cipher bytea not null,
  key_id text not null,
  confirmed_at timestamptz not null default now(),
  last_used_step bigint not null
);

create table user_passkeys (
  credential_id text primary key check (length(credential_id) between 16 and 1400),
  user_id bigint not null references users (id),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index user_passkeys_of_user on user_passkeys (user_id);

create table recovery_codes (
  user_id bigint not null references users (id),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Begun and not yet confirmed: nothing here signs anybody in, and the factor in use stays until the new one is proven.
create table totp_enrolments (
  user_id bigint primary key references users (id),
  secret_cipher bytea not null,
  key_id text not null,
  expires_at timestamptz not null
);

create table passkey_enrolments (
  user_id bigint primary key references users (id),
  webauthn_challenge text not null,
  expires_at timestamptz not null
);

-- Between the right password and the second factor. The name typed is kept so that wrong codes count where wrong passwords do.
create table sign_in_challenges (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id),
  login_name text not null,
  is_remembered boolean not null,
  webauthn_challenge text,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);

alter table user_totp enable row level security;
alter table user_totp force row level security;
alter table user_passkeys enable row level security;
alter table user_passkeys force row level security;
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
alter table totp_enrolments enable row level security;
alter table totp_enrolments force row level security;
alter table passkey_enrolments enable row level security;
alter table passkey_enrolments force row level security;
alter table sign_in_challenges enable row level security;
alter table sign_in_challenges force row level security;

create policy own on user_totp using (user_id = app_user()) with check (user_id = app_user());
create policy own on user_passkeys using (user_id = app_user()) with check (user_id = app_user());
create policy own on recovery_codes using (user_id = app_user()) with check (user_id = app_user());
create policy own on totp_enrolments using (user_id = app_user()) with check (user_id = app_user());
create policy own on passkey_enrolments using (user_id = app_user()) with check (user_id = app_user());
create policy presented_or_own on sign_in_challenges
  using (token_hash = app_credential() or user_id = app_user()) with check (user_id = app_user());

grant select, insert, delete, update (secret_cipher, key_id, confirmed_at, last_used_step) on user_totp to portal_app;
grant select, insert, delete, update (counter, last_used_at) on user_passkeys to portal_app;
grant select, insert, delete, update (used_at) on recovery_codes to portal_app;
grant select, insert, delete, update (secret_cipher, key_id, expires_at) on totp_enrolments to portal_app;
grant select, insert, delete, update (webauthn_challenge, expires_at) on passkey_enrolments to portal_app;
grant select, insert, delete, update (webauthn_challenge, attempts, used_at) on sign_in_challenges to portal_app;

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'token reuse', 'password change', 'password reset', 'second factor added', 'ended by user'));
