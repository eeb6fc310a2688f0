import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createSyndicate, createTenant } from '../../testing/factories.ts';
import { createOpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { findDeals, findOffers, findPayments, matchDeals } from './search.queries.ts';
import { soughtBy } from './sought.ts';

let portal: TestPortal;
let tenantId: string;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
});
afterAll(() => portal.close());

const search = (q: string) => owen.post('search', { q });

async function addDeal(name: string, mid: string, tenant = tenantId) {
  const { owner } = portal.database;
  const { dealId, offerId } = await createOpenOffer(owner, tenant);
  await withTenant(owner, tenant, (tx) =>
    tx.updateTable('deals').set({ name, mid }).where('id', '=', dealId).execute(),
  );
  return { dealId, offerId };
}

const addPayment = (dealId: bigint, reference: string, amountCents: bigint, tenant = tenantId) =>
  withTenant(portal.database.owner, tenant, (tx) =>
    tx
      .insertInto('payments')
      .values({
        tenantId: tenant,
        dealId,
        reference,
        amountCents,
        status: 'cleared',
        clearedDate: '2026-11-12',
      })
      .execute(),
  );

test('DESK-56 deals, offers, investors, people and payments are found, at most five of each, of the own funder only', async () => {
  const { owner } = portal.database;
  const { dealId, offerId } = await addDeal('Hoffman Plumbing & Drain', 'HC10269');
  await addPayment(dealId, 'ACH-7781-A', 687_042n);
  await withTenant(owner, tenantId, (tx) =>
    createSyndicate(tx, tenantId, { name: 'Hoffman Family Office', abbreviation: 'HFO' }),
  );
  await portal.addInvestor('june@hoffman.example', { name: 'June Park' });
  const elsewhere = await createTenant(owner);
  const foreign = await addDeal('Hoffman Elsewhere', 'HC10269', elsewhere);
  await addPayment(foreign.dealId, 'ACH-7781-A', 687_042n, elsewhere);

  const found = await search('hoffMAN');
  expect(found).toMatchObject({
    status: 200,
    deals: [
      {
        deal_id: Number(dealId),
        deal_name: 'Hoffman Plumbing & Drain',
        contract_MID: 'HC10269',
        status: 'Request Price Adjustment',
        investors: 0,
        last_payment: null,
      },
    ],
    offers: [{ offer_id: Number(offerId), amount: '60000.00', state: 'sent' }],
    investors: [{ name: 'Hoffman Family Office', abbreviation: 'HFO' }],
    people: [{ name: 'June Park', email: 'june@hoffman.example' }],
    payments: [],
  });
  expect(await search('drain 0269')).toMatchObject({ deals: [{ contract_MID: 'HC10269' }] });
  for (const typed of ['6870.42', '$6,870.42', 'ACH-7781-A', 'ACH-77'])
    expect(await search(typed)).toMatchObject({
      payments: [{ reference: 'ACH-7781-A', amount: '6870.42', contract_MID: 'HC10269', day: '2026-11-12' }],
    });
  expect(await search('6870.43')).toMatchObject({ deals: [], payments: [], people: [] });
  expect(await search('%')).toMatchObject({ deals: [], investors: [], people: [], payments: [] });
  expect((await search('   ')).status).toBe(400);
});

test('DESK-56 the deal with exactly the typed MID is the first, however many newer ones have it in theirs', async () => {
  await addDeal('Oldest of them', 'ZZ1');
  for (let count = 0; count < 7; count += 1) await addDeal(`Newer ${count}`, `ZZ1${count}`);
  const { deals, offers } = await search('ZZ1');
  expect(deals).toHaveLength(5);
  expect(deals).toMatchObject([{ contract_MID: 'ZZ1' }, { contract_MID: 'ZZ16' }, {}, {}, {}]);
  expect(offers).toHaveLength(5);
});

test('DESK-56 no search reads through payments, and deals are found in one index, under row-level security', async () => {
  const asked: { text: string; parameters: readonly unknown[] }[] = [];
  const onStatement = (text: string, parameters: readonly unknown[]) => asked.push({ text, parameters });
  const db = openDatabase(portal.database.url, { maxConnections: 1, onStatement });
  const plans = await withTenant(db, tenantId, async (tx) => {
    asked.length = 0;
    const sought = soughtBy('6870.42');
    await matchDeals(tx, tenantId, sought);
    await findDeals(tx, tenantId, sought, [1n]);
    await findOffers(tx, tenantId, [1n]);
    await findPayments(tx, tenantId, sought);
    const statements = [...asked];
    // A test's few rows are read faster without an index. What could only be answered that way would still be.
    for (const way of ['seqscan', 'bitmapscan', 'sort'])
      await sql.raw(`set local enable_${way} = off`).execute(tx);
    const told: string[] = [];
    for (const { text, parameters } of statements) {
      const { rows } = await tx.executeQuery<Record<string, string>>({
        ...sql`select 1`.compile(tx),
        sql: `explain (verbose) ${text}`,
        parameters,
      });
      told.push(rows.map((row) => Object.values(row)[0]).join('\n'));
    }
    return told;
  });
  await db.destroy();
  const [matching = '', , , payments = ''] = plans;
  for (const plan of plans) expect(plan).not.toContain('Seq Scan');
  expect(matching).toContain('Index Only Scan using deals_by_search');
  // The text lies in the index: it is not put together again for each deal.
  expect(matching).toContain("strpos((lower(((deals.name || '\n'::text) || deals.mid))), ");
  expect(payments).toMatch(
    /using payments_by_amount on public\.payments[\s\S]*Index Cond: .*amount_cents = /,
  );
  expect(payments).toMatch(
    /using payments_tenant_id_reference_key on public\.payments[\s\S]*Index Cond: .*reference >= /,
  );
});
