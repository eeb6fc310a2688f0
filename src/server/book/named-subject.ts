import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { notFoundInTenant } from './not-found-in-tenant.ts';

/**
 * Names something by the portal's id, or by the id that the funder's own system has for it and that an import has stored.
 */
export interface Named {
  id?: bigint | undefined;
  ownId?: string | undefined;
}

const IMPORTED_AS = { offer: 'offers', company: 'companies', deal: 'deals' } as const;

/** The portal's id. The caller checks whether the tenant has a row with that id. */
export async function idOf(
  tx: Tx,
  { tenantId }: { tenantId: string },
  what: keyof typeof IMPORTED_AS,
  { id, ownId }: Named,
): Promise<bigint> {
  if ((id === undefined) === (ownId === undefined))
    throw new Refusal('invalid_request', { message: `Either ${what}_id or ${what} is needed.` });
  if (id !== undefined) return id;
  const known = await tx
    .selectFrom('externalIds')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', IMPORTED_AS[what])
    .where('externalId', '=', ownId ?? '')
    .executeTakeFirst();
  if (!known) throw notFoundInTenant(`${what} ${ownId}`);
  return known.id;
}
