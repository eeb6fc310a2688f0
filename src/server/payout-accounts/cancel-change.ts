import type { SettledBecause } from '../../shared/domain/bank-account.ts';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import { changesBetween } from '../platform/audit/changes.ts';
import type { Tx } from '../platform/db/database.ts';
import { notifyOfBankChange } from './bank-notices.ts';
import { settleChange, type WhichChange } from './settle-change.ts';

export type CancelledBy = Pick<AuditEvent, 'actorId' | 'operator'>;

/**
 * Cancels the pending change and tells the addresses on file. False when none is pending. Telling them claims the requesting
 * user or the list of members, so this must come last.
 */
export async function cancelChange(
  tx: Tx,
  which: WhichChange,
  because: SettledBecause,
  by: CancelledBy,
): Promise<boolean> {
  const { tenantId } = which;
  const changeId = await settleChange(tx, which, 'cancelled', because);
  if (changeId === null) return false;
  await recordAudit(tx, {
    ...by,
    action: 'bank change cancelled',
    subject: `bank change ${changeId}`,
    details: { because, ...changesBetween({ state: 'pending' }, { state: 'cancelled' }) },
  });
  await notifyOfBankChange(tx, { tenantId, changeId }, 'cancelled');
  return true;
}
