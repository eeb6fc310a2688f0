import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { SubmissionState } from '../../../shared/domain/submissions.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { linksOfOffer, STATUSES_OF_STATE, stateOfOffer } from '../../book/offer-state.ts';
import type { Tx } from '../../platform/db/database.ts';

const PAGE_LENGTH = 25;

interface OfferRow {
  offerId: bigint;
  dealId: bigint;
  dealName: string;
  mid: string;
  lenderName: string;
  brokerName: string | null;
  brokerCompany: string | null;
  amount: Cents;
  factorRate: string;
  termDays: number;
  state: SubmissionState;
  createdAt: Date;
}

const columns = sql`offer.id as "offerId", offer.deal_id, deal.name as "dealName", deal.mid, offer.lender_name,
  broker.name as "brokerName", broker.company_name as "brokerCompany", offer.amount_cents as amount, offer.factor_rate,
  offer.term_days, ${stateOfOffer} as state, offer.created_at`;

const beside = sql`
  join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
  left join brokers broker on broker.tenant_id = deal.tenant_id and broker.id = deal.broker_id`;

const shown = <R extends OfferRow>({ factorRate, createdAt, ...row }: R) => ({
  ...row,
  factorRate: rate(factorRate),
  madeAt: createdAt.toISOString(),
});

export interface SubmissionChoice {
  state?: SubmissionState | undefined;
  /** Only offers that were made before this one. */
  before?: bigint | undefined;
}

/** Where an offer stands in the order in which offers were made. An import may bring older ones later. */
const placeOf = (tenantId: string, offerId: bigint) =>
  sql`(select created_at, id from offers where tenant_id = ${tenantId}::uuid and id = ${offerId})`;

/** Newest first, with the position of the next page; null at the end. */
export async function listSubmissions(tx: Tx, tenantId: string, { state, before }: SubmissionChoice) {
  const chosen = [
    sql`offer.tenant_id = ${tenantId}::uuid`,
    ...(before === undefined ? [] : [sql`(offer.created_at, offer.id) < ${placeOf(tenantId, before)}`]),
    ...(state === undefined
      ? []
      : [sql`offer.status = any(${STATUSES_OF_STATE[state]}::text[])`, sql`${stateOfOffer} = ${state}`]),
  ];
  const { rows } = await sql<OfferRow>`
    select ${columns}
    from offers offer ${linksOfOffer} ${beside}
    where ${sql.join(chosen, sql` and `)}
    order by offer.tenant_id desc, offer.created_at desc, offer.id desc
    limit ${PAGE_LENGTH + 1}`.execute(tx);
  const submissions = rows.slice(0, PAGE_LENGTH).map(shown);
  return { submissions, next: rows.length > PAGE_LENGTH ? (submissions.at(-1)?.offerId ?? null) : null };
}

interface SubmissionRow extends OfferRow {
  companyId: bigint;
  companyName: string;
  dealStatus: string;
  offerStatus: string;
  capPercent: string;
  brokerEmail: string | null;
  positionNumber: number;
  paybackAmount: Cents;
  payment: Cents;
  paymentFrequency: string;
  buyRate: string;
  commissionPercent: string;
}

export async function readSubmission(tx: Tx, tenantId: string, offerId: bigint) {
  const { rows } = await sql<SubmissionRow>`
    select ${columns}, deal.company_id, company.name as "companyName", deal.status as "dealStatus",
      offer.status as "offerStatus", deal.syndication_cap_percent as "capPercent", broker.email as "brokerEmail",
      offer.position_number, offer.payback_amount_cents as "paybackAmount", offer.payment_cents as payment,
      offer.payment_frequency, offer.buy_rate, offer.commission_percent
    from offers offer ${linksOfOffer} ${beside}
    join companies company on company.tenant_id = deal.tenant_id and company.id = deal.company_id
    where offer.tenant_id = ${tenantId}::uuid and offer.id = ${offerId}`.execute(tx);
  const [row] = rows;
  if (!row) throw notFoundInTenant(`offer ${offerId}`);
  const { buyRate, commissionPercent, ...submission } = shown(row);
  return { ...submission, buyRate: rate(buyRate), commissionPercent: rate(commissionPercent) };
}
