-- How a notification of change came in, and through whom: a number that a person typed in is not yet the bank's. Null where a release before
-- received it.
alter table change_notices
  add column source text check (source in ('file', 'typed')),
  add column received_by bigint,
  -- Who read the file in which it came, before somebody entered that.
  add column read_by bigint,
  add constraint change_notices_receiver_fkey foreign key (received_by) references users (id) not valid;
alter table change_notices validate constraint change_notices_receiver_fkey;
alter table change_notices add constraint change_notices_reader_fkey foreign key (read_by) references users (id) not valid;
alter table change_notices validate constraint change_notices_reader_fkey;

-- The notification that a change of an account follows: those who brought it in are behind the change.
alter table bank_account_changes
  add column notice_id bigint,
  add constraint bank_account_changes_notice_fkey foreign key (tenant_id, notice_id) references change_notices (tenant_id, id) not valid;
alter table bank_account_changes validate constraint bank_account_changes_notice_fkey;
