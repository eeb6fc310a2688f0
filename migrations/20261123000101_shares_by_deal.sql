-- What the strip above the tabs needs of a syndicate's shares is in the index itself: a month of a large book's returns, alerts and new
-- deals read most pages of its shares otherwise, and after an import of a whole book everything was entered on one day.
create index shares_by_deal on participations (tenant_id, syndicate_id, deal_id)
  include (created_at, share_percent, management_fee_percent, management_fee_upfront);

drop index participations_by_entry;
drop index participations_of_syndicate;
create index participations_of_syndicate on participations (tenant_id, syndicate_id, agreement_date desc, id desc)
  include (created_at, investment_cost_cents);
