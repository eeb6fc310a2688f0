import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { createPlaid } from '../../platform/integrations/bank-provider.ts';
import { addConnectedBank, createDeclinedSubmission, createEndedDeal } from '../../testing/disposal-book.ts';
import { createFundedDeal } from '../../testing/factories.ts';
import { createPlaidAnswers, PLAID_CLIENT } from '../../testing/plaid-server.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { companyOf } from '../../testing/underwriting.ts';
import { dispose } from './dispose.ts';

const plaid = createPlaidAnswers();
let portal: TestPortal;
let provider: Server;
beforeAll(async () => {
  portal = await openTestPortal();
  provider = createServer(plaid.handle).listen(0, '127.0.0.1');
});
afterAll(async () => {
  provider.close();
  await portal.close();
});

type Offer = 'Offer Made' | 'Offer Accepted' | 'Offer Declined' | 'Offer Expired' | 'none';

/** A merchant with a connected bank, whose last use is so many months ago. */
async function merchant(offer: Offer, months: number, connectedMonthsAgo = months): Promise<string> {
  const { owner } = portal.database;
  const { companyId, dealId } = await createDeclinedSubmission(owner, portal.tenantId, months);
  await withTenant(owner, portal.tenantId, (tx) =>
    offer === 'none'
      ? sql`delete from offers where deal_id = ${dealId}`.execute(tx)
      : sql`update offers set status = ${offer} where deal_id = ${dealId}`.execute(tx),
  );
  return connect(companyId, connectedMonthsAgo);
}

const connect = (companyId: bigint, months: number) =>
  addConnectedBank(portal.database.owner, portal.tenantId, { companyId, months, live: plaid.live });

test('BANK-02 access that serves nothing any more ends at the provider and here, 30 days after the last deal or offer', async () => {
  const { owner, db } = portal.database;
  const running = await withTenant(owner, portal.tenantId, async (tx) =>
    companyOf(tx, portal.tenantId, await createFundedDeal(tx, portal.tenantId)),
  );
  const ended = await createEndedDeal(owner, portal.tenantId, portal.syndicateId, 2);
  const justEnded = await createEndedDeal(owner, portal.tenantId, portal.syndicateId, 0);
  const kept = {
    'an offer is open': await merchant('Offer Made', 2),
    'an offer was accepted': await merchant('Offer Accepted', 2),
    'there is no offer yet': await merchant('none', 2),
    'the deal is running': await connect(running, 60),
    'the deal ended a moment ago': await connect(justEnded.companyId, 2),
    'the offer was declined a moment ago': await merchant('Offer Declined', 0),
    'it was connected a moment ago': await merchant('Offer Declined', 2, 0),
  };
  const removed = {
    'the offer was declined': await merchant('Offer Declined', 2),
    'the offer expired': await merchant('Offer Expired', 2),
    'the deal ended': await connect(ended.companyId, 3),
    'the offer was left lying': await merchant('Offer Made', 25),
  };
  expect(await dispose(db, portal.tenantId)).toMatchObject({
    removed: { 'merchants with a connected bank': 4 },
    failedCount: 0,
  });
  const { port } = provider.address() as AddressInfo;
  const bankProvider = createPlaid({
    ...PLAID_CLIENT,
    baseUrl: `http://127.0.0.1:${port}`,
    portalName: 'Portal',
  });
  const worker = await startTestWorker(portal.database, { bankProvider });
  const countKept = () =>
    withTenant(owner, portal.tenantId, (tx) => tx.selectFrom('bankConnections').select('id').execute());
  await expect.poll(async () => (await countKept()).length, { timeout: 20_000 }).toBe(7);
  await worker.stop();
  const isLive = (tokens: Record<string, string>) =>
    Object.entries(tokens).map(([why, token]) => [why, plaid.live.has(token)]);
  expect(isLive(kept)).toEqual(Object.keys(kept).map((why) => [why, true]));
  expect(isLive(removed)).toEqual(Object.keys(removed).map((why) => [why, false]));
});
