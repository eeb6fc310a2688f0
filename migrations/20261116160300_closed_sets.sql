-- What the code takes for one of a few words is held to them by the database too, as the other columns of that kind are.
alter table staged_files add constraint staged_files_refusal_check check (refusal in (
  'type_not_allowed', 'name_does_not_fit', 'more_than_one_kind', 'has_active_content', 'unpacks_too_large',
  'picture_too_large', 'unreadable', 'infected'
)) not valid;
alter table staged_files validate constraint staged_files_refusal_check;

alter table service_tokens add constraint service_tokens_known_scopes_check check (scopes <@ array[
  'audit', 'files', 'import', 'links', 'payout-accounts', 'settings', 'users'
]) not valid;
alter table service_tokens validate constraint service_tokens_known_scopes_check;
