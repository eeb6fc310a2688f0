-- Who has corrected a payment without a second person, so that the correction limit counts all that one person corrects on a day. Null of
-- corrections by two, by commands and by systems, and of those from before.
alter table payment_corrections add column corrected_alone_by bigint references users (id);
create index payment_corrections_alone on payment_corrections (tenant_id, corrected_alone_by, corrected_at)
  where corrected_alone_by is not null;
