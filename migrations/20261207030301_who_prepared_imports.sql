-- Who said what an import is to do, beside who began it and who added its files: where it takes two people, none of them confirms it. And who
-- asks to undo it, where that takes two.
alter table import_runs
  add column planned_by bigint[] not null default '{}',
  add column undo_asked_by bigint references users (id);
