import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPES } from '../../shared/contract/scopes.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createFundedDeal, createSyndicate, createTenant } from '../testing/factories.ts';
import { noCaptcha } from '../testing/no-captcha.ts';
import { createOpenOffer } from '../testing/offers.ts';
import { operatorOf, type TestOperator } from '../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { testServices } from '../testing/services.ts';
import { companyOf, createBankAccount, createFile, createStatementMonth } from '../testing/underwriting.ts';
import { type Common, createEverything, type Presentable } from './everything-outstanding.ts';
import { type Cell, INVALIDATION } from './invalidation-table.ts';
import { makeGuest } from './more-outstanding.ts';
import { EVENTS_OF_ACTIONS, OUTSTANDING, REVOKING_EVENTS, type RevokingEvent } from './outstanding.ts';
import { REVOKE } from './revoke.ts';

let portal: TestPortal;
let operator: TestOperator;
let common: Common;
beforeAll(async () => {
  portal = await openTestPortal({ captcha: noCaptcha });
  operator = await operatorOf(portal, [...SCOPES]);
  const { tenantId, database } = portal;
  const { offerId } = await createOpenOffer(database.owner, tenantId);
  const storageKey = `${tenantId}/statements/august.pdf`;
  await testServices().fileStorage.put(storageKey, Buffer.from('%PDF-1.3 August %%EOF'), 'application/pdf');
  const other = await createTenant(database.owner);
  const elsewhere = {
    tenantId: other,
    syndicateId: await withTenant(database.owner, other, (tx) => createSyndicate(tx, other)),
  };
  common = await withTenant(database.owner, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId);
    const companyId = await companyOf(tx, tenantId, dealId);
    const accountId = await createBankAccount(tx, tenantId, companyId);
    const fileId = await createFile(tx, tenantId, { storageKey, name: 'August.pdf' });
    await createStatementMonth(tx, tenantId, accountId, { month: '2026-08-01', fileId });
    return { dealId, fileId, offerId, companyId, elsewhere };
  });
});
afterAll(() => portal.close());

const isTried = (name: string, cell: Cell): name is Presentable =>
  name !== 'signed upload address' && !cell.startsWith('never');

/** The cells of the event that turn out otherwise than the table says, and how many were tried. */
async function tryEvent(event: RevokingEvent): Promise<{ holes: string[]; tried: number }> {
  const cells = INVALIDATION[event];
  const hasSecondFactor = !cells['sign-in challenge'].startsWith('never');
  const everything = await createEverything(portal, common, { hasSecondFactor });
  await REVOKE[event]({ portal, operator, everything });
  const holes: string[] = [];
  let tried = 0;
  for (const [name, isUsable] of Object.entries(everything.present)) {
    const cell = cells[name as Presentable];
    if (!isTried(name, cell)) continue;
    tried += 1;
    const found = (await isUsable()) ? 'stays' : 'ends';
    if (!cell.startsWith(found)) holes.push(`${event}, ${name}: ${found}, and should: ${cell}`);
  }
  return { holes, tried };
}

test('ACCESS-03 everything that is set up can be used while nothing happens', async () => {
  const { present } = await createEverything(portal, common, { hasSecondFactor: true });
  const useless: string[] = [];
  for (const [name, isUsable] of Object.entries(present)) if (!(await isUsable())) useless.push(name);
  expect(useless).toEqual([]);
});

test('ACCESS-03 GUEST-05 what a guest can have outstanding can be used while nothing happens', async () => {
  const everything = await createEverything(portal, common, { hasSecondFactor: true });
  await makeGuest(portal, everything);
  const useless: string[] = [];
  for (const [name, isUsable] of Object.entries(everything.present))
    if (isTried(name, INVALIDATION['the guest is ended'][name as Presentable]) && !(await isUsable()))
      useless.push(name);
  expect(useless).toEqual([]);
});

test('ACCESS-03 security rule: every revoking event ends what the table says, and nothing else', async () => {
  const results: Awaited<ReturnType<typeof tryEvent>>[] = [];
  for (let at = 0; at < REVOKING_EVENTS.length; at += 4)
    results.push(...(await Promise.all(REVOKING_EVENTS.slice(at, at + 4).map(tryEvent))));
  const holes = results.flatMap((result) => result.holes);
  const tried = results.reduce((sum, result) => sum + result.tried, 0);
  const size = `${REVOKING_EVENTS.length} events x ${OUTSTANDING.length} things`;
  process.stdout.write(`invalidation table: ${size}, ${tried} cells tried, ${holes.length} holes\n`);
  expect(holes).toEqual([]);
});

test('ACCESS-03 what the table leaves to other tests is tried there', () => {
  const named = Object.values(EVENTS_OF_ACTIONS)
    .map((events) => (typeof events === 'string' ? /^tried in ([^:]+):/.exec(events)?.[1] : undefined))
    .filter((file) => file !== undefined);
  expect(named.filter((file) => !existsSync(join(import.meta.dirname, '..', file)))).toEqual([]);
});
