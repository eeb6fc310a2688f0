-- Where a withdrawal that an investor has asked for is to be paid, as it was when they asked. Null where the funder entered the request.
alter table withdrawal_requests
  add column bank_name text check (length(bank_name) between 1 and 100),
  add column account_number_last4 text check (account_number_last4 ~ '^[0-9]{4}$'),
  add check ((bank_name is null) = (account_number_last4 is null));

-- Whether a syndicate with a cash account can accept a share only as far as its available cash goes.
alter table tenants add column checks_cash boolean not null default false;
