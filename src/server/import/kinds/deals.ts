import { sql } from 'kysely';
import * as z from 'zod';
import { DEAL_STATUSES, isDealStatus, SUBMISSION_STATUSES } from '../../../shared/domain/deal-status.ts';
import { toDecimalString } from '../../../shared/domain/money.ts';
import { PAYMENT_FREQUENCIES } from '../../../shared/domain/offer-terms.ts';
import { rate } from '../../../shared/domain/rate.ts';
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
import { fieldsOfColumns } from '../stored-fields.ts';
import { faultsOfFunding, requireWholeFunding } from './deal-funding.ts';
import { takeStatus } from './deal-status.ts';

const schema = z
  .object({
    external_id: externalId(),
    company: reference('companies'),
    broker: reference('brokers').nullish(),
    mid: text(40),
    name: text(200),
    platform: text(100),
    status: oneOf([...SUBMISSION_STATUSES, ...DEAL_STATUSES]),
    renewal_of: reference('deals').nullish(),
    syndication_cap_percent: percent().nullish(),
    funded_date: date().nullish(),
    funded_amount: positiveAmount().nullish(),
    payback_amount: positiveAmount().nullish(),
    payment: positiveAmount().nullish(),
    payment_frequency: oneOf(PAYMENT_FREQUENCIES).nullish(),
    term_days: integer(1, 5000).nullish(),
    factor_rate: factor().nullish(),
  })
  .superRefine((row, context) => {
    const say = (column: string, message: string) =>
      context.addIssue({ code: 'custom', path: [column], message });
    for (const [column, message] of faultsOfFunding(row)) say(column, message);
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

const STORED_AS = { storedAs: { renewal_of: 'renewalOfDealId' } };

export const deals = defineKind({
  name: 'deals',
  changesOf: 'deals',
  ...STORED_AS,
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
    requireWholeFunding(row);
    await requireOwnNumber(work, row, null);
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
    if (row.funded_date != null) await openDeal(tx, tenantId, id);
    return id;
  },
  async change(work, dealId, row, changed, comparison) {
    const { tx, tenantId } = work;
    const before = await readDeal(work, dealId);
    requireUnchanged(before, { company: work.idOf(row.company) }, 'stays: a deal is one merchant’s');
    const isFunded = before.funded_date !== null;
    if (isFunded) requireSameTerms(before, row, changed);
    else requireWholeFunding(row);
    const values = {
      ...detailsOf(work, row),
      ...(isFunded ? {} : { ...fundingOf(row), status: row.status }),
    };
    const fields = fieldsOfColumns(STORED_AS, values, changed);
    if (Object.keys(fields).length > 0)
      await tx
        .updateTable('deals')
        .set(fields)
        .where('tenantId', '=', tenantId)
        .where('id', '=', dealId)
        .execute();
    if (!isFunded && row.funded_date != null) await openDeal(tx, tenantId, dealId);
    const mid = changed.has('mid') ? row.mid : before.mid;
    const name = changed.has('name') ? row.name : before.name;
    if (before.mid !== mid) await requireOwnNumber(work, row, dealId);
    if (before.mid !== mid || before.name !== name) await renameDeal(tx, tenantId, { dealId, mid, name });
    if (isFunded && changed.has('status'))
      await takeStatus(work, { dealId, before: before.status, told: row.status }, comparison);
    return undefined;
  },
  taken: { deals_tenant_id_mid_key: ['mid', 'is another deal’s'] },
});

/** Files name a deal by either, so what names one deal must not name another. */
async function requireOwnNumber(
  { tx, tenantId }: RowContext,
  row: Row,
  dealId: bigint | null,
): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    select 'external_id' as column from deals other
    where other.tenant_id = ${tenantId}::uuid and other.mid = ${row.external_id} and other.mid <> ${row.mid}
      and other.id is distinct from ${dealId}
    union all
    select 'mid' from external_ids other
    where other.tenant_id = ${tenantId}::uuid and other.kind = 'deals' and other.external_id = ${row.mid}
      and other.external_id <> ${row.external_id} and other.id is distinct from ${dealId}`.execute(tx);
  const [taken] = rows;
  if (taken)
    throw new RowRefusal(
      taken.column,
      taken.column === 'mid' ? 'is another deal’s id' : 'is another deal’s contract number',
    );
}

const fundingTexts = (row: Row) => ({
  funded_date: row.funded_date,
  funded_amount: row.funded_amount && toDecimalString(row.funded_amount),
  payback_amount: row.payback_amount && toDecimalString(row.payback_amount),
  payment: row.payment && toDecimalString(row.payment),
  payment_frequency: row.payment_frequency,
  term_days: row.term_days,
  factor_rate: row.factor_rate,
});

type StoredDeal = Awaited<ReturnType<typeof readDeal>>;

function requireSameTerms(before: StoredDeal, row: Row, changed: ReadonlySet<string>): void {
  const told = Object.entries(fundingTexts(row)).filter(([column]) => changed.has(column));
  requireUnchanged(before, Object.fromEntries(told), 'stays: the deal is funded');
  if (changed.has('status') && !isDealStatus(row.status))
    throw new RowRefusal('status', 'is not one of a funded deal');
}

async function readDeal({ tx, tenantId }: RowContext, dealId: bigint) {
  const deal = await tx
    .selectFrom('deals')
    .select(['companyId', 'mid', 'name', 'status', 'fundedDate', 'fundedAmountCents', 'paybackAmountCents'])
    .select(['paymentCents', 'paymentFrequency', 'termDays', 'factorRate'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow();
  return {
    mid: deal.mid,
    name: deal.name,
    status: deal.status,
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
