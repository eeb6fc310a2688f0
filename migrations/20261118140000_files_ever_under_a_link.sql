-- What was ever announced under a link, also what was removed again: without these, removing and adding had no end. Links of
-- before begin at zero. The release before does not count; what it adds is still held to the number that a link may hold at once.
alter table capability_links
  add column files_ever integer not null default 0,
  add column file_bytes_ever bigint not null default 0;
alter table capability_links
  add constraint capability_links_files_ever_check check (files_ever between 0 and 40) not valid,
  add constraint capability_links_file_bytes_ever_check
    check (file_bytes_ever between 0 and 600 * 1024 * 1024) not valid;
alter table capability_links validate constraint capability_links_files_ever_check;
alter table capability_links validate constraint capability_links_file_bytes_ever_check;
