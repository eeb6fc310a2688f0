import { sql } from 'kysely';
import { BANK_CHANGE_HOURS, isAccountNumber, isRoutingNumber } from '../../../shared/domain/bank-account.ts';
import type { Deps } from '../../app.ts';
import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import { requirePassword } from '../../identity/password-again.ts';
import { addJob } from '../../jobs/jobs.ts';
import { applyBankChange } from './apply-bank-change.jobs.ts';
import { tellOfBankChange } from './bank-notices.ts';
import { type BankNumbers, lastFours, sealNumbers } from './bank-numbers.ts';
import { settleChange } from './settled-change.ts';

interface BankChangeRequest extends BankNumbers {
  bankName: string;
  password?: string | undefined;
  address: string;
}

/**
 * Writes down a change that takes effect later, and tells the addresses on file of it. A newer one replaces it and waits as long
 * again, so that nobody can put a change in the place of one that has waited already.
 */
export async function requestBankChange(
  tx: Tx,
  deps: Pick<Deps, 'passwords' | 'throttle' | 'encryption'>,
  caller: Caller,
  { bankName, password, address, ...numbers }: BankChangeRequest,
): Promise<Date> {
  if (!isAccountNumber(numbers.accountNumber)) throw new Refusal('account_number_invalid');
  if (!isRoutingNumber(numbers.routingNumber)) throw new Refusal('routing_number_invalid');
  if (password === undefined) throw new Refusal('password_required');
  await requirePassword(tx, deps, caller, { password, address });

  const { tenantId, syndicateId, userId } = caller;
  await lockSyndicate(tx, caller);
  await settleChange(tx, { tenantId, syndicateId }, 'replaced');
  const { id, takesEffectAt } = await tx
    .insertInto('bankAccountChanges')
    .values({
      tenantId,
      syndicateId,
      bankName,
      ...sealNumbers(deps.encryption, caller, numbers),
      ...lastFours(numbers),
      requestedBy: userId,
      // In whole seconds, because a job's time has fewer digits than the database's.
      takesEffectAt: sql<Date>`date_trunc('second', now() + make_interval(hours => ${BANK_CHANGE_HOURS}, secs => 1))`,
    })
    .returning(['id', 'takesEffectAt'])
    .executeTakeFirstOrThrow();
  const change = { tenantId, changeId: id.toString() };
  await addJob(tx, applyBankChange, change, { notBefore: takesEffectAt });
  await recordAudit(tx, {
    actorId: userId,
    action: 'bank change requested',
    subject: `bank change ${id}`,
    details: lastFours(numbers),
  });
  await tellOfBankChange(tx, { tenantId, changeId: id }, 'requested');
  return takesEffectAt;
}

/** One change at a time: which one is pending is decided under this lock. */
const lockSyndicate = (tx: Tx, { tenantId, syndicateId }: Caller) =>
  tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Cancels what is pending, for somebody of the syndicate (by its id) or for whoever holds the link (by the change's). */
export async function cancelBankChange(
  tx: Tx,
  which: { tenantId: string; syndicateId: bigint } | { tenantId: string; changeId: bigint },
  actorId: bigint | null,
): Promise<void> {
  const { tenantId } = which;
  const changeId = await settleChange(tx, which, 'cancelled');
  if (changeId === null) throw new Refusal('bank_change_settled');
  await recordAudit(tx, {
    actorId,
    action: 'bank change cancelled',
    subject: `bank change ${changeId}`,
    details: { by: actorId === null ? 'link' : 'member' },
  });
  await tellOfBankChange(tx, { tenantId, changeId }, 'cancelled');
}
