import * as z from 'zod';
import { DEAL_STATUSES, isDealStatus, SUBMISSION_STATUSES } from '../../../shared/domain/deal-status.ts';
import { toDecimalString } from '../../../shared/domain/money.ts';
import { PAYMENT_FREQUENCIES } from '../../../shared/domain/offer-terms.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { openDeal } from '../../ledger/locked-deals.ts';
import { renameDeal } from '../../ledger/rename-deal.ts';
import { newToken } from '../../platform/crypto/random-tokens.ts';
import {
  date,
  externalId,
  factor,
  integer,
  oneOf,
  percent,
  positiveAmount,
  reference,
  text,
} from '../columns.ts';
import { defineKind, type RowContext, requireUnchanged } from '../kind.ts';
import { RowRefusal } from '../row-refusal.ts';

const FUNDING = [
  'funded_date',
  'funded_amount',
  'payback_amount',
  'payment',
  'payment_frequency',
  'term_days',
  'factor_rate',
] as const;

const schema = z
  .object({
    external_id: externalId(),
    company: reference('companies'),
    broker: reference('brokers').optional(),
    mid: text(40),
    name: text(200),
    platform: text(100),
    status: oneOf([...SUBMISSION_STATUSES, ...DEAL_STATUSES]),
    renewal_of: reference('deals').optional(),
    syndication_cap_percent: percent().optional(),
    funded_date: date().optional(),
    funded_amount: positiveAmount().optional(),
    payback_amount: positiveAmount().optional(),
    payment: positiveAmount().optional(),
    payment_frequency: oneOf(PAYMENT_FREQUENCIES).optional(),
    term_days: integer(1, 5000).optional(),
    factor_rate: factor().optional(),
  })
  .superRefine((row, context) => {
    const missing = FUNDING.filter((column) => row[column] === undefined);
    const say = (column: string, message: string) =>
      context.addIssue({ code: 'custom', path: [column], message });
    if (missing.length < FUNDING.length)
      for (const column of missing) say(column, 'is missing: the columns of a funding are all there or none');
    const isFunded = missing.length < FUNDING.length;
    if (isFunded !== isDealStatus(row.status))
      say(
        'status',
        isFunded ? 'is of a deal that is not funded' : 'is of a funded deal, whose columns are empty',
      );
    if ((row.payback_amount ?? 0n) < (row.funded_amount ?? 0n))
      say('payback_amount', 'is less than the funded amount');
    if (row.syndication_cap_percent?.eq(rate('0'))) say('syndication_cap_percent', 'is 0');
  });

type Row = z.output<typeof schema>;

const fundingOf = (row: Row) => ({
  fundedDate: row.funded_date ?? null,
  fundedAmountCents: row.funded_amount ?? null,
  paybackAmountCents: row.payback_amount ?? null,
  paymentCents: row.payment ?? null,
  paymentFrequency: row.payment_frequency ?? null,
  termDays: row.term_days ?? null,
  factorRate: row.factor_rate?.toString() ?? null,
});

const detailsOf = ({ idOf }: RowContext, row: Row) => ({
  brokerId: idOf(row.broker),
  platform: row.platform,
  renewalOfDealId: idOf(row.renewal_of),
  syndicationCapPercent: row.syndication_cap_percent?.toString() ?? '100',
});

