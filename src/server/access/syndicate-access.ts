import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from './caller.ts';
import type { RecordUse } from './recorded-use.ts';

/** Everyone sees their own syndicate's book; a manager any of the tenant's. Row-level security keeps other tenants out. */
export function requireSyndicateAccess(caller: Caller, syndicateId: bigint): void {
  if (syndicateId !== caller.syndicateId && !caller.canSwitchSyndicates)
    throw new Refusal('switch_not_allowed');
}

interface View {
  caller: Caller;
  tx: Tx;
  recordUse: RecordUse;
}

/** The same, and that there is such a syndicate in the tenant. */
export async function requireSyndicate(tx: Tx, caller: Caller, syndicateId: bigint): Promise<void> {
  requireSyndicateAccess(caller, syndicateId);
  if (syndicateId === caller.syndicateId) return;
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', caller.tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  if (!syndicate) throw new Refusal('not_found');
}

/** A look at a book. That a manager looked at another syndicate's is recorded. */
export async function viewSyndicate({ caller, tx, recordUse }: View, syndicateId: bigint): Promise<void> {
  await requireSyndicate(tx, caller, syndicateId);
  await recordUse(syndicateId === caller.syndicateId ? null : `syndicate ${syndicateId}`);
}
