import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { divideHalfUp } from '../../../shared/domain/fixed-point.ts';
import { participationTerms } from '../../../shared/domain/participation.ts';
import { rate, ZERO_RATE } from '../../../shared/domain/rate.ts';
import { addParticipations, type NewParticipation } from '../../ledger/add-participation.ts';
import { changeParticipation } from '../../ledger/change-participation.ts';
import type { DB } from '../../platform/db/schema.ts';
import { dayOf } from '../../platform/db/today.ts';
import { date, externalId, oneOf, percent, reference } from '../columns.ts';
import { defineKind, type RowContext, requireUnchanged } from '../kind.ts';
import { RowRefusal } from '../row-refusal.ts';

const UPFRONT = { '0': 0, '1': 1, '2': 2 } as const;

const schema = z.object({
  external_id: externalId(),
  deal: reference('deals'),
  syndicate: reference('syndicates'),
  agreement_date: date(),
  share_percent: percent().refine((share) => share.gt(rate('0')), 'is 0'),
  commission_percent: percent(),
  management_fee_percent: percent(),
  management_fee_upfront: oneOf(['0', '1', '2']).nullish(),
  upfront_fee_percent: percent().nullish(),
});

type Row = z.output<typeof schema>;

export const participations = defineKind({
  name: 'participations',
  changesOf: 'participations',
  locksLedger: true,
  about:
    'Syndicates’ shares of funded deals; amount, cost and anticipated return are computed from the percents and the deal. ' +
    'All shares of a deal must come before its first payment. Until then a share can be corrected; after that it cannot be changed.',
  schema,
  describe: {
    external_id: 'your id of the participation',
    deal: '`external_id` of the deal',
    syndicate:
      '`external_id` of the syndicate; each only once in a deal. One that was closed takes no share that was agreed later',
    agreement_date: 'day on which it was agreed',
    share_percent: 'of the deal; all shares of a deal are 100 at most',
    commission_percent: 'the broker’s commission, of the funded amount; the syndicate bears its share of it',
    management_fee_percent: 'your charge, of each payout',
    management_fee_upfront:
      '`1` or `2`: it was taken with the cost, and payouts are free of it; `0` if empty',
    upfront_fee_percent: 'the fee that was charged upfront, in percent of the funded amount; 0 if empty',
  },
  examples: [
    {
      external_id: 'P-1',
      deal: 'D-1',
      syndicate: 'SYN-1',
      agreement_date: '2026-10-01',
      share_percent: '10',
      commission_percent: '10',
      management_fee_percent: '4',
    },
    {
      external_id: 'P-2',
      deal: 'D-1',
      syndicate: 'SYN-2',
      agreement_date: '2026-10-01',
      share_percent: '5',
      commission_percent: '10',
      management_fee_percent: '0',
      management_fee_upfront: '1',
      upfront_fee_percent: '3.5',
    },
  ],
  async create(work, row) {
    const [id] = await createAll(work, [row]);
    return id ?? 0n;
  },
  createAll,
  async change(work, id, row) {
    const { tx, tenantId, idOf } = work;
    const before = await tx
      .selectFrom('participations')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    requireUnchanged(
      { deal: before.dealId, syndicate: before.syndicateId },
      { deal: idOf(row.deal), syndicate: idOf(row.syndicate) },
      'stays: this is another share',
    );
    const [told] = await sharesOf(work, [{ ...row, ...keptOf(row, before) }]);
    if (!told) return;
    const share = withKeptFee(told, row, before);
    // The ledger refuses to correct a share that has been paid out, even to what it is.
    if (!isSameShare(share, before)) await changeParticipation(tx, tenantId, id, share);
    return undefined;
  },
  taken: {
    participations_tenant_id_deal_id_syndicate_id_key: ['syndicate', 'has another share of the same deal'],
  },
});

type StoredShare = Selectable<DB['participations']>;

