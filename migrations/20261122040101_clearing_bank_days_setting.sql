-- How long a debit takes to clear is a setting that the funder changes.
grant update (clearing_bank_days) on tenants to portal_app;
