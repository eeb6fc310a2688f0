import type { BookFilter } from '../../book/listed-book.queries.ts';
import { idOf, type Named } from '../../book/named-subject.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { findSyndicate } from '../../identity/named-syndicate.ts';
import type { Tx } from '../../platform/db/database.ts';

/** What is asked for, with deals and syndicates by whichever name the funder uses. */
export interface AskedFilter extends Omit<BookFilter, 'dealId' | 'syndicateId'> {
  deal?: Named | undefined;
  /** By its abbreviation or its id. */
  syndicate?: string | undefined;
}

export async function filterOf(
  tx: Tx,
  tenantId: string,
  { deal, syndicate, search, ...filter }: AskedFilter,
): Promise<BookFilter> {
  return {
    ...filter,
    ...(search !== undefined && search !== '' && { search }),
    ...(deal !== undefined && { dealId: await findDeal(tx, tenantId, deal) }),
    ...(syndicate !== undefined && { syndicateId: await findSyndicate(tx, tenantId, syndicate) }),
  };
}

/** A deal that is not there is refused, instead of answered with an empty list. */
async function findDeal(tx: Tx, tenantId: string, named: Named): Promise<bigint> {
  const id = await idOf(tx, { tenantId }, 'deal', named);
  const deal = await tx
    .selectFrom('deals')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!deal) throw notFoundInTenant(`deal ${id}`);
  return deal.id;
}
