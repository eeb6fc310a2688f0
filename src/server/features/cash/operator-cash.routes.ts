import type { operatorCashContract } from '../../../shared/contract/operator-cash.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { whatBecame } from '../../approvals/ask-once.ts';
import { enterCashByToken, settleByToken } from '../../approvals/enter-cash-by-token.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { findSyndicate } from '../../identity/named-syndicate.ts';
import { listOpenWithdrawals } from '../../ledger/cash/open-withdrawals.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { signedAmount } from '../../ledger/cash/record-cash-entry.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { readBankHold } from './bank-hold.ts';

export const operatorCashHandlers = (): Handlers<typeof operatorCashContract> => ({
  async cashOfSyndicate({ params: { syndicate }, tenantId, tx }) {
    return readCashAccount(tx, tenantId, await findNamed(tx, tenantId, syndicate));
  },

  async recordCashEntry({ body, operator, tenantId, tx }) {
    const { syndicate, isTaken = false, amount, reason = '', ...entry } = body;
    const { kind } = entry;
    if (isTaken && kind !== 'adjustment')
      throw new Refusal('invalid_request', { message: 'Only an adjustment can be marked to be taken away.' });
    if (reason === '' && kind !== 'deposit') throw new Refusal('cash_reason_missing');
    const syndicateId = await findNamed(tx, tenantId, syndicate);
    const given = { ...entry, syndicateId, reason, amount: signedAmount(kind, amount, isTaken) };
    const approvalId = await enterCashByToken(tx, tenantId, given, operator);
    return { ...(await readCashAccount(tx, tenantId, syndicateId)), ...whatBecame(approvalId) };
  },

  async withdrawals({ tenantId, tx }) {
    return { withdrawals: await listOpenWithdrawals(tx, tenantId) };
  },

  async enterWithdrawal({ body: { syndicate, ...asked }, operator, tenantId, tx }) {
    const syndicateId = await findNamed(tx, tenantId, syndicate);
    if (await readBankHold(tx, { tenantId, syndicateId })) throw new Refusal('bank_account_new');
    await askForWithdrawal(tx, tenantId, { syndicateId, ...asked }, operator);
    return readCashAccount(tx, tenantId, syndicateId);
  },

  async settleWithdrawal({ body: { syndicate, reason = '', ...settled }, operator, tenantId, tx }) {
    const syndicateId = await findNamed(tx, tenantId, syndicate);
    await settleByToken(tx, tenantId, { syndicateId, reason, ...settled }, operator);
    return readCashAccount(tx, tenantId, syndicateId);
  },
});

/** As of everything that a request names, one of another tenant is as unknown as one that never was. */
const findNamed = (tx: Tx, tenantId: string, named: string): Promise<bigint> =>
  findSyndicate(tx, tenantId, named).catch((error: unknown) => {
    throw error instanceof Refusal ? notFoundInTenant(`syndicate ${named}`) : error;
  });
