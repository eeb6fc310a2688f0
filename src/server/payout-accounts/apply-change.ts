import { sql } from 'kysely';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import type { Tx } from '../platform/db/database.ts';
import { notifyOfBankChange } from './bank-notices.ts';
import { cancelChange } from './cancel-change.ts';
import { ACCOUNT_COLUMNS, shownAccount } from './current-account.ts';
import { settleChange } from './settle-change.ts';

interface Change {
  tenantId: string;
  changeId: bigint;
}

/**
 * Applies a change whose waiting period is over, unless it was cancelled or replaced, or whoever asked for it no longer belongs to
 * the syndicate: then it is cancelled. Running it twice applies it once. Returns whether it was applied.
 */
export async function applyChange(
  tx: Tx,
  { tenantId, changeId }: Change,
  by: Pick<AuditEvent, 'actorId' | 'operator'> = { actorId: null },
): Promise<boolean> {
  if (!(await isStillAsked(tx, { tenantId, changeId }))) {
    await cancelChange(tx, { tenantId, changeId }, 'no longer a member', by);
    return false;
  }
  const due = await tx
    .selectFrom('bankAccountChanges')
    .select(['syndicateId', 'requestedBy', ...ACCOUNT_COLUMNS])
    .where('tenantId', '=', tenantId)
    .where('id', '=', changeId)
    .where('state', '=', 'pending')
    .where('takesEffectAt', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  if (!due?.accountNumberCipher || !due.routingNumberCipher) return false;
  const { syndicateId, requestedBy, accountNumberCipher, routingNumberCipher, ...rest } = due;
  const before = await shownAccount(tx, { tenantId, syndicateId });
  const account = { ...rest, accountNumberCipher, routingNumberCipher, changedAt: sql<Date>`now()` };
  await tx
    .insertInto('syndicateBankAccounts')
    .values({ tenantId, syndicateId, ...account })
    .onConflict((conflict) => conflict.columns(['tenantId', 'syndicateId']).doUpdateSet(account))
    .execute();
  await settleChange(tx, { tenantId, changeId }, 'applied');
  await recordAudit(tx, {
    ...by,
    action: 'bank account changed',
    subject: `syndicate ${syndicateId}`,
    details: changesBetween(before, {
      bankName: due.bankName,
      accountNumberLast4: due.accountNumberLast4,
      routingNumberLast4: due.routingNumberLast4,
    }),
  });
  const isEntered = requestedBy === null && before.bankName === null;
  await notifyOfBankChange(tx, { tenantId, changeId }, isEntered ? 'entered' : 'applied');
  return true;
}

/**
 * Whether the user who asked for the change is still a member of its syndicate. The membership is locked before the change, as by
 * whoever closes it. A change of the funder's has no such user.
 */
async function isStillAsked(tx: Tx, { tenantId, changeId }: Change): Promise<boolean> {
  const asked = await tx
    .selectFrom('bankAccountChanges')
    .select(['requestedBy', 'syndicateId'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', changeId)
    .executeTakeFirstOrThrow();
  if (asked.requestedBy === null) return true;
  const membership = await tx
    .selectFrom('memberships')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', asked.requestedBy)
    .where('syndicateId', '=', asked.syndicateId)
    .where('isTerminated', '=', false)
    .where('acceptedAt', 'is not', null)
    .forShare()
    .executeTakeFirst();
  return membership !== undefined;
}