export const deals = defineKind({
  name: 'deals',
  changesOf: 'deals',
  locksLedger: true,
  about:
    'Deals, funded or not. A renewal must come after the deal that it renews. The terms of a funded deal cannot be changed. A ' +
    'deal that is not funded yet becomes funded when it is re-imported with the funding columns.',
  schema,
  describe: {
    external_id: 'your id of the deal',
    company: '`external_id` of the company. It cannot be changed',
    broker: '`external_id` of the broker',
    mid: 'contract number; each only once',
    name: 'the merchant’s name as investors see it',
    platform: 'the brand under which it was originated',
    status: `one of ${[...SUBMISSION_STATUSES, ...DEAL_STATUSES].join(', ')}; the first two for deals that are not funded`,
    renewal_of: '`external_id` of the deal that was paid off from this one',
    syndication_cap_percent: 'how much of it syndicates may take together; 100 if empty',
    funded_date: 'day of funding; this and the following columns are all filled in or all empty',
    funded_amount: 'what the merchant received',
    payback_amount: 'the total that it owes',
    payment: 'one debit',
    payment_frequency: '`DAILY` or `WEEKLY`',
    term_days: 'business days',
    factor_rate: 'payback divided by the funded amount',
  },
  examples: [
    {
      external_id: 'D-1',
      company: 'C-1',
      broker: 'ISO-1',
      mid: 'HB-200117',
      name: 'Bright Oak Dental',
      platform: 'Harbor',
      status: 'Active Advance',
      funded_date: '2026-10-01',
      funded_amount: '60000.00',
      payback_amount: '84000.00',
      payment: '700.00',
      payment_frequency: 'DAILY',
      term_days: '120',
      factor_rate: '1.40',
    },
    {
      external_id: 'D-2',
      company: 'C-2',
      mid: 'HB-200118',
      name: 'Rosario Produce',
      platform: 'Harbor',
      status: 'Contract Request',
    },
  ],
  async create(work, row) {
    const { tx, tenantId } = work;
    const { id } = await tx
      .insertInto('deals')
      .values({
        tenantId,
        publicId: newToken().slice(0, 22),
        companyId: work.idOf(row.company),
        mid: row.mid,
        name: row.name,
        status: row.status,
        ...detailsOf(work, row),
        ...fundingOf(row),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (row.funded_date !== undefined) await openDeal(tx, tenantId, id);
    return id;
  },
  async change(work, dealId, row) {
    const { tx, tenantId } = work;
    const before = await readDeal(work, dealId);
    requireUnchanged(before, { company: work.idOf(row.company) }, 'stays: a deal is one merchant’s');
    if (before.isFunded) requireUnchanged(before, fundingTexts(row), 'stays: the deal is funded');
    if (before.isFunded && !isDealStatus(row.status))
      throw new RowRefusal('status', 'is not one of a funded deal');
    await tx
      .updateTable('deals')
      .set({ ...detailsOf(work, row), ...(before.isFunded ? {} : { ...fundingOf(row), status: row.status }) })
      .where('tenantId', '=', tenantId)
      .where('id', '=', dealId)
      .execute();
    if (!before.isFunded && row.funded_date !== undefined) await openDeal(tx, tenantId, dealId);
    if (before.mid !== row.mid || before.name !== row.name)
      await renameDeal(tx, tenantId, { dealId, mid: row.mid, name: row.name });
    if (before.isFunded && isDealStatus(row.status))
      await changeDealStatus(tx, tenantId, {
        dealId,
        status: row.status,
        reason: 'Imported',
        changedBy: null,
      });
  },
  taken: { deals_tenant_id_mid_key: ['mid', 'is another deal’s'] },
});

const fundingTexts = (row: Row) => ({
  funded_date: row.funded_date,
  funded_amount: row.funded_amount && toDecimalString(row.funded_amount),
  payback_amount: row.payback_amount && toDecimalString(row.payback_amount),
  payment: row.payment && toDecimalString(row.payment),
  payment_frequency: row.payment_frequency,
  term_days: row.term_days,
  factor_rate: row.factor_rate,
});

async function readDeal({ tx, tenantId }: RowContext, dealId: bigint) {
  const deal = await tx
    .selectFrom('deals')
    .select(['companyId', 'mid', 'name', 'fundedDate', 'fundedAmountCents', 'paybackAmountCents'])
    .select(['paymentCents', 'paymentFrequency', 'termDays', 'factorRate'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow();
  return {
    isFunded: deal.fundedDate !== null,
    mid: deal.mid,
    name: deal.name,
    company: deal.companyId,
    funded_date: deal.fundedDate,
    funded_amount: deal.fundedAmountCents && toDecimalString(deal.fundedAmountCents),
    payback_amount: deal.paybackAmountCents && toDecimalString(deal.paybackAmountCents),
    payment: deal.paymentCents && toDecimalString(deal.paymentCents),
    payment_frequency: deal.paymentFrequency,
    term_days: deal.termDays,
    factor_rate: deal.factorRate && rate(deal.factorRate),
  };
}
