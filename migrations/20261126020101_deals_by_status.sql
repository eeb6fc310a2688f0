-- The desk lists the deals of a funder by status, the newest first. What it searches by stands beside it, as in deals_by_search.
create index deals_by_status on deals (tenant_id, status, (-id), (lower(name || E'\n' || mid))) include (id, name, mid);
