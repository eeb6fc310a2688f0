import * as z from 'zod';
import { OFFER_STATUS, OFFER_STATUSES } from '../../../shared/domain/offer-status.ts';
import { PAYMENT_FREQUENCIES } from '../../../shared/domain/offer-terms.ts';
import { isSameRow, readStoredRow } from '../changed-rows.ts';
import { externalId, factor, integer, oneOf, percent, positiveAmount, reference, text } from '../columns.ts';
import { defineKind, type RowContext, requireUnchanged } from '../kind.ts';
import { RowRefusal } from '../row-refusal.ts';
import { fieldsOfColumns } from '../stored-fields.ts';
import { recordAdded } from './record-added.ts';

const schema = z.object({
  external_id: externalId(),
  deal: reference('deals'),
  lender_name: text(200),
  position: integer(1, 20),
  status: oneOf(OFFER_STATUSES),
  amount: positiveAmount(),
  payback_amount: positiveAmount(),
  payment: positiveAmount(),
  payment_frequency: oneOf(PAYMENT_FREQUENCIES),
  term_days: integer(1, 5000),
  factor_rate: factor(),
  buy_rate: factor(),
  commission_percent: percent(),
  note: text(2000).nullish(),
  notify_note: text(2000).nullish(),
});

const valuesOf = ({ idOf }: RowContext, row: z.output<typeof schema>) => ({
  dealId: idOf(row.deal),
  lenderName: row.lender_name,
  positionNumber: row.position,
  status: row.status,
  amountCents: row.amount,
  paybackAmountCents: row.payback_amount,
  paymentCents: row.payment,
  paymentFrequency: row.payment_frequency,
  termDays: row.term_days,
  factorRate: row.factor_rate.toString(),
  buyRate: row.buy_rate.toString(),
  commissionPercent: row.commission_percent.toString(),
  note: row.note ?? null,
  notifyNote: row.notify_note ?? null,
});

const storedAs = { position: 'positionNumber' };

/** What an investor agrees to by taking a share. */
const TERMS = [
  'amountCents',
  'paybackAmountCents',
  'paymentCents',
  'paymentFrequency',
  'termDays',
  'factorRate',
  'commissionPercent',
] as const;

async function isTaken({ tx, tenantId }: RowContext, offerId: bigint): Promise<boolean> {
  const share = await tx
    .selectFrom('preFundingAcceptances as acceptance')
    .innerJoin('participationInvites as invite', (join) =>
      join
        .onRef('invite.tenantId', '=', 'acceptance.tenantId')
        .onRef('invite.id', '=', 'acceptance.inviteId'),
    )
    .select('invite.id')
    .where('invite.tenantId', '=', tenantId)
    .where('invite.offerId', '=', offerId)
    .where('acceptance.sharePercent', '>', '0')
    .limit(1)
    .executeTakeFirst();
  return share !== undefined;
}

export const offers = defineKind({
  name: 'offers',
  changesOf: 'offers',
  storedAs,
  about: 'Offers to merchants. An accepted offer cannot be changed.',
  schema,
  describe: {
    external_id: 'your id of the offer',
    deal: '`external_id` of the deal. It cannot be changed',
    lender_name: 'the name of the lender',
    position: 'how many advances the merchant would have, including this one',
    status: `one of ${OFFER_STATUSES.join(', ')}; only one offer of a deal can be accepted`,
    amount: 'what the merchant would receive',
    payback_amount: 'what it would owe',
    payment: 'one debit',
    payment_frequency: '`DAILY` or `WEEKLY`',
    term_days: 'business days',
    factor_rate: 'payback divided by amount',
    buy_rate: 'the factor before the broker’s commission',
    commission_percent: 'the most points that the broker may add',
    note: 'for the broker to read',
    notify_note: 'the note that the broker gets with the offer',
  },
  examples: [
    {
      external_id: 'OF-1',
      deal: 'D-1',
      lender_name: 'Harbor',
      position: '1',
      status: OFFER_STATUS.accepted,
      amount: '60000.00',
      payback_amount: '84000.00',
      payment: '700.00',
      payment_frequency: 'DAILY',
      term_days: '120',
      factor_rate: '1.40',
      buy_rate: '1.30',
      commission_percent: '10',
    },
    {
      external_id: 'OF-2',
      deal: 'D-2',
      lender_name: 'Harbor',
      position: '2',
      status: OFFER_STATUS.made,
      amount: '35000.00',
      payback_amount: '47250.00',
      payment: '472.50',
      payment_frequency: 'DAILY',
      term_days: '100',
      factor_rate: '1.35',
      buy_rate: '1.27',
      commission_percent: '8',
      note: 'Proof of ownership is needed.',
    },
  ],
  async create(work, row) {
    const { id } = await work.tx
      .insertInto('offers')
      .values({ tenantId: work.tenantId, ...valuesOf(work, row) })
      .returning('id')
      .executeTakeFirstOrThrow();
    recordAdded(work, 'offers', id);
    return id;
  },
  async change(work, offerId, row, changed) {
    const { tx, tenantId } = work;
    const update = () => tx.updateTable('offers').where('tenantId', '=', tenantId).where('id', '=', offerId);
    const { deal, status } = await tx
      .selectFrom('offers')
      .select(['dealId as deal', 'status'])
      .where('tenantId', '=', tenantId)
      .where('id', '=', offerId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    requireUnchanged({ deal }, { deal: work.idOf(row.deal) }, 'stays: this is another offer');
    const before = await readStoredRow(work, 'offers', offerId);
    const fields = fieldsOfColumns({ storedAs }, valuesOf(work, row), changed);
    if (TERMS.some((term) => term in fields) && (await isTaken(work, offerId)))
      throw new RowRefusal('amount', 'an investor has taken a share of this offer, so its terms stay');
    if (Object.keys(fields).length > 0) await update().set(fields).execute();
    if (isSameRow(before, await readStoredRow(work, 'offers', offerId))) return;
    if (status === OFFER_STATUS.accepted)
      throw new RowRefusal('status', 'the offer has been accepted and stays as it is');
    // The new version tells a broker who has the page open that the terms have changed.
    await update()
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute();
    return undefined;
  },
  taken: { one_accepted_offer_per_deal: ['status', 'another offer of the same deal is accepted'] },
});
