import type pg from 'pg';
import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';

export interface ManyTenants {
  count: number;
  asOf: CalendarDate;
  /** Of everybody's password. Each tenant has an investor who signs in as, for example, fund-00001. */
  passwordHash: string;
}

/**
 * Adds tenants of very different size: of 10,000 ten with 30,000 participations each, ninety with 3,000, nine hundred with 200, and
 * the others with 28, about a million in all. Every deal is the same, $60,000 at 1.40 with three payments of $700, so that
 * all rows are made by a few statements. Row-level security and constraints are suspended while they run.
 */
export async function addManyTenants(client: pg.Client, many: ManyTenants): Promise<void> {
  const { count, asOf, passwordHash } = many;
  await client.query(TENANTS, [count]);
  await client.query(DEALS);
  await client.query('analyze many_tenants; analyze many_deals');
  for (const rows of ROWS) await client.query(rows.replaceAll(':as_of', `date '${asOf}'`));
  await client.query(USERS, [passwordHash]);
  await client.query('drop table many_tenants, many_deals');
}

/** Ids continue after those of the rows that are there. */
const after = (table: string) => `(select coalesce(max(id), 0) from ${table})`;

const TENANTS = `
  create temp table many_tenants as
  select n, overlay(overlay(md5('many tenants ' || n) placing '4' from 13) placing '8' from 17)::uuid as id, 'fund-' || lpad(n::text, 5, '0') as slug, syndicates, per_deal,
    shares / per_deal as deals, ${after('syndicates')} + sum(syndicates) over (order by n) - syndicates as syndicate_base
  from generate_series(1, $1::integer) n
  cross join lateral (
    select case when n <= $1 / 1000 then 30000 when n <= $1 / 100 then 3000 when n <= $1 / 10 then 200 else 28 end as shares
  ) size
  cross join lateral (
    select case when shares >= 3000 then 20 else 2 end as syndicates, case when shares >= 3000 then 4 else 2 end as per_deal
  ) participants`;

const DEALS = `
  create temp table many_deals as
  select t.id as tenant_id, ${after('deals')} + row_number() over () as id,
    ${after('companies')} + row_number() over () as company_id, number, per_deal, syndicates, syndicate_base
  from many_tenants t cross join lateral generate_series(1, t.deals) number`;

/** The first payment cleared three days ago; each is paid out on the day after. */
const clearedOn = ':as_of - 4 + payment';
const SHARE = { gross: 7000, fee: 280, net: 6720, cost: 660_000, anticipated: 840_000 };
const PAYMENTS = 3;

