import { openDatabase } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { createOpenOffer, type OpenOffer } from '../../src/server/testing/offers.ts';
import { databaseUrl, HARBOR_CAPITAL } from './environment.ts';

export const addressOf = ({ offerId, token }: OpenOffer): string => `/offer/${offerId}/${token}`;

/** Offers made for one test each, $60,000 at a buy rate of 1.30 over 120 days with up to 12 % for the broker. */
export function openOffers() {
  const owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 2 });
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(owner, HARBOR_CAPITAL, work);
  return {
    create: (overrides?: Parameters<typeof createOpenOffer>[2]) =>
      createOpenOffer(owner, HARBOR_CAPITAL, overrides),
    /** What an acceptance stores. */
    read: ({ offerId, dealId }: OpenOffer) =>
      inTenant(async (tx) => {
        const offer = await tx
          .selectFrom('offers')
          .select(['status', 'commissionPercent', 'factorRate', 'paybackAmountCents', 'paymentCents'])
          .where('id', '=', offerId)
          .executeTakeFirstOrThrow();
        const notes = await tx
          .selectFrom('dealNotes')
          .select(['kind', 'bodyHtml'])
          .where('dealId', '=', dealId)
          .orderBy('id')
          .execute();
        const files = await tx
          .selectFrom('files')
          .select(['name', 'scanStatus'])
          .where('dealId', '=', dealId)
          .orderBy('name')
          .execute();
        return { offer, notes, files };
      }),
    expire: ({ offerId }: OpenOffer) =>
      inTenant((tx) =>
        tx
          .updateTable('capabilityLinks')
          .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
          .where('subjectId', '=', offerId)
          .where('kind', '=', 'offer')
          .execute(),
      ),
    reprice: ({ offerId }: OpenOffer) =>
      inTenant((tx) =>
        tx
          .updateTable('offers')
          .set((eb) => ({ version: eb('version', '+', 1), amountCents: 5_000_000n }))
          .where('id', '=', offerId)
          .execute(),
      ),
    close: () => owner.destroy(),
  };
}

export type Offers = ReturnType<typeof openOffers>;
