import { createHash } from 'node:crypto';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Investor } from '../../access/caller.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { type PasswordAgain, requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import { shownAccount } from '../../payout-accounts/current-account.ts';
import { Refusal } from '../../platform/errors.ts';
import { readBankHold } from './bank-hold.ts';
import { emailOf } from './member.ts';
import { requireUsedAccount } from './used-account.ts';

interface WithdrawalRequest extends PasswordAgain {
  amount: Cents;
  /** Chosen by the browser. The same again is the same request. */
  requestId: string;
}

/** A user of the syndicate asks for money from its cash account, to the bank account in force. An open session is not enough for that. */
export async function requestWithdrawal(
  inTransaction: InTransaction<Investor>,
  deps: Pick<Deps, 'passwords' | 'throttle'>,
  { amount, requestId, ...again }: WithdrawalRequest,
): Promise<void> {
  const afterPassword = await requirePassword(inTransaction, deps, again);
  await afterPassword(async (tx, { tenantId, syndicateId, userId }) => {
    await requireUsedAccount(tx, { tenantId, syndicateId });
    const { bankName, accountNumberLast4 } = await shownAccount(tx, { tenantId, syndicateId });
    if (bankName === null || accountNumberLast4 === null) throw new Refusal('bank_account_missing');
    // After the account was read, so that a change that has just put it in force is seen.
    if (await readBankHold(tx, { tenantId, syndicateId })) throw new Refusal('bank_account_new');
    const asked = {
      syndicateId,
      amount,
      reference: referenceOf(requestId),
      payTo: { bankName, accountNumberLast4 },
    };
    await askForWithdrawal(tx, tenantId, asked, { userId, email: await emailOf(tx, userId) });
  });
}

/** Short enough for a clerk to read out: 'W-3F2A9C0177'. */
const referenceOf = (requestId: string): string =>
  `W-${createHash('sha256').update(requestId).digest('hex').slice(0, 10).toUpperCase()}`;
