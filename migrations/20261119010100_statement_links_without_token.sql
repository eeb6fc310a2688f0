-- The address of a statement's file holds no token any more: the link is known by the session that asked for it and by its file. The
-- previous release still writes and reads the hash of its tokens, so the column and its index stay until no process needs them.
alter table statement_file_links drop constraint statement_file_links_pkey;
alter table statement_file_links alter column token_hash drop not null;
alter table statement_file_links add primary key (tenant_id, session_id, file_id, issued_at);
create unique index statement_file_links_by_token on statement_file_links (tenant_id, token_hash);
