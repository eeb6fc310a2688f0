import { sql } from 'kysely';
import type { Tx } from '../../src/server/platform/db/database.ts';
import type { Cents } from '../../src/shared/domain/money.ts';

/** The kinds of files that a test looks for. */
export type FileKind = 'full' | 'unscrubbed' | 'no statements' | 'paid off' | 'no offer' | 'no advances';

const KINDS: Readonly<Record<FileKind, string>> = {
  full: 'accounts = 3 and months = 6 and unscrubbed = 0 and active > 1 and over > 1',
  unscrubbed: 'unscrubbed > 0 and accounts > 1',
  'no statements': 'accounts is null and active > 0',
  'paid off': 'over > 0 and active > 0 and accounts is not null',
  'no offer': `not exists (select from offers o where o.deal_id = deal.id and status = 'Offer Accepted')`,
  'no advances': 'active is null',
};

export interface DealFile {
  publicId: string;
  mid: string;
  name: string;
  companyId: bigint;
  dealId: bigint;
}

/** The newest deal of the syndicate whose file is of that kind. */
export async function findFile(tx: Tx, syndicateId: bigint, kind: FileKind): Promise<DealFile> {
  const { rows } = await sql<DealFile>`
    with statements as (
      select company_id, count(distinct bank_account_id) as accounts, count(distinct month) as months,
        count(*) filter (where not is_scrubbed) as unscrubbed
      from company_bank_accounts a join statement_months m on m.bank_account_id = a.id group by 1
    ), advances as (
      select company_id, count(*) filter (where status = 'active') as active,
        count(*) filter (where status in ('paying off', 'paid off')) as over
      from existing_advances group by 1
    )
    select deal.public_id, deal.mid, deal.name, deal.company_id, deal.id as deal_id
    from deals deal
    join participations p on p.deal_id = deal.id and p.syndicate_id = ${syndicateId}
    left join statements on statements.company_id = deal.company_id
    left join advances on advances.company_id = deal.company_id
    where ${sql.raw(KINDS[kind])} order by deal.id desc limit 1`.execute(tx);
  const [file] = rows;
  if (!file) throw new Error(`The demo has no file of the kind ${kind}.`);
  return file;
}

export interface StoredAverages {
  account: string;
  months: bigint;
  net: Cents;
  deposits: Cents;
  count: string;
  balance: Cents;
}

/** Computed by the database, not by the product: only scrubbed months, rounded half up. */
export async function readAverages(tx: Tx, companyId: bigint): Promise<StoredAverages[]> {
  const { rows } = await sql<StoredAverages>`
    select a.name as account, count(m.id) as months, round(avg(net_deposits_cents))::bigint as net,
      round(avg(deposits_cents))::bigint as deposits, round(avg(number_of_deposits), 2)::text as count,
      round(avg(average_balance_cents))::bigint as balance
    from company_bank_accounts a
    left join statement_months m on m.bank_account_id = a.id and m.is_scrubbed
    where a.company_id = ${companyId} group by a.id, a.name order by a.id`.execute(tx);
  return rows;
}

export interface StoredMonth {
  account: string;
  month: string;
  isScrubbed: boolean;
  deposits: Cents;
  transfers: Cents;
  otherAdvances: Cents;
  deductions: Cents;
  net: Cents;
  count: number;
  negativeDays: number;
  average: Cents;
  beginning: Cents;
  ending: Cents;
}

/** Ordered by account, the newest month first. */
export async function readMonths(tx: Tx, companyId: bigint): Promise<StoredMonth[]> {
  const { rows } = await sql<StoredMonth>`
    select a.name as account, m.month, m.is_scrubbed, deposits_cents as deposits, transfers_cents as transfers,
      other_advances_cents as other_advances, deductions_cents as deductions, net_deposits_cents as net,
      number_of_deposits as count, negative_days, average_balance_cents as average,
      beginning_balance_cents as beginning, ending_balance_cents as ending
    from company_bank_accounts a join statement_months m on m.bank_account_id = a.id
    where a.company_id = ${companyId} order by a.id, m.month desc`.execute(tx);
  return rows;
}

export interface StoredAdvance {
  lender: string;
  status: string;
  funding: Cents;
  balance: Cents;
  daily: Cents | null;
  weekly: Cents | null;
  url: string | null;
}

export async function readAdvances(tx: Tx, companyId: bigint): Promise<StoredAdvance[]> {
  const { rows } = await sql<StoredAdvance>`
    select lender_name as lender, status, original_funding_cents as funding, balance_cents as balance,
      daily_payment_cents as daily, weekly_payment_cents as weekly, previous_deal_url as url
    from existing_advances where company_id = ${companyId} order by advance_date desc, id`.execute(tx);
  return rows;
}

export interface StoredOffer {
  position: number;
  amount: Cents;
  payback: Cents;
  payment: Cents;
  frequency: 'DAILY' | 'WEEKLY';
  term: number;
  factor: string;
  lender: string;
  note: string | null;
}

export async function readOffer(tx: Tx, dealId: bigint): Promise<StoredOffer | undefined> {
  const { rows } = await sql<StoredOffer>`
    select position_number as position, amount_cents as amount, payback_amount_cents as payback,
      payment_cents as payment, payment_frequency as frequency, term_days as term,
      round(factor_rate, 2)::text as factor, lender_name as lender, note
    from offers where deal_id = ${dealId} and status = 'Offer Accepted'`.execute(tx);
  return rows[0];
}
