import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Viewer } from './fcs.policy.ts';

/** The deals whose files this viewer may see: those in which their syndicate has a share. */
function viewedDeals(tx: Tx, { tenantId, syndicateId }: Viewer) {
  const deals = tx.selectFrom('deals as deal').where('deal.tenantId', '=', tenantId);
  return deals.where(({ exists, selectFrom }) => {
    const sold = selectFrom('participations as p')
      .select('p.id')
      .where('p.tenantId', '=', tenantId)
      .whereRef('p.dealId', '=', 'deal.id');
    return exists(syndicateId === 'any' ? sold : sold.where('p.syndicateId', '=', syndicateId));
  });
}

export async function findDeal(tx: Tx, viewer: Viewer, by: { publicId: string } | { mid: string }) {
  const deals = viewedDeals(tx, viewer).select([
    'deal.id',
    'deal.publicId',
    'deal.mid',
    'deal.name',
    'deal.feeSplitPercent',
    'deal.companyId',
  ]);
  const named =
    'mid' in by ? deals.where('deal.mid', '=', by.mid) : deals.where('deal.publicId', '=', by.publicId);
  const deal = await named.executeTakeFirst();
  if (!deal) throw new Refusal('not_found');
  return deal;
}

/** A viewer may see a company if they have a share in one of its deals. */
export async function requireCompany(tx: Tx, viewer: Viewer, companyId: bigint): Promise<void> {
  const deal = await viewedDeals(tx, viewer)
    .select('deal.id')
    .where('deal.companyId', '=', companyId)
    .limit(1)
    .executeTakeFirst();
  if (!deal) throw new Refusal('not_found');
}
