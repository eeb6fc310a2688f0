-- A key names one object of the storage by its own letters: no segment leads out of the folder of its tenant, and nothing hides
-- in it. Rows of before are not read again; whatever is written from now on is held to it.
alter table files add constraint files_storage_key_check check (
  storage_key !~ '(^|/)[.]{0,2}(/|$)' and storage_key !~ '[[:cntrl:]\\]'
) not valid;
