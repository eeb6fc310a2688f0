-- What each column of an imported row said last: a file that leaves a column out, or says of it what it said before, changes nothing
-- of it. Of rows that were imported before this migration it is null until they are imported again. The hash of the row that these
-- belong to is kept with them, because the previous release writes that one alone.
alter table external_ids add column column_hashes jsonb check (jsonb_typeof(column_hashes) = 'object');

-- A report about an import names what a row referred to before by the funder's own id.
create index external_ids_by_id on external_ids (tenant_id, kind, id);
