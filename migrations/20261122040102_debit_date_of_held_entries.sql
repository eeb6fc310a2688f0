-- What is held keeps the day of its debit until it is confirmed.
alter table posting_held_entries add column debit_date date;
