-- A search finds any part of a merchant's name or MID. Row-level security lets an index answer only operators that cannot leak what
-- they look at, and those that find a part of a text are not among them. So the search reads through what is one syndicate's in
-- this index, which holds nothing else: 50,000 entries in about 11 ms. What it looks at lies there as it is looked at; the two
-- columns stand beside it because PostgreSQL would otherwise go to the table for them. It follows listed_participations by
-- itself, whichever version of the server writes there.
create index listed_by_search on listed_participations
  (tenant_id, syndicate_id, participation_id, (merchant_key || E'\n' || lower(mid))) include (merchant_key, mid);

-- An index answers alone only for pages that are known to be visible to all.
alter table listed_participations
  set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- listed_words and search_words() are of the version before: it may still be running and goes on to write and read them. Nothing
-- of this version does, and the version after it drops them.
comment on table listed_words is 'No longer written or read; kept for the version before.';
