import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { SubmissionState } from '../../../shared/domain/submissions.ts';
import { linksOfOffer, stateOfOffer } from '../../book/offer-state.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Sought } from './sought.ts';

/** More of a kind are not listed: whoever wants one of them types more of it. */
export const MOST_OF_EACH = 5;
/** The deals among which offers are looked for. */
const MOST_DEALS = 50;

/**
 * The newest deals of a funder with all words somewhere in the name or the MID. Under row-level security an index cannot find a part of a
 * text, so the funder's part of one index is read until there are enough. That index contains exactly this expression, so it is not
 * computed again for each deal, and is the only one in this order.
 */
export async function matchDeals(tx: Tx, tenantId: string, { words }: Sought): Promise<bigint[]> {
  const held = words.map((word) => sql`strpos(lower(name || E'\\n' || mid), ${word}) > 0`);
  const { rows } = await sql<{ id: bigint }>`
    select id from deals
    where tenant_id = ${tenantId}::uuid and ${sql.join(held, sql` and `)}
    order by tenant_id, -id limit ${sql.lit(MOST_DEALS)}`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface FoundDeal {
  dealId: bigint;
  companyId: bigint;
  dealName: string;
  mid: string;
  status: string;
  investorCount: number;
  lastPaymentDate: CalendarDate | null;
}

/** The first of the deals that match, after the one with exactly this MID. */
export async function findDeals(
  tx: Tx,
  tenantId: string,
  { text }: Sought,
  matching: readonly bigint[],
): Promise<FoundDeal[]> {
  const { rows } = await sql<FoundDeal>`
    select deal.id as "dealId", deal.company_id, deal.name as "dealName", deal.mid, deal.status::text as status,
      (select count(*)::integer from participations share
        where share.tenant_id = deal.tenant_id and share.deal_id = deal.id) as "investorCount",
      total.last_cleared_date as "lastPaymentDate"
    from (
      select id from deals where tenant_id = ${tenantId}::uuid and mid = ${text}
      union
      select unnest(${matching.slice(0, MOST_OF_EACH)}::bigint[])
    ) found
    join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = found.id
    left join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
    order by deal.mid = ${text} desc, deal.id desc limit ${sql.lit(MOST_OF_EACH)}`.execute(tx);
  return rows;
}

export interface FoundOffer {
  offerId: bigint;
  dealName: string;
  mid: string;
  amount: Cents;
  state: SubmissionState;
}

/** The newest offers for the deals that match. */
export async function findOffers(
  tx: Tx,
  tenantId: string,
  matching: readonly bigint[],
): Promise<FoundOffer[]> {
  const { rows } = await sql<FoundOffer>`
    select offer.id as "offerId", deal.name as "dealName", deal.mid, offer.amount_cents as amount, ${stateOfOffer} as state
    from (
      select candidate.* from offers candidate
      where candidate.tenant_id = ${tenantId}::uuid and candidate.deal_id = any(${matching}::bigint[])
      order by candidate.id desc limit ${sql.lit(MOST_OF_EACH)}
    ) offer
    ${linksOfOffer}
    join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
    order by offer.id desc`.execute(tx);
  return rows;
}

export interface FoundPayment {
  paymentId: bigint;
  dealId: bigint;
  reference: string;
  amount: Cents;
  status: string;
  day: CalendarDate | null;
  dealName: string;
  mid: string;
}

/** By the beginning of the reference, or by the exact amount. Both are ranges of an index. */
export async function findPayments(
  tx: Tx,
  tenantId: string,
  { text, amount }: Sought,
): Promise<FoundPayment[]> {
  const ways = [byReference(tenantId, text), ...(amount === null ? [] : [byAmount(tenantId, amount)])];
  const { rows } = await sql<FoundPayment>`
    select payment.id as "paymentId", payment.reference, payment.amount_cents as amount, payment.status,
      coalesce(payment.cleared_date, payment.returned_date) as day, deal.id as "dealId", deal.name as "dealName", deal.mid
    from (${sql.join(ways, sql` union `)}) found
    join payments payment on payment.tenant_id = ${tenantId}::uuid and payment.id = found.id
    join deals deal on deal.tenant_id = payment.tenant_id and deal.id = payment.deal_id
    order by found.id desc limit ${sql.lit(MOST_OF_EACH)}`.execute(tx);
  return rows;
}

/** What follows every text that begins with another one. */
const LAST = '\u{10ffff}';

const byReference = (tenantId: string, text: string): RawBuilder<unknown> => sql`
  (select id from payments
  where tenant_id = ${tenantId}::uuid and reference >= ${text} and reference <= ${text + LAST} and starts_with(reference, ${text})
  order by tenant_id, reference limit ${sql.lit(MOST_OF_EACH)})`;

const byAmount = (tenantId: string, amount: Cents): RawBuilder<unknown> => sql`
  (select id from payments
  where tenant_id = ${tenantId}::uuid and amount_cents = ${amount}
  order by tenant_id desc, amount_cents desc, id desc limit ${sql.lit(MOST_OF_EACH)})`;

export interface FoundInvestor {
  syndicateId: bigint;
  name: string;
  abbreviation: string;
}

/** A funder has some hundred syndicates, which are all looked at. */
export async function findInvestors(tx: Tx, tenantId: string, { words }: Sought): Promise<FoundInvestor[]> {
  const held = words.map((word) => sql`strpos(lower(name || E'\\n' || abbreviation), ${word}) > 0`);
  const { rows } = await sql<FoundInvestor>`
    select id as "syndicateId", name, abbreviation from syndicates
    where tenant_id = ${tenantId}::uuid and ${sql.join(held, sql` and `)}
    order by lower(name), id limit ${sql.lit(MOST_OF_EACH)}`.execute(tx);
  return rows;
}
