-- The payout dates become part of the key, so that the index itself passes over the deals that did not pay then. As included columns they
-- were compared only after each entry had been handed over, which took most of the time of counting such deals.
drop index totals_by_agreement_date;
create index totals_by_agreement_date
  on participation_totals (tenant_id, syndicate_id, agreement_date, participation_id, first_pay_date, last_pay_date)
  include (deal_status);
