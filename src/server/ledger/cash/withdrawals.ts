import type { SETTLED_STATES } from '../../../shared/domain/cash-account.ts';
import { type Cents, formatMoney, toDecimalString } from '../../../shared/domain/money.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';
import { type CashActor, eventOf, nameOf } from './cash-actor.ts';
import { writeCashEntries } from './cash-entries.ts';
import { lockCashAccount } from './open-cash-account.ts';
import { readCashAccount } from './read-cash-account.ts';

export interface AskedWithdrawal {
  syndicateId: bigint;
  amount: Cents;
  /** The same again is the same request. */
  reference: string;
  /** The account that it is to be paid to, if that is known. */
  payTo?: { bankName: string; accountNumberLast4: string };
}

/**
 * Reserves an amount of an account until it is paid, declined or cancelled. The account's lock decides who comes first, so that however many ask
 * at once, together they never get more than is available.
 */
export async function askForWithdrawal(
  tx: Tx,
  tenantId: string,
  { syndicateId, amount, reference, payTo }: AskedWithdrawal,
  by: CashActor,
): Promise<void> {
  await lockCashAccount(tx, tenantId, syndicateId);
  const known = await findRequest(tx, tenantId, { syndicateId, reference });
  if (known && known.amountCents !== amount) throw new Refusal('cash_reference_taken');
  if (known) return;
  const { available } = await readCashAccount(tx, tenantId, syndicateId);
  if (amount > available) throw new Refusal('cash_not_available', { message: sayMost(available) });
  await tx
    .insertInto('withdrawalRequests')
    .values({ tenantId, syndicateId, amountCents: amount, reference, askedBy: nameOf(by), ...payTo })
    .execute();
  await recordAudit(tx, {
    ...eventOf(by),
    action: 'withdrawal asked for',
    subject: `syndicate ${syndicateId}`,
    details: { amount: toDecimalString(amount), reference },
  });
}

const sayMost = (available: Cents): string =>
  available > 0n
    ? `The most that can be withdrawn is ${formatMoney(available)}.`
    : 'Nothing can be withdrawn from this account at present.';

export interface SettledWithdrawal {
  syndicateId: bigint;
  reference: string;
  state: (typeof SETTLED_STATES)[number];
  reason: string;
}

/** Says what has become of a withdrawal. One that was paid is entered, as of today. The same again changes nothing. */
export async function settleWithdrawal(
  tx: Tx,
  tenantId: string,
  { syndicateId, reference, state, reason }: SettledWithdrawal,
  by: CashActor,
): Promise<void> {
  await lockCashAccount(tx, tenantId, syndicateId);
  const request = await findRequest(tx, tenantId, { syndicateId, reference });
  if (!request) throw new Refusal('withdrawal_unknown');
  if (request.state === state) return;
  if (request.state !== 'asked for')
    throw new Refusal('withdrawal_settled', { message: `This withdrawal is ${request.state} already.` });
  const amount = request.amountCents;
  const recordedBy = nameOf(by);
  if (state === 'paid') {
    const { posted } = await readCashAccount(tx, tenantId, syndicateId);
    if (amount > posted) throw new Refusal('cash_not_available', { message: sayMost(posted) });
    const entry = {
      syndicateId,
      kind: 'withdrawal',
      amount: -amount,
      reference,
      reason,
      recordedBy,
    } as const;
    await writeCashEntries(tx, tenantId, [{ ...entry, effectiveDate: await readToday(tx) }]);
  }
  await tx
    .updateTable('withdrawalRequests')
    .set({ state, reason, settledBy: recordedBy, settledAt: new Date() })
    .where('tenantId', '=', tenantId)
    .where('id', '=', request.id)
    .execute();
  await recordAudit(tx, {
    ...eventOf(by),
    action: 'withdrawal settled',
    subject: `syndicate ${syndicateId}`,
    details: { amount: toDecimalString(amount), reference, state, reason },
  });
}

export const findRequest = (
  tx: Tx,
  tenantId: string,
  { syndicateId, reference }: { syndicateId: bigint; reference: string },
) =>
  tx
    .selectFrom('withdrawalRequests')
    .select(['id', 'amountCents', 'askedBy', 'state'])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('reference', '=', reference)
    .executeTakeFirst();
