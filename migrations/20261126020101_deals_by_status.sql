-- The desk lists the deals of a funder by status, the newest first. What it searches by stands beside it, as in deals_by_search, but by
-- the id itself: row-level security lets an index begin in its middle only by operators that cannot leak, and a minus is not one of them.
create index deals_by_status on deals (tenant_id, status, id, (lower(name || E'\n' || mid))) include (name, mid);
