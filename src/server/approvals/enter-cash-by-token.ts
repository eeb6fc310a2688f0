import { capitalized } from '../../shared/domain/capitalized.ts';
import { type GivenEntry, recordCashEntry } from '../ledger/cash/record-cash-entry.ts';
import { findRequest, type SettledWithdrawal, settleWithdrawal } from '../ledger/cash/withdrawals.ts';
import type { ServiceToken } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { undone } from '../platform/db/undone.ts';
import { askOnce } from './ask-once.ts';
import { toKeptEntry } from './cash-kind.ts';
import { lockMover, moveAlone, readMovingAlone } from './moved-alone.ts';

/**
 * Enters what a system of the funder says about a cash account, up to the limit of a day: an entry makes money spendable or takes it away, as a
 * correction does. More than that is asked for. Returns the request, or null when it was entered.
 */
export async function enterCashByToken(
  tx: Tx,
  tenantId: string,
  entry: GivenEntry,
  token: ServiceToken,
): Promise<bigint | null> {
  await lockMover(tx, tenantId, token);
  // What is there already under its reference moves nothing.
  const isNew = await undone(tx, () => recordCashEntry(tx, tenantId, entry, token));
  if (!isNew) return null;
  const { syndicateId, kind, amount, reference, reason } = entry;
  const moving = { tenantId, limit: 'corrections', amount } as const;
  const { secondPerson } = await readMovingAlone(tx, moving, token);
  if (secondPerson === null) {
    await moveAlone(tx, { ...moving, what: `${kind} ${reference} of syndicate ${syndicateId}` }, token);
    await recordCashEntry(tx, tenantId, entry, token);
    return null;
  }
  const details = toKeptEntry(entry);
  // A deposit may have no reason of its own.
  const request = { tenantId, kind: 'record cash entry', subjectId: syndicateId, details } as const;
  return askOnce(tx, { ...request, reason: reason || `${capitalized(kind)} ${reference}` }, token);
}

/**
 * Says what has become of a withdrawal. One that no investor asked for, because a token entered it, is paid up to the limit of a day: more goes
 * through a payout run, or waits for the entry of an adjustment.
 */
export async function settleByToken(
  tx: Tx,
  tenantId: string,
  settled: SettledWithdrawal,
  token: ServiceToken,
): Promise<void> {
  await lockMover(tx, tenantId, token);
  const { syndicateId, reference, state } = settled;
  const request = await findRequest(tx, tenantId, { syndicateId, reference });
  if (state === 'paid' && request?.state === 'asked for' && request.askedBy.startsWith('service token '))
    await moveAlone(
      tx,
      {
        ...{ tenantId, limit: 'corrections', amount: request.amountCents },
        what: `withdrawal ${reference} of syndicate ${syndicateId}`,
      },
      token,
    );
  await settleWithdrawal(tx, tenantId, settled, token);
}
