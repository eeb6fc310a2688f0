import { sql } from 'kysely';
import type { AccountType, HolderKind } from '../../shared/domain/payout-runs.ts';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import type { Tx } from '../platform/db/database.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { applyBankChange } from './apply-bank-change.jobs.ts';
import { applyChange } from './apply-change.ts';
import { notifyOfBankChange } from './bank-notices.ts';
import type { PayoutAccount, SealedNumbers } from './bank-numbers.ts';
import { readCurrentAccount, shownAccount } from './current-account.ts';
import { settleChange } from './settle-change.ts';

export interface NewAccount extends PayoutAccount, SealedNumbers {
  bankName: string;
  accountNumberLast4: string;
  routingNumberLast4: string;
  /** What a bank file says about it, where that is known. */
  accountType?: AccountType | null;
  holderKind?: HolderKind | null;
  holderName?: string | null;
  /** The notification of change that it follows. */
  noticeId?: bigint;
  by: Pick<AuditEvent, 'actorId' | 'operator'>;
  /** The session in which a user asked for it. */
  requestedIn?: string;
  /** Skips the tenant's waiting period if there is no account yet, because no payout could be redirected. */
  isAtOnceIfFirst?: boolean;
}

export interface Announced {
  takesEffectAt: Date;
  isInForce: boolean;
}

/**
 * Stores a change that takes effect when the tenant's waiting period is over, and notifies the addresses on file. A newer
 * change replaces it and waits for the whole period again, so that nobody can swap the account of a change that has
 * already waited. Without a waiting period, it takes effect with this transaction. It may claim the requesting user, so
 * it must come last.
 */
export async function announceChange(
  tx: Tx,
  { by, isAtOnceIfFirst = false, ...account }: NewAccount,
): Promise<Announced> {
  const { tenantId, syndicateId, accountNumberLast4, routingNumberLast4 } = account;
  await lockSyndicate(tx, account);
  await settleChange(tx, { tenantId, syndicateId }, 'replaced');
  // Read under the lock, because an earlier look may have found no account.
  const isAtOnce = isAtOnceIfFirst && (await readCurrentAccount(tx, account)).inForce === null;
  const hours = isAtOnce ? 0 : await holdHours(tx, tenantId);
  const { id, takesEffectAt } = await tx
    .insertInto('bankAccountChanges')
    .values({
      ...account,
      requestedBy: by.actorId,
      takesEffectAt:
        hours === 0
          ? sql<Date>`now()`
          : // In whole seconds, because a job's run time has fewer digits than the database's.
            sql<Date>`date_trunc('second', now() + make_interval(hours => ${hours}, secs => 1))`,
    })
    .returning(['id', 'takesEffectAt'])
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    ...by,
    action: 'bank change requested',
    subject: `bank change ${id}`,
    details: changesBetween(await shownAccount(tx, account), {
      bankName: account.bankName,
      accountNumberLast4,
      routingNumberLast4,
    }),
  });
  const change = { tenantId, changeId: id };
  if (hours === 0) {
    await applyChange(tx, change, by);
  } else {
    await addJob(tx, applyBankChange, { tenantId, changeId: id.toString() }, { notBefore: takesEffectAt });
    await notifyOfBankChange(tx, change, 'requested');
  }
  return { takesEffectAt, isInForce: hours === 0 };
}

/** Locks the syndicate, so that only one change can be pending. */
const lockSyndicate = (tx: Tx, { tenantId, syndicateId }: PayoutAccount) =>
  tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .forUpdate()
    .executeTakeFirstOrThrow();

async function holdHours(tx: Tx, tenantId: string): Promise<number> {
  const { bankChangeHoldHours } = await tx
    .selectFrom('tenants')
    .select('bankChangeHoldHours')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return bankChangeHoldHours;
}
