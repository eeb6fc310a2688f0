-- A service token may be issued for the cash accounts of syndicates.
-- What the previous version issues is allowed as before.
alter table service_tokens drop constraint service_tokens_known_scopes_check;
alter table service_tokens add constraint service_tokens_known_scopes_check check (scopes <@ array[
  'audit', 'book', 'cash', 'files', 'import', 'links', 'payout-accounts', 'post', 'settings', 'users']) not valid;
alter table service_tokens validate constraint service_tokens_known_scopes_check;