const ROWS = [
  `insert into tenants (id, slug, name, support_email, support_url, created_at)
   select id, slug, 'Fund ' || n, 'support@' || slug || '.example', 'https://' || slug || '.example', :as_of - 400 from many_tenants`,
  `insert into syndicates (tenant_id, id, name, abbreviation, pay_days, default_share_percent, management_fee_percent,
     syndication_fee_percent, esign_email)
   select t.id, syndicate_base + number, 'Syndicate ' || number, 'S' || number, '{1,2,3,4,5}', 10, 4, 0,
     's' || number || '@' || slug || '.example'
   from many_tenants t cross join lateral generate_series(1, t.syndicates) number`,
  `insert into companies (tenant_id, id, name, industry, started_month)
   select tenant_id, company_id, 'Merchant ' || number, 'Dental', '2019-03-01' from many_deals`,
  `insert into deals (tenant_id, id, public_id, company_id, mid, name, platform, status, funded_date, funded_amount_cents,
     payback_amount_cents, payment_cents, payment_frequency, term_days, factor_rate)
   select tenant_id, id, 'many-deal-' || lpad(id::text, 10, '0'), company_id, 'M' || id, 'Merchant ' || number, 'Many',
     'Active Advance', :as_of - 30 - number % 300, 6000000, 8400000, 70000, 'DAILY', 120, 1.4
   from many_deals`,
  `insert into participations (tenant_id, id, syndicate_id, deal_id, agreement_date, share_percent, participation_amount_cents,
     commission_amount_cents, investment_cost_cents, management_fee_percent, anticipated_return_cents)
   select tenant_id, ${after('participations')} + row_number() over (), syndicate_base + 1 + (number + place) % syndicates, id,
     :as_of - 30 - number % 300, 10, 600000, 60000, ${SHARE.cost}, 4, ${SHARE.anticipated}
   from many_deals cross join lateral generate_series(1, per_deal) place`,
  `insert into payments (tenant_id, id, deal_id, reference, amount_cents, status, cleared_date)
   select tenant_id, ${after('payments')} + row_number() over (), id, 'many ' || id || ' ' || payment, 70000, 'cleared', ${clearedOn}
   from many_deals cross join generate_series(1, ${PAYMENTS}) payment`,
  `insert into payout_lines (tenant_id, payment_id, participation_id, syndicate_id, gross_cents, management_fee_cents,
     net_pay_cents, pay_date)
   select p.tenant_id, payment.id, p.id, p.syndicate_id, ${SHARE.gross}, ${SHARE.fee}, ${SHARE.net}, cleared_date + 1
   from many_deals deal
   join participations p on p.tenant_id = deal.tenant_id and p.deal_id = deal.id
   join payments payment on payment.tenant_id = deal.tenant_id and payment.deal_id = deal.id`,
  `insert into deal_totals (tenant_id, deal_id, collected_cents, cleared_count, last_cleared_date)
   select tenant_id, id, 70000 * ${PAYMENTS}, ${PAYMENTS}, :as_of - 1 from many_deals`,
  `insert into tenant_books (tenant_id, complete_through) select id, :as_of - 1 from many_tenants`,
  `insert into participation_totals (tenant_id, participation_id, syndicate_id, deal_status, agreement_date, gross_cents,
     management_fee_cents, net_pay_cents, remaining_balance_cents, net_profit_cents, transaction_count, last_cleared_date,
     first_pay_date, last_pay_date)
   select p.tenant_id, p.id, p.syndicate_id, 'Active Advance', p.agreement_date, ${SHARE.gross * PAYMENTS},
     ${SHARE.fee * PAYMENTS}, ${SHARE.net * PAYMENTS}, ${SHARE.anticipated - SHARE.gross * PAYMENTS},
     ${SHARE.net * PAYMENTS - SHARE.cost}, ${PAYMENTS}, :as_of - 1, :as_of - 2, :as_of
   from many_deals deal join participations p on p.tenant_id = deal.tenant_id and p.deal_id = deal.id`,
  `insert into listed_participations (tenant_id, participation_id, syndicate_id, agreement_date, deal_status, merchant_key, mid,
     share_percent, investment_cost_cents, anticipated_return_cents)
   select p.tenant_id, p.id, p.syndicate_id, p.agreement_date, 'Active Advance', 'merchant ' || deal.number, 'M' || deal.id,
     share_percent, investment_cost_cents, anticipated_return_cents
   from many_deals deal join participations p on p.tenant_id = deal.tenant_id and p.deal_id = deal.id`,
  `insert into participation_pay_dates (tenant_id, participation_id, syndicate_id, pay_date, gross_cents, management_fee_cents,
     net_pay_cents, transaction_count)
   select p.tenant_id, p.id, p.syndicate_id, ${clearedOn} + 1, ${SHARE.gross}, ${SHARE.fee}, ${SHARE.net}, 1
   from many_deals deal join participations p on p.tenant_id = deal.tenant_id and p.deal_id = deal.id
   cross join generate_series(1, ${PAYMENTS}) payment`,
  `insert into syndicate_pay_dates (tenant_id, syndicate_id, pay_date, gross_cents, management_fee_cents, net_pay_cents,
     transaction_count)
   select tenant_id, syndicate_id, pay_date, sum(gross_cents), sum(management_fee_cents), sum(net_pay_cents), count(*)
   from participation_pay_dates where tenant_id in (select id from many_tenants) group by 1, 2, 3`,
  `insert into syndicate_totals (tenant_id, syndicate_id, participation_count, participation_amount_cents, investment_cost_cents,
     anticipated_return_cents, portfolio_balance_cents, gross_cents, management_fee_cents, net_pay_cents)
   select tenant_id, syndicate_id, count(*), 600000 * count(*), ${SHARE.cost} * count(*), ${SHARE.anticipated} * count(*),
     sum(remaining_balance_cents), sum(gross_cents), sum(management_fee_cents), sum(net_pay_cents)
   from participation_totals where tenant_id in (select id from many_tenants) group by 1, 2`,
  `insert into book_changes
   select tenant_id, syndicate_id, book_day(now()), 'share added', deal_status, book_day(now()), participation_id, 1,
     ${SHARE.cost}, ${SHARE.anticipated}, 0, 0, 0, 0, true
   from participation_totals where tenant_id in (select id from many_tenants)`,
  `insert into book_changes
   select tenant_id, syndicate_id, book_day(now()), 'payout', 'Active Advance', pay_date, 0, 0, 0, 0, gross_cents,
     management_fee_cents, net_pay_cents, transaction_count, true
   from syndicate_pay_dates where tenant_id in (select id from many_tenants)`,
];

const USERS = `
  with investor as (
    insert into users (id, login_name, email, name, password_hash)
    select ${after('users')} + n, slug, 'investor@' || slug || '.example', 'Investor ' || n, $1 from many_tenants
    returning id, login_name
  )
  insert into memberships (tenant_id, user_id, role, syndicate_id, name, accepted_at)
  select t.id, investor.id, 'syndication', t.syndicate_base + 1, 'Investor ' || n, now()
  from investor join many_tenants t on t.slug = investor.login_name`;
