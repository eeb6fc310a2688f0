-- Whoever is the contact person of a syndicate may change what they are called.
grant update (name) on users to portal_app;

-- The e-sign address before the last change: what moves money is told to it for a while longer.
alter table syndicates
  add column previous_esign_email text,
  add column esign_email_changed_at timestamptz,
  add check ((previous_esign_email is null) = (esign_email_changed_at is null));
