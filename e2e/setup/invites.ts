import { sql } from 'kysely';
import { netBalance } from '../../src/server/ledger/standings/watched-shares.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { claim, withTenant } from '../../src/server/platform/db/transactions.ts';
import { createSyndicate, createUser } from '../../src/server/testing/factories.ts';
import { createInvitedDeal, type InvitedDeal } from '../../src/server/testing/invites.ts';
import { ENDED_STATUSES } from '../../src/shared/domain/deal-status.ts';
import { databaseUrl, HARBOR_CAPITAL } from './environment.ts';

export type Invites = ReturnType<typeof openInvites>;

/** Invites of Northgate Partners made for one test each, into $60,000 at 1.42 over 120 days with 10 % commission. */
export function openInvites() {
  const owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 2 });
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(owner, HARBOR_CAPITAL, work);
  const northgate = () =>
    inTenant((tx) =>
      tx
        .selectFrom('syndicates')
        .select(['id', 'syndicationFeePercent', 'managementFeePercent'])
        .where('name', '=', 'Northgate Partners')
        .executeTakeFirstOrThrow(),
    );
  const inviteOf = ({ invites }: InvitedDeal, syndicateId: bigint) => {
    const invite = invites.get(syndicateId);
    if (!invite) throw new Error('The syndicate has no invite to this deal.');
    return invite;
  };
  return {
    northgate,
    async create(overrides: Parameters<typeof createInvitedDeal>[3] = {}) {
      const { id: own } = await northgate();
      const other = await inTenant((tx) =>
        createSyndicate(tx, HARBOR_CAPITAL, {
          name: `Rival ${crypto.randomUUID()}`,
          abbreviation: crypto.randomUUID().slice(0, 12),
        }),
      );
      const deal = await createInvitedDeal(owner, HARBOR_CAPITAL, [own, other], overrides);
      return { ...deal, own, other, ownId: inviteOf(deal, own).id, publicId: inviteOf(deal, own).publicId };
    },
    /** What the open deals of Northgate Partners will still pay, after fees. */
    async exposure(): Promise<{ total: bigint }> {
      const { id } = await northgate();
      const { rows } = await inTenant((tx) =>
        sql<{ total: bigint }>`
          select sum(${netBalance})::bigint as total from participation_totals total
          join participations p on p.tenant_id = total.tenant_id and p.id = total.participation_id
          where total.syndicate_id = ${id} and total.deal_status <> all(${ENDED_STATUSES}::text[])`.execute(
          tx,
        ),
      );
      const [{ total } = { total: 0n }] = rows;
      return { total };
    },
    /** Another user of the syndicate answers first. */
    async takeFor(deal: InvitedDeal, syndicateId: bigint, sharePercent: string): Promise<void> {
      const name = crypto.randomUUID();
      const acceptedBy = await createUser(owner, { loginName: name, email: `${name}@rival.example` });
      await inTenant(async (tx) => {
        await claim(tx, { userId: acceptedBy });
        await tx
          .insertInto('preFundingAcceptances')
          .values({
            tenantId: HARBOR_CAPITAL,
            sharePercent,
            acceptedBy,
            inviteId: inviteOf(deal, syndicateId).id,
            participationAmountCents: 0n,
          })
          .execute();
      });
    },
    /** Marks the deal as funded. */
    close: ({ dealId }: InvitedDeal) =>
      inTenant((tx) =>
        tx.updateTable('deals').set({ status: 'Active Advance' }).where('id', '=', dealId).execute(),
      ),
    read: ({ ownId }: { ownId: bigint }) =>
      inTenant(async (tx) => ({
        acceptances: await tx
          .selectFrom('preFundingAcceptances')
          .select(['sharePercent', 'participationAmountCents', 'messageHtml'])
          .where('inviteId', '=', ownId)
          .execute(),
        replies: await tx
          .selectFrom('adjustmentRequests')
          .select(['sharePercent', 'messageHtml'])
          .where('inviteId', '=', ownId)
          .execute(),
      })),
    end: () => owner.destroy(),
  };
}
