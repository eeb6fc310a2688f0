import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Investor } from './caller.ts';
import type { RecordUse } from './recorded-use.ts';

/**
 * A caller with the switch permission may view every syndicate of the tenant, others only their own. Row-level security hides
 * other tenants.
 */
export const viewsEverySyndicate = ({ permissions }: Pick<Investor, 'permissions'>): boolean =>
  permissions.has('switch-syndicates');

export function requireViewable(investor: Investor, syndicateId: bigint): void {
  if (syndicateId !== investor.syndicateId && !viewsEverySyndicate(investor))
    throw new Refusal('switch_not_allowed');
}

interface View {
  caller: Investor;
  tx: Tx;
  recordUse: RecordUse;
}

/** Checks the same, and also that the tenant has such a syndicate. */
export async function requireSyndicate(tx: Tx, investor: Investor, syndicateId: bigint): Promise<void> {
  requireViewable(investor, syndicateId);
  if (syndicateId === investor.syndicateId) return;
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', investor.tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  if (!syndicate) throw new Refusal('not_found');
}

/** Checks a view of a book. A view of another syndicate's book is recorded. */
export async function viewSyndicate({ caller, tx, recordUse }: View, syndicateId: bigint): Promise<void> {
  await requireSyndicate(tx, caller, syndicateId);
  await recordUse(syndicateId === caller.syndicateId ? null : `syndicate ${syndicateId}`);
}
