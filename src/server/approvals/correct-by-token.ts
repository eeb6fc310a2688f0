import { type AskedCorrection, correctPayment, type PaymentCorrection } from '../ledger/correct-payment.ts';
import { previewCorrection } from '../ledger/correction-preview.ts';
import { readCorrection, readDealOfPayment } from '../ledger/corrections.queries.ts';
import { lockSyndicatesOf } from '../ledger/deal-accounts.ts';
import { lockDeal } from '../ledger/locked-deals.ts';
import type { ServiceToken } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { askOnce } from './ask-once.ts';
import { toKept } from './money-kinds.ts';
import { lockMover } from './moved-alone.ts';

/**
 * Corrects a payment for a system of the funder, by the rules of a person: up to the limit of a day, while the pay date is open. Anything else
 * is asked for, and the answer is what it will do.
 */
export async function correctByToken(
  tx: Tx,
  tenantId: string,
  asked: AskedCorrection,
  token: ServiceToken,
): Promise<PaymentCorrection & { approvalId: bigint | null }> {
  const { reference, reason, instead } = asked;
  await lockMover(tx, tenantId, token);
  const dealId = await readDealOfPayment(tx, tenantId, reference);
  // Before the preview, whose own locks end with it, so that nothing comes between the two.
  await lockDeal(tx, tenantId, dealId);
  await lockSyndicatesOf(tx, tenantId, [dealId]);
  const { payment, status } = await readCorrection(tx, tenantId, reference);
  if (status === 'cleared') {
    const preview = await previewCorrection(tx, tenantId, payment.id, { instead, reason }, token);
    if (preview.secondPerson !== null) {
      const seen = { amount: payment.amount, clearedDate: payment.clearedDate };
      const details = toKept({ seen, instead, reason, proofFileId: null }, preview.effects);
      const request = { tenantId, kind: 'correct payment', subjectId: payment.id, reason, details } as const;
      return { ...preview.correction, approvalId: await askOnce(tx, request, token) };
    }
  }
  return { ...(await correctPayment(tx, tenantId, asked, token)), approvalId: null };
}
