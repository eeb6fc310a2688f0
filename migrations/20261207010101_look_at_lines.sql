-- What looks wrong about a line of a payment file, and who has it posted all the same and why. What was accepted is kept beside what was
-- found, so that a concern that comes up later has to be accepted as well.
alter table day_sheet_lines
  add column concerns text[],
  add column accepted_concerns text[],
  add column accepted_reason text check (length(accepted_reason) between 1 and 500),
  add column accepted_by bigint references users (id),
  add column accepted_at timestamptz,
  -- An amount that somebody has typed in because the cell could not be read.
  add column said_amount_cents bigint,
  -- The line pays its deal in full.
  add column completes_deal boolean not null default false,
  add check (num_nulls(accepted_concerns, accepted_reason, accepted_by, accepted_at) in (0, 4));
alter table day_sheet_lines drop constraint day_sheet_lines_verdict_check;
alter table day_sheet_lines add constraint day_sheet_lines_verdict_check
  check (verdict in ('will post', 'posted before', 'look at this', 'suspected', 'refused', 'left out')) not valid;
alter table day_sheet_lines validate constraint day_sheet_lines_verdict_check;

-- What a posting took back of cleared payments; null of one that was begun before this was kept.
alter table posting_runs add column reversed_cents bigint;

-- Returns that a processor sent under a number of their own, by that number.
create index day_sheet_lines_of_own_returns on day_sheet_lines (tenant_id, reference)
  where result = 'returned' and posted_reference <> reference;
