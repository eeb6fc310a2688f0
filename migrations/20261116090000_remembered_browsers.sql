-- A browser on which somebody asked to be remembered. It outlives the session in which they asked: on return the sign-in page
-- shows their e-mail, masked, and asks for the password. The token in the browser's cookie opens nothing else.
create table remembered_browsers (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references users (id),
  -- Who ends that session from elsewhere, or all of them, is forgotten there too.
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index remembered_browsers_of_user on remembered_browsers (user_id);
create index remembered_browsers_of_session on remembered_browsers (session_id);

alter table remembered_browsers enable row level security;
alter table remembered_browsers force row level security;
create policy presented_or_own on remembered_browsers
  using (token_hash = app_credential() or user_id = app_user()) with check (user_id = app_user());
create policy past on remembered_browsers using (app_purge() and expires_at < now()) with check (false);
grant select, insert, delete on remembered_browsers to portal_app;
