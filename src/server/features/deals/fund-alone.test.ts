import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createInvitedDeal, createSignedInInvestor } from '../../testing/invites.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let tenantId: string;
let ingrid: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  ingrid = await sitDown(portal, 'Ingrid Moss', { role: 'accounting' });
});
afterAll(() => portal.close());

const asOwner = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.owner, tenantId, work);
const newUnderwriter = (name: string) => sitDown(portal, name, { role: 'underwriter' });
const setLimit = (fundingLimitDollars: number) =>
  asOwner((tx) =>
    tx.updateTable('tenants').set({ fundingLimitDollars }).where('id', '=', tenantId).execute(),
  );

/** A deal of $60,000.00 whose offer is accepted, with a share of 10 %. */
async function acceptedDeal() {
  const investor = await createSignedInInvestor(portal.database.owner, portal.app, tenantId);
  const deal = await createInvitedDeal(portal.database.owner, tenantId, [investor.syndicateId]);
  expect((await investor.accept(deal, '10')).status).toBe(200);
  await asOwner((tx) =>
    sql`update offers set status = 'Offer Accepted' where id = ${deal.offerId}`.execute(tx),
  );
  return { deal, investor, path: `submissions/${deal.offerId}/funding` };
}
const shown = async (by: AtDesk, path: string) => {
  const preview = await by.post(`${path}/preview`);
  return { preview, body: { fingerprint: preview['fingerprint'] } };
};
const refused = { status: 403, code: 'second_person_needed' };

test('DESK-182 one person funds up to the limit of a day', async () => {
  await setLimit(59_999);
  const renee = await newUnderwriter('Renee Ash');
  const [first, second] = [await acceptedDeal(), await acceptedDeal()];
  const { preview, body } = await shown(renee, first.path);
  expect(preview).toMatchObject({
    ...{ second_person: 'over limit', limit_dollars: 59_999, deciders: ['Ingrid Moss'] },
    effects: [{ syndicate_id: Number(first.investor.syndicateId), before: '0.00' }],
  });
  expect(await renee.post(first.path, body)).toMatchObject(refused);
  expect(await renee.get(`deals/${first.deal.dealId}`)).toMatchObject({ terms: null, shares: [] });
  await setLimit(60_000);
  expect((await renee.post(first.path, body)).status).toBe(200);
  const other = await shown(renee, second.path);
  expect(other.preview).toMatchObject({
    second_person: 'over limit of the day',
    moved_today: '60000.00',
  });
  expect(await renee.post(second.path, other.body)).toMatchObject(refused);
});

test('DESK-182 of two fundings at once by one person, which are over the limit together, one is done', async () => {
  await setLimit(100_000);
  const renee = await newUnderwriter('Noah Reed');
  const deals = [await acceptedDeal(), await acceptedDeal()];
  const asked = [];
  for (const { path } of deals) asked.push({ path, body: (await shown(renee, path)).body });
  const answers = await Promise.all(asked.map(({ path, body }) => renee.post(path, body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test('DESK-182 what is over the limit is funded when somebody else approves exactly what was shown', async () => {
  await setLimit(25_000);
  const renee = await newUnderwriter('Ines Cole');
  const { deal, investor, path } = await acceptedDeal();
  const { body } = await shown(renee, path);
  const asking = { ...body, reason: 'Contract signed' };
  expect(await renee.post(`${path}/ask`, { ...asking, fingerprint: 'a'.repeat(32) })).toMatchObject({
    code: 'funding_changed_meanwhile',
  });
  const { approval_id: approvalId } = await renee.post(`${path}/ask`, asking);
  expect((await ingrid.get('approvals'))['approvals']).toMatchObject([
    {
      kind: 'fund deal',
      address: `/desk/submissions/${deal.offerId}`,
      facts: [
        { label: 'Deal' },
        { label: 'Funding amount', value: '$60,000.00' },
        { label: 'Net to the merchant', value: '$60,000.00' },
        { label: 'Funded on', value: 'The day of approval' },
        { label: 'Agreement', value: 'None attached' },
      ],
      effects: [{ before: '0.00' }],
    },
  ]);
  expect((await renee.post(`approvals/${approvalId}/approve`)).status).toBe(403);
  const fee = (percent: number) =>
    asOwner((tx) =>
      sql`
        update syndicates set management_fee_percent = ${percent}
        where tenant_id = ${tenantId}::uuid and id = ${investor.syndicateId}`.execute(tx),
    );
  await fee(7);
  expect(await ingrid.post(`approvals/${approvalId}/approve`)).toMatchObject({
    code: 'funding_changed_meanwhile',
  });
  await fee(4);
  const answers = await Promise.all([1, 2].map(() => ingrid.post(`approvals/${approvalId}/approve`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await ingrid.get(`deals/${deal.dealId}`)).toMatchObject({
    status: 'Active Advance',
    shares: [{ share_percent: '10' }],
    statuses: [{ reason: 'Funded (Ines Cole asked)', changed_by: 'Ingrid Moss' }],
  });
});
