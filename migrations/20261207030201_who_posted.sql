-- Who posted the payments of a file, so that they do not approve the payout run that pays them out. Null where a release before posted them.
alter table payment_sources
  add column posted_by_user bigint,
  add column posted_by_token bigint,
  add constraint payment_sources_user_fkey foreign key (posted_by_user) references users (id) not valid,
  add constraint payment_sources_token_fkey foreign key (tenant_id, posted_by_token) references service_tokens (tenant_id, id) not valid;
alter table payment_sources validate constraint payment_sources_user_fkey;
alter table payment_sources validate constraint payment_sources_token_fkey;
