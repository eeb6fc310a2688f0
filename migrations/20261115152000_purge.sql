-- What is past its time is deleted once a day (src/server/identity/purge.jobs.ts). The purge belongs to nobody, so it has a claim
-- of its own: with it a transaction finds what is past, of everybody, and can do nothing with it but delete it.
create function app_purge() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.purge', true), '') = 'on' $$;

create policy past on session_tokens using (app_purge() and expires_at < now()) with check (false);
-- Kept for a while: people ask where they were signed in, and from which address.
create policy past on sessions
  using (app_purge() and coalesce(ended_at, expires_at) < now() - interval '90 days') with check (false);
create policy past on password_resets using (app_purge() and expires_at < now()) with check (false);
create policy past on sign_in_challenges using (app_purge() and expires_at < now()) with check (false);
create policy past on totp_enrolments using (app_purge() and expires_at < now()) with check (false);
create policy past on passkey_enrolments using (app_purge() and expires_at < now()) with check (false);
-- The browser's cookie lasts a year.
create policy past on known_devices using (app_purge() and last_seen_at < now() - interval '1 year') with check (false);

-- Deleting is new to the server's role in these three, and stays with what is past: for a user's own rows too.
grant delete on session_tokens, sessions, password_resets to portal_app;
create policy only_past on session_tokens as restrictive for delete using (expires_at < now());
create policy only_past on sessions as restrictive for delete
  using (coalesce(ended_at, expires_at) < now() - interval '90 days');
create policy only_past on password_resets as restrictive for delete using (expires_at < now());
