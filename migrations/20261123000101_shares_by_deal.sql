-- A syndicate's share of the deals to which something happened. What the strip above the tabs needs of a share is in the index itself:
-- a month of a large book's returns and alerts read most pages of its shares otherwise.
create index shares_by_deal on participations (tenant_id, syndicate_id, deal_id)
  include (created_at, share_percent, management_fee_percent, management_fee_upfront);
