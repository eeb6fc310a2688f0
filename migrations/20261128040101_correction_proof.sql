-- The file of the deal that shows why a payment was corrected. It has no foreign key, because the file may be deleted before the payment is,
-- and rows of this table never change.
alter table payment_corrections add column proof_file_id uuid;
