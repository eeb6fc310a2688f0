-- Of a changed row: what each changed column held after the run, as files write it. What holds something else by then was changed by somebody
-- since, and undoing the run leaves it. Null for rows of earlier releases, of which nobody knows.
alter table import_run_rows add column after jsonb check (jsonb_typeof(after) = 'object');
