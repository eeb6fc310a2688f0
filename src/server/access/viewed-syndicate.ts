import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Investor } from './caller.ts';
import type { RecordUse } from './recorded-use.ts';

/** Whoever may switch looks at any syndicate of the tenant; the others at their own. Row-level security keeps other tenants out. */
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

/** The same, and that there is such a syndicate in the tenant. */
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

/** A look at a book. That a manager looked at another syndicate's is recorded. */
export async function viewSyndicate({ caller, tx, recordUse }: View, syndicateId: bigint): Promise<void> {
  await requireSyndicate(tx, caller, syndicateId);
  await recordUse(syndicateId === caller.syndicateId ? null : `syndicate ${syndicateId}`);
}
