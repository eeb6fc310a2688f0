-- A funder's own systems read its book by id, page by page. These find a syndicate's participations
-- in that order, and the payments of a few days.
create index participations_of_syndicate_by_id on participations (tenant_id, syndicate_id, id);
create index payments_by_day on payments (tenant_id, (coalesce(cleared_date, returned_date)), id);
