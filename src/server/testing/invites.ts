import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createMembership, createSyndicate, createUser } from './factories.ts';
import { createOpenOffer } from './offers.ts';
import { openSession } from './open-session.ts';
import { asMember, postAsMember, type TestApp } from './test-app.ts';

interface Overrides {
  capPercent?: string;
  maxSharePercent?: string;
  offeredSharePercent?: string | null;
}

export interface InvitedDeal {
  tenantId: string;
  dealId: bigint;
  offerId: bigint;
  mid: string;
  name: string;
  /** The invites by syndicate. */
  invites: Map<bigint, { id: bigint; publicId: string }>;
}

/** Creates the golden example's offer of $60,000 to a dentist in Ohio, with an invite for each of these syndicates. */
export async function createInvitedDeal(
  owner: Database,
  tenantId: string,
  syndicateIds: readonly bigint[],
  { capPercent = '100', maxSharePercent = '10', offeredSharePercent = null }: Overrides = {},
): Promise<InvitedDeal> {
  const { dealId, offerId } = await createOpenOffer(owner, tenantId, { commissionPercent: '10' });
  return withTenant(owner, tenantId, async (tx) => {
    const { companyId, mid, name } = await tx
      .updateTable('deals')
      .set({ syndicationCapPercent: capPercent })
      .where('tenantId', '=', tenantId)
      .where('id', '=', dealId)
      .returning(['companyId', 'mid', 'name'])
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('companyAddresses')
      .values({
        tenantId,
        companyId,
        kind: 'Main',
        street: '1 Main St',
        city: 'Akron',
        state: 'OH',
        zip: '44301',
      })
      .execute();
    const invites = await tx
      .insertInto('participationInvites')
      .values(
        syndicateIds.map((syndicateId) => ({
          tenantId,
          syndicateId,
          dealId,
          offerId,
          maxSharePercent,
          offeredSharePercent,
          publicId: `invite-${crypto.randomUUID()}`,
        })),
      )
      .returning(['id', 'publicId', 'syndicateId'])
      .execute();
    const bySyndicate = new Map(invites.map(({ syndicateId, ...invite }) => [syndicateId, invite]));
    return { tenantId, dealId, offerId, mid, name, invites: bySyndicate };
  });
}

/** Creates an investor in a new syndicate, signed in for as long as a test may take. */
export async function createSignedInInvestor(
  owner: Database,
  app: TestApp,
  tenantId: string,
  overrides: Parameters<typeof createUser>[1] = {},
) {
  const userId = await createUser(owner, overrides);
  const syndicateId = await withTenant(owner, tenantId, async (tx) => {
    const id = await createSyndicate(tx, tenantId);
    await createMembership(tx, tenantId, userId, { syndicateId: id });
    return id;
  });
  const accessToken = await openSession(owner, userId);
  return createInvestor(app, { tenantId, syndicateId, accessToken });
}

export type Investor = ReturnType<typeof createInvestor>;

/** An investor's browser on the pages of an invite. */
export function createInvestor(
  app: Pick<TestApp, 'fetch'>,
  { tenantId, syndicateId, accessToken }: { tenantId: string; syndicateId: bigint; accessToken: string },
) {
  const get = (path: string) => app.fetch(path, asMember(accessToken, tenantId));
  const post = (path: string, body: unknown) => app.fetch(path, postAsMember(body, accessToken, tenantId));
  const claimed = ({ dealId }: InvitedDeal) => ({
    deal_id: Number(dealId),
    syndicate_id: Number(syndicateId),
  });
  return {
    syndicateId,
    get,
    post,
    thread: (publicId: string) => get(`/api/invites/${publicId}/thread`),
    invite: (publicId: string) => get(`/api/get_accounting_reply_data/${publicId}`),
    deal: ({ dealId }: InvitedDeal) => get(`/api/get_deal_data_prefund/${dealId}`),
    accept: (deal: InvitedDeal, payPercent: string, others: Record<string, unknown> = {}) =>
      post('/api/prefunding_accept', { ...claimed(deal), payPercent, message: '', ...others }),
    reply: (deal: InvitedDeal, message: string, others: Record<string, unknown> = {}) =>
      post('/api/message_to_accounting', { ...claimed(deal), message, payPercent: 99, ...others }),
  };
}
