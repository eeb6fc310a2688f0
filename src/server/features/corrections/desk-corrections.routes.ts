import type { deskCorrectionsContract } from '../../../shared/contract/desk-corrections.ts';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { namesOfOthers } from '../../approvals/approvers.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import { toKept } from '../../approvals/money-kinds.ts';
import { correctPayment } from '../../ledger/correct-payment.ts';
import { lockCorrector } from '../../ledger/corrected-alone.ts';
import { previewCorrection, requireSeen } from '../../ledger/correction-preview.ts';
import { lockSyndicatesOf } from '../../ledger/deal-accounts.ts';
import { lockDeal } from '../../ledger/locked-deals.ts';
import { requireProof } from '../../ledger/proof-file.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { Refusal } from '../../platform/errors.ts';

export const deskCorrectionsHandlers = (): Handlers<typeof deskCorrectionsContract> => ({
  async previewCorrection({ params: { paymentId }, body, caller, tx }) {
    const { tenantId, userId } = caller;
    const wanted = { instead: insteadOf(body), reason: 'A trial' };
    const operator = await deskOperator(tx, caller);
    const {
      correction,
      effects: _,
      ...preview
    } = await previewCorrection(tx, tenantId, paymentId, wanted, operator);
    return {
      ...preview,
      payment: correction.payment,
      replacement: correction.replacement,
      dealStatus: correction.dealStatus,
      deciders: await namesOfOthers(tx, tenantId, 'approve-money', userId),
    };
  },

  async correct({ params: { paymentId }, body, caller, tx, idempotencyKey }) {
    const { tenantId, userId } = caller;
    const { reason, proofFileId = null } = body;
    const instead = insteadOf(body);
    const operator = await deskOperator(tx, caller);
    const key = `desk correction ${userId} ${idempotencyKey}`;
    const request = {
      paymentId: String(paymentId),
      reason,
      ...(proofFileId && { proofFileId }),
      instead: instead && { ...instead, amount: String(instead.amount) },
    };
    return answerOnce(tx, { tenantId, key, request }, async () => {
      await lockCorrector(tx, { tenantId, userId });
      const { reference, dealId } = await requireSeen(tx, tenantId, paymentId, seenOf(body));
      await requireProof(tx, { tenantId, dealId, fileId: proofFileId });
      // Before the preview, whose own locks end with it, so that nothing comes between the two: no other posting, and no payout run
      // that closes a pay date.
      await lockDeal(tx, tenantId, dealId);
      await lockSyndicatesOf(tx, tenantId, [dealId]);
      const wanted = { instead, reason };
      const { secondPerson } = await previewCorrection(tx, tenantId, paymentId, wanted, operator);
      if (secondPerson !== null) throw new Refusal('second_person_needed');
      const made = await correctPayment(tx, tenantId, { reference, reason, instead, proofFileId }, operator);
      return { replacementReference: made.replacement?.reference ?? null, dealStatus: made.dealStatus };
    });
  },

  async askToCorrect({ params: { paymentId }, body, caller, tx }) {
    const { tenantId } = caller;
    const { reason, proofFileId = null } = body;
    const wanted = { instead: insteadOf(body), reason, seen: seenOf(body), proofFileId };
    const operator = await deskOperator(tx, caller);
    // What could not be done is refused now, and not only when somebody approves it.
    const { dealId } = await requireSeen(tx, tenantId, paymentId, wanted.seen);
    await requireProof(tx, { tenantId, dealId, fileId: proofFileId });
    const { effects } = await previewCorrection(tx, tenantId, paymentId, wanted, operator);
    const asked = { tenantId, kind: 'correct payment', subjectId: paymentId, reason } as const;
    return { approvalId: await askApproval(tx, { ...asked, details: toKept(wanted, effects) }, operator) };
  },
});

interface Wanted {
  amount?: Cents | undefined;
  date?: CalendarDate | undefined;
}

function insteadOf({ amount, date }: Wanted) {
  if (amount !== undefined) return { amount, date: date ?? null };
  if (date === undefined) return null;
  throw new Refusal('invalid_request', {
    message: 'A date needs an amount: without one, the payment is voided.',
  });
}

const seenOf = ({ seenAmount, seenClearedDate }: { seenAmount: Cents; seenClearedDate: CalendarDate }) => ({
  amount: seenAmount,
  clearedDate: seenClearedDate,
});
