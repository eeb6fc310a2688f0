import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { parseMoney } from '../../shared/domain/money.ts';
import { postPayments } from '../ledger/post-payments.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createPlaid } from '../platform/integrations/bank-provider.ts';
import { createBankLink } from '../testing/bank-links.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../testing/factories.ts';
import { createInvitedDeal } from '../testing/invites.ts';
import { createCategory, createOpenOffer } from '../testing/offers.ts';
import { createPlaidAnswers, PLAID_CLIENT } from '../testing/plaid-server.ts';
import { openTestPortal } from '../testing/portal.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { companyOf, createBankAccount, createOffer, createStatementMonth } from '../testing/underwriting.ts';

export const MANAGER = 'dana@northgate.example';
export const FORGETFUL = 'frank@northgate.example';

export type OlderBook = Awaited<ReturnType<typeof createBook>>;

/** Starts a portal that holds one of everything that the older portal's calls are about. */
export async function openOlderBook() {
  const plaid = createPlaidAnswers();
  const provider = createServer(plaid.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => provider.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const portal = await openTestPortal({
    bankProvider: createPlaid({ ...PLAID_CLIENT, baseUrl, portalName: 'Syndicate Portal' }),
  });
  const worker = await startTestWorker(portal.database);
  return {
    portal,
    book: await createBook(portal),
    async close() {
      await worker.stop();
      await portal.close();
      provider.close();
    },
  };
}

async function createBook({ database, tenantId, syndicateId, addInvestor }: Portal) {
  const { owner } = database;
  await addInvestor(MANAGER, { permissions: ['view-fcs', 'switch-syndicates'] });
  await addInvestor(FORGETFUL);
  const deal = await withTenant(owner, tenantId, (tx) => createDeal(tx, tenantId, syndicateId));
  const others = await withTenant(owner, tenantId, (tx) =>
    createSyndicate(tx, tenantId, { name: 'Bluewater' }),
  );
  await addInvestor('sam@bluewater.example', { syndicateId: others });
  const invited = await createInvitedDeal(owner, tenantId, [syndicateId], { offeredSharePercent: '5' });
  return {
    ...deal,
    offer: await createOpenOffer(owner, tenantId),
    categoryId: await createCategory(owner, tenantId),
    invited,
    invite: invited.invites.get(syndicateId) ?? { id: 0n, publicId: '' },
    bankLink: await createBankLink(owner, tenantId),
  };
}

type Portal = Awaited<ReturnType<typeof openTestPortal>>;

async function createDeal(tx: Tx, tenantId: string, syndicateId: bigint) {
  const mid = 'HC2077';
  const dealId = await createFundedDeal(tx, tenantId, { mid });
  await createParticipation(tx, tenantId, { dealId, syndicateId });
  const date = calendarDate('2026-11-12');
  const payment = { reference: 'first', dealId, amount: parseMoney('700'), date } as const;
  await postPayments(tx, tenantId, [{ ...payment, result: 'cleared' }], date);
  const companyId = await companyOf(tx, tenantId, dealId);
  const ofCompany = { tenantId, companyId };
  await tx
    .insertInto('companyAddresses')
    .values({ ...ofCompany, kind: 'Main', street: '1 Main St', city: 'Akron', state: 'OH', zip: '44301' })
    .execute();
  await tx
    .insertInto('companyOwners')
    .values({ ...ofCompany, firstName: 'Ann', lastName: 'Lee', ownershipPercent: '100' })
    .execute();
  await createOffer(tx, tenantId, dealId);
  await tx
    .insertInto('existingAdvances')
    .values([
      { ...ofCompany, lenderName: 'Harbor Direct', status: 'Open', advanceDate: '2026-10-01' },
      { ...ofCompany, lenderName: 'Delta Advance', status: 'paid off', advanceDate: '2025-10-01' },
    ])
    .execute();
  await tx
    .insertInto('dealNotes')
    .values({ tenantId, dealId, authorName: 'Ana', bodyHtml: '<p>Called.</p>', kind: 'Collection' })
    .execute();
  const accountId = await createBankAccount(tx, tenantId, companyId);
  await createStatementMonth(tx, tenantId, accountId, { month: '2026-08-01' });
  const { publicId } = await tx
    .selectFrom('deals')
    .select('publicId')
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow();
  return { mid, dealPublicId: publicId, companyId };
}
