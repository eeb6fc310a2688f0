-- Separate from the columns, so that payments can be read and posted while their rows are looked at.
alter table payments validate constraint payments_source_fkey;
alter table payments validate constraint payments_reversal_source_fkey;
