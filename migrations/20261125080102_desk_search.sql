-- The desk finds a deal by any part of its name or MID, and a payment by its exact amount. Row-level security lets an index answer only
-- operators that cannot leak what they look at, and those that find a part of a text are not among them. So the search reads through
-- the deals of one funder in this index, the newest first, until it has enough. The columns stand beside what it looks at because
-- PostgreSQL would otherwise go to the table for them. By the negative id no other index has this order: the primary key would be read
-- instead, with the text put together again for each deal.
create index deals_by_search on deals (tenant_id, (-id), (lower(name || E'\n' || mid))) include (id, name, mid);

-- An index answers alone only for pages that are known to be visible to all.
alter table deals set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index payments_by_amount on payments (tenant_id, amount_cents, id);
