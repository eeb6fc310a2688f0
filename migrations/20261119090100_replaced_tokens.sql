-- The refresh token in whose place a token was issued. While the successor was never used, its answer may have been lost, and
-- another one is issued in its place. There is no foreign key, because the replaced token expires and is deleted first.
alter table session_tokens add column replaces bytea check (octet_length(replaces) = 32);

-- Of two requests that replace the same token one comes first: there is never more than one successor that can be used.
create unique index session_tokens_unused_successor on session_tokens (replaces)
  where replaces is not null and kind = 'refresh' and replaced_at is null;
