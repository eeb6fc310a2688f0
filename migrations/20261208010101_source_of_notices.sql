-- How a notification of change came in, and through whom: a number that a person typed in is not yet the bank's. Null where a release before
-- received it.
alter table change_notices
  add column source text check (source in ('file', 'typed')),
  add column received_by bigint,
  add constraint change_notices_receiver_fkey foreign key (received_by) references users (id) not valid;
alter table change_notices validate constraint change_notices_receiver_fkey;
