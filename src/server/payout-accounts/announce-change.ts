import { sql } from 'kysely';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { applyBankChange } from './apply-bank-change.jobs.ts';
import { applyChange } from './apply-change.ts';
import { tellOfBankChange } from './bank-notices.ts';
import type { PayoutAccount, SealedNumbers } from './bank-numbers.ts';
import { settleChange } from './settled-change.ts';
import { readStanding } from './standing-account.ts';

export interface NewAccount extends PayoutAccount, SealedNumbers {
  bankName: string;
  accountNumberLast4: string;
  routingNumberLast4: string;
  by: Pick<AuditEvent, 'actorId' | 'operator'>;
  /** Without the tenant's wait where no account is in force: no payout went anywhere before. */
  isAtOnceIfFirst?: boolean;
}

export interface Announced {
  takesEffectAt: Date;
  isInForce: boolean;
}

/**
 * Writes down a change that takes effect when the tenant's wait is over, and tells the addresses on file of it. A newer one
 * replaces it and waits as long again, so that nobody can put a change in the place of one that has waited already. Where the
 * tenant has no wait, it is in force with this transaction. May claim the asker: do it last.
 */
export async function announceChange(
  tx: Tx,
  { by, isAtOnceIfFirst = false, ...account }: NewAccount,
): Promise<Announced> {
  const { tenantId, syndicateId, accountNumberLast4, routingNumberLast4 } = account;
  await lockSyndicate(tx, account);
  await settleChange(tx, { tenantId, syndicateId }, 'replaced');
  // Asked under the lock: whoever looked before it may have seen none.
  const isAtOnce = isAtOnceIfFirst && (await readStanding(tx, account)).inForce === null;
  const hours = isAtOnce ? 0 : await holdHours(tx, tenantId);
  const { id, takesEffectAt } = await tx
    .insertInto('bankAccountChanges')
    .values({
      ...account,
      requestedBy: by.actorId,
      takesEffectAt:
        hours === 0
          ? sql<Date>`now()`
          : // In whole seconds, because a job's time has fewer digits than the database's.
            sql<Date>`date_trunc('second', now() + make_interval(hours => ${hours}, secs => 1))`,
    })
    .returning(['id', 'takesEffectAt'])
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    ...by,
    action: 'bank change requested',
    subject: `bank change ${id}`,
    details: { accountNumberLast4, routingNumberLast4 },
  });
  const change = { tenantId, changeId: id };
  if (hours === 0) {
    await applyChange(tx, change, by);
  } else {
    await addJob(tx, applyBankChange, { tenantId, changeId: id.toString() }, { notBefore: takesEffectAt });
    await tellOfBankChange(tx, change, 'requested');
  }
  return { takesEffectAt, isInForce: hours === 0 };
}

/** One change at a time: which one is pending is decided under this lock. */
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
