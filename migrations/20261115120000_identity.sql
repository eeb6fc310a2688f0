-- A browser that has signed in before. It keeps its own count of failures, so that a stranger's failures elsewhere don't lock its owner out.
create table known_devices (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index known_devices_of_user on known_devices (user_id);

create table password_resets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_of_user on password_resets (user_id);

-- A captcha challenge that was answered, until it would have expired anyway: each counts once.
create table answered_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  expires_at timestamptz not null
);

-- Counters of attempts (rate-limiter-flexible). Keys are hashes, and nobody's row leads to anybody.
create table throttles (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

alter table known_devices enable row level security;
alter table known_devices force row level security;
alter table password_resets enable row level security;
alter table password_resets force row level security;
alter table answered_challenges enable row level security;
alter table answered_challenges force row level security;
alter table throttles enable row level security;
alter table throttles force row level security;

create policy presented_or_own on known_devices
  using (token_hash = app_credential() or user_id = app_user()) with check (user_id = app_user());
create policy presented_or_own on password_resets
  using (token_hash = app_credential() or user_id = app_user()) with check (user_id = app_user());
create policy presented on answered_challenges
  using (challenge_hash = app_credential() or expires_at < now()) with check (challenge_hash = app_credential());
create policy counters on throttles using (true) with check (true);

grant select, insert, update, delete on known_devices, throttles to portal_app;
grant select, insert, update on password_resets to portal_app;
grant select, insert, delete on answered_challenges to portal_app;

alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
  check (end_reason in ('logout', 'token reuse', 'password change', 'password reset', 'ended by user'));
-- Remember me brings back the name of whoever signed in last on this browser, also after the session went idle.
alter table tenants add column requires_second_factor boolean not null default false;
