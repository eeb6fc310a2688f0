-- What of a syndicate's deals that defaulted or closed for less has not come back, by quarter. Null in rows of an earlier release, which are then
-- worked out again.
alter table syndicate_analyses add column losses jsonb;
