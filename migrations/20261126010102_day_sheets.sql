-- A spreadsheet with a day's payments between being dropped at the desk and being posted: how its columns are read, what a check found of
-- each line, and what a person has decided. Posting itself is that of every day file.
create table day_sheets (
  tenant_id uuid not null,
  file_id uuid not null,
  state text not null default 'arriving'
    check (state in ('arriving', 'columns', 'checking', 'checked', 'posting', 'posted', 'unreadable')),
  -- Why the file could not be read.
  problem text,
  header_line integer,
  columns text[],
  -- Some values of each column, by its name.
  samples jsonb,
  source_id bigint,
  mapping jsonb,
  -- Counts every check that was asked for; a check that is no longer the last one writes nothing.
  check_number integer not null default 0,
  -- The mapping has changed, so that the lines have to be read again.
  has_lines boolean not null default false,
  line_count integer not null default 0,
  done_count integer not null default 0,
  -- What the file says of itself, in its totals row.
  file_total_cents bigint,
  -- What the processor's statement says, typed in.
  stated_total_cents bigint,
  -- Why the totals differ and are posted all the same.
  difference_reason text check (length(difference_reason) between 1 and 500),
  -- What each syndicate would be paid, by pay date.
  effects jsonb,
  checked_at timestamptz,
  complete_through date,
  posted_by bigint references users (id),
  -- The hash of the day file that is posted, by which its run is found.
  posted_hash bytea check (octet_length(posted_hash) = 32),
  posting_run_id bigint,
  posted_at timestamptz,
  primary key (tenant_id, file_id),
  foreign key (tenant_id, file_id) references sheet_files (tenant_id, id) on delete cascade,
  foreign key (tenant_id, source_id) references sheet_sources (tenant_id, id),
  foreign key (tenant_id, posting_run_id) references posting_runs (tenant_id, id),
  check ((state in ('posting', 'posted')) = (posted_by is not null)),
  check ((state = 'posted') = (posted_at is not null)),
  check ((state = 'posted') = (posting_run_id is not null)),
  check ((state = 'unreadable') = (problem is not null))
);
create unique index day_sheets_of_run on day_sheets (tenant_id, posting_run_id) where posting_run_id is not null;
create index day_sheets_open on day_sheets (tenant_id, file_id) where state <> 'posted';
call protect_tenant_table('day_sheets');

create table day_sheet_lines (
  tenant_id uuid not null,
  file_id uuid not null,
  line integer not null,
  -- As the cells stand in the file, by field.
  cells jsonb not null,
  reference text,
  mid text,
  amount_cents bigint,
  entry_date date,
  result text check (result in ('cleared', 'returned')),
  return_code text,
  debit_date date,
  -- Which cells could not be read, in words; null when all could.
  unreadable text,
  -- What somebody has decided about the line.
  decision text check (decision in ('leave out', 'post too')),
  said_mid text check (length(said_mid) between 1 and 40),
  said_date date,
  verdict text check (verdict in ('will post', 'posted before', 'suspected', 'refused', 'left out')),
  -- The code of the refusal; of a line that will post, what it does.
  code text,
  -- What is wrong with the line, in words.
  problem text,
  -- The reference that it resembles.
  resembles text,
  deal_id bigint,
  -- The reference that it is posted with: of a return without one, that of its debit.
  posted_reference text,
  primary key (tenant_id, file_id, line),
  foreign key (tenant_id, file_id) references day_sheets (tenant_id, file_id) on delete cascade
);
create index day_sheet_lines_by_verdict on day_sheet_lines (tenant_id, file_id, verdict, line);
call protect_tenant_table('day_sheet_lines');

-- What became of a line that was refused, held or left out: posted after all, or dropped, by whom and why.
create table settled_lines (
  tenant_id uuid not null,
  run_id bigint not null,
  line integer not null,
  outcome text not null check (outcome in ('posted', 'dropped')),
  reason text check (length(reason) between 1 and 500),
  settled_by bigint not null references users (id),
  settled_at timestamptz not null default now(),
  primary key (tenant_id, run_id, line),
  foreign key (tenant_id, run_id) references posting_runs (tenant_id, id),
  check (outcome = 'posted' or reason is not null)
);
call protect_tenant_table('settled_lines', 'select, insert');

-- The list of runs, newest first.
create index posting_runs_by_start on posting_runs (tenant_id, started_at desc, id desc);
