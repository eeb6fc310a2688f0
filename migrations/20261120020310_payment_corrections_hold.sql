-- Reads every payment, while others go on posting.
alter table payments
  validate constraint payments_taken_back_has_date,
  validate constraint payments_return_has_code,
  validate constraint payments_void_had_cleared;
