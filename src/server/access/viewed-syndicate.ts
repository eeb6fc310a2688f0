import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { BookReader, Investor } from './caller.ts';
import type { RecordUse } from './recorded-use.ts';

/**
 * A caller with the switch permission may view every syndicate of the tenant, others only their own. Row-level security hides
 * other tenants.
 */
export const viewsEverySyndicate = ({ permissions }: Pick<Investor, 'permissions'>): boolean =>
  permissions.has('switch-syndicates');

/** A guest views what the called endpoint opens to them. */
export function requireViewable(reader: BookReader, syndicateId: bigint): void {
  if (reader.kind === 'guest') {
    if (!reader.opened.some((book) => book.syndicateId === syndicateId))
      throw new Refusal('guest_part_closed');
  } else if (syndicateId !== reader.syndicateId && !viewsEverySyndicate(reader))
    throw new Refusal('switch_not_allowed');
}

interface View {
  caller: BookReader;
  tx: Tx;
  recordUse: RecordUse;
}

/** Checks the same, and also that the tenant has such a syndicate. */
export async function requireSyndicate(tx: Tx, reader: BookReader, syndicateId: bigint): Promise<void> {
  requireViewable(reader, syndicateId);
  if (reader.kind === 'guest' || syndicateId === reader.syndicateId) return;
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', reader.tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  if (!syndicate) throw new Refusal('not_found');
}

/** Checks a view of a book. A view of a book that is not the caller's own syndicate's is recorded. */
export async function viewSyndicate({ caller, tx, recordUse }: View, syndicateId: bigint): Promise<void> {
  await requireSyndicate(tx, caller, syndicateId);
  const isOwn = caller.kind === 'investor' && syndicateId === caller.syndicateId;
  await recordUse(isOwn ? null : `syndicate ${syndicateId}`);
}
