-- A share of 0 is an answer too: the syndicate declines. It is kept like any other, once for each invite, and takes nothing of
-- the deal's cap. Whoever still reads with the version before shows it as a share of 0 %.
alter table pre_funding_acceptances drop constraint pre_funding_acceptances_share_percent_check;
alter table pre_funding_acceptances add constraint pre_funding_acceptances_share_percent_check
  check (share_percent >= 0) not valid;
alter table pre_funding_acceptances validate constraint pre_funding_acceptances_share_percent_check;
