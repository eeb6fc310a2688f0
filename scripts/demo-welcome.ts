// Prints a link to an offer that waits for the demo's broker: node scripts/demo-offer-link.ts
// Reads DATABASE_URL and PUBLIC_ORIGIN.
import { withTenant } from '../src/server/db/transactions.ts';
import { requireTenant, withDatabase } from '../src/server/operator/command.ts';
import { linkCommand } from '../src/server/operator/link.ts';

const FUNDER = 'harbor';
const BROKER = 'tessa@brightpath.example';

const offer = await withDatabase(async (db) => {
  const { id: tenantId } = await requireTenant(db, FUNDER);
  return withTenant(db, tenantId, (tx) =>
    tx
      .selectFrom('offers as offer')
      .innerJoin('deals as deal', (join) =>
        join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
      )
      .innerJoin('brokers as broker', (join) =>
        join.onRef('broker.tenantId', '=', 'deal.tenantId').onRef('broker.id', '=', 'deal.brokerId'),
      )
      .select('offer.id')
      .where('offer.tenantId', '=', tenantId)
      .where('offer.status', '=', 'Offer Made')
      .where('broker.email', '=', BROKER)
      .orderBy('offer.id')
      .executeTakeFirst(),
  );
});
if (offer) await linkCommand.run(['offer', '--tenant', FUNDER, '--offer', String(offer.id)]);
else console.log('(none any more: every offer of the demo has been accepted)');
