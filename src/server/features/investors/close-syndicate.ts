import { sql } from 'kysely';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { endGuestsOfSyndicate } from '../../identity/guests.ts';
import { type AuditEvent, recordAudit } from '../../platform/audit/audit.ts';
import { changesBetween } from '../../platform/audit/changes.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

interface WhichSyndicate {
  tenantId: string;
  syndicateId: bigint;
}

/**
 * From now on the syndicate is invited to nothing and takes no share. Its deals go on: what it is owed is paid out as before, and its people
 * see it until they are closed as well. Its guests see nothing any more.
 */
export async function closeSyndicate(
  tx: Tx,
  which: WhichSyndicate,
  reason: string,
  operator: Operator,
): Promise<void> {
  const closing = { closedAt: sql<Date>`now()`, closedBy: operator.name, closedReason: reason };
  if (!(await update(tx, which, closing, 'open'))) throw new Refusal('syndicate_closed');
  const details = { ...changesBetween({ isClosed: false }, { isClosed: true }), reason };
  await record(tx, 'syndicate closed', which, operator, details);
  await endGuestsOfSyndicate(tx, which, { actorId: null, operator });
}

export async function reopenSyndicate(tx: Tx, which: WhichSyndicate, operator: Operator): Promise<void> {
  const opening = { closedAt: null, closedBy: null, closedReason: null };
  if (!(await update(tx, which, opening, 'closed'))) throw new Refusal('syndicate_open');
  const details = changesBetween({ isClosed: true }, { isClosed: false });
  await record(tx, 'syndicate reopened', which, operator, details);
}

interface Closing {
  closedAt: ReturnType<typeof sql<Date>> | null;
  closedBy: string | null;
  closedReason: string | null;
}

/** False when it was so before: of several at once, only one gets true. */
async function update(
  tx: Tx,
  { tenantId, syndicateId }: WhichSyndicate,
  values: Closing,
  whileIt: 'open' | 'closed',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('syndicates')
    .set(values)
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .where('closedAt', whileIt === 'open' ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  const there = await tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  if (!there) throw notFoundInTenant(`syndicate ${syndicateId}`);
  return false;
}

const record = (
  tx: Tx,
  action: 'syndicate closed' | 'syndicate reopened',
  { syndicateId }: WhichSyndicate,
  operator: Operator,
  details: NonNullable<AuditEvent['details']>,
) => recordAudit(tx, { actorId: null, operator, action, subject: `syndicate ${syndicateId}`, details });
