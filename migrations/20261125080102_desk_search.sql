-- The desk finds a deal by any part of its name or MID, and a payment by its exact amount. Row-level security lets an index answer only
-- operators that cannot leak what they look at, and those that find a part of a text are not among them. So the search reads through
-- the deals of one funder in this index, the newest first, until it has enough. The two columns stand beside what it looks at because
-- PostgreSQL would otherwise go to the table for them.
create index deals_by_search on deals (tenant_id, id, (lower(name || E'\n' || mid))) include (name, mid);
create index payments_by_amount on payments (tenant_id, amount_cents, id);
