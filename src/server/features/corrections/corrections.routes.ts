import type { operatorCorrectionsContract } from '../../../shared/contract/operator-corrections.ts';
import { parseMoney, toDecimalString } from '../../../shared/domain/money.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { whatBecame } from '../../approvals/ask-once.ts';
import { correctByToken } from '../../approvals/correct-by-token.ts';
import type { PaymentCorrection } from '../../ledger/correct-payment.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { Refusal } from '../../platform/errors.ts';

export const correctionsHandlers = (): Handlers<typeof operatorCorrectionsContract> => ({
  async correctPayment({ body, operator, tenantId, tx, idempotencyKey }) {
    const { reference, reason, amount, date = null } = body;
    if (amount === undefined && date !== null)
      throw new Refusal('invalid_request', {
        message: 'A date needs an amount: without one, the payment is voided.',
      });
    const instead = amount === undefined ? null : { amount, date };
    const key = `correct payment ${idempotencyKey}`;
    const request = { reference, reason, amount: amount?.toString(), date };
    const kept = await answerOnce(tx, { tenantId, key, request }, async () =>
      toKept(await correctByToken(tx, tenantId, { reference, reason, instead }, operator)),
    );
    return fromKept(kept);
  },
});

type Payment = Omit<PaymentCorrection['payment'], 'id'>;

const paymentToKept = ({ reference, amount, clearedDate }: Payment) => ({
  reference,
  clearedDate,
  amount: toDecimalString(amount),
});

/** Answers are kept as JSON, which has no whole numbers of any size. */
const toKept = ({
  payment,
  replacement,
  payoutChanges,
  approvalId,
  ...others
}: PaymentCorrection & { approvalId: bigint | null }) => ({
  ...others,
  approvalId: approvalId?.toString() ?? null,
  payment: paymentToKept(payment),
  replacement: replacement && paymentToKept(replacement),
  payoutChanges: payoutChanges.map((change) => ({ ...change, netPay: toDecimalString(change.netPay) })),
});

const paymentFromKept = ({ amount, ...payment }: ReturnType<typeof paymentToKept>): Payment => ({
  ...payment,
  amount: parseMoney(amount),
});

/** An answer of before there were requests has none. */
const fromKept = ({
  payment,
  replacement,
  payoutChanges,
  approvalId = null,
  ...others
}: ReturnType<typeof toKept>) => ({
  ...others,
  ...whatBecame(approvalId === null ? null : BigInt(approvalId)),
  payment: paymentFromKept(payment),
  replacement: replacement && paymentFromKept(replacement),
  payoutChanges: payoutChanges.map((change) => ({ ...change, netPay: parseMoney(change.netPay) })),
});