/** What a file leaves out stays. */
const keptOf = (row: Row, before: StoredShare): Partial<Row> => ({
  ...(row.management_fee_upfront === undefined && {
    management_fee_upfront: String(before.managementFeeUpfront) as '0' | '1' | '2',
  }),
});

/** An upfront fee that the file leaves out stays the same part of the share. Its percent is not stored, but follows from the amounts. */
function withKeptFee(share: NewParticipation, row: Row, before: StoredShare): NewParticipation {
  if (row.upfront_fee_percent !== undefined) return share;
  const { participationAmount, upfrontFee, investmentCost } = share.terms;
  const { upfrontFeeCents, participationAmountCents } = before;
  const kept =
    participationAmountCents === 0n
      ? upfrontFeeCents
      : divideHalfUp(upfrontFeeCents * participationAmount, participationAmountCents);
  return {
    ...share,
    terms: { ...share.terms, upfrontFee: kept, investmentCost: investmentCost - upfrontFee + kept },
  };
}

const isSameShare = (share: NewParticipation, before: StoredShare): boolean =>
  share.agreementDate === before.agreementDate &&
  share.sharePercent.eq(rate(before.sharePercent)) &&
  share.managementFeePercent.eq(rate(before.managementFeePercent)) &&
  share.managementFeeUpfront === before.managementFeeUpfront &&
  share.terms.commissionAmount === before.commissionAmountCents &&
  share.terms.upfrontFee === before.upfrontFeeCents;

async function createAll(work: RowContext, rows: readonly Row[]): Promise<bigint[]> {
  await requireOpen(work, rows);
  return addParticipations(work.tx, work.tenantId, await sharesOf(work, rows));
}

/** A closed syndicate takes no share. One that was agreed before may be entered late. Locked, so that nobody closes it meanwhile. */
async function requireOpen({ tx, tenantId, idOf }: RowContext, rows: readonly Row[]): Promise<void> {
  const syndicateIds = [...new Set(rows.map((row) => idOf(row.syndicate)))];
  const syndicates = await tx
    .selectFrom('syndicates')
    .select(['id', sql<string | null>`${dayOf(sql`closed_at`)}::text`.as('closedOn')])
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<bigint>`any(${syndicateIds}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute();
  const closed = new Map(syndicates.map(({ id, closedOn }) => [id, closedOn]));
  for (const row of rows) {
    const closedOn = closed.get(idOf(row.syndicate)) ?? null;
    if (closedOn !== null && row.agreement_date > closedOn)
      throw new RowRefusal('syndicate', `was closed on ${closedOn}, before this share was agreed`);
  }
}

async function sharesOf(work: RowContext, rows: readonly Row[]): Promise<NewParticipation[]> {
  const { tx, tenantId, idOf } = work;
  const deals = await tx
    .selectFrom('deals')
    .select(['id', 'fundedAmountCents', 'paybackAmountCents'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<bigint>`any(${rows.map((row) => idOf(row.deal))}::bigint[])`)
    .execute();
  const funding = new Map(deals.map((deal) => [deal.id, deal]));
  return rows.map((row) => {
    const dealId = idOf(row.deal);
    const { fundedAmountCents: fundedAmount, paybackAmountCents: paybackAmount } = funding.get(dealId) ?? {};
    if (fundedAmount == null || paybackAmount == null) throw new RowRefusal('deal', 'is not funded');
    return {
      syndicateId: idOf(row.syndicate),
      dealId,
      agreementDate: row.agreement_date,
      sharePercent: row.share_percent,
      managementFeePercent: row.management_fee_percent,
      managementFeeUpfront: UPFRONT[row.management_fee_upfront ?? '0'],
      terms: participationTerms({
        fundedAmount,
        paybackAmount,
        sharePercent: row.share_percent,
        commissionPercent: row.commission_percent,
        upfrontFeePercent: row.upfront_fee_percent ?? ZERO_RATE,
      }),
    };
  });
}
