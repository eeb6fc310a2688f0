import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createFundedDeal, createParticipation, createTenant } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { testServices } from '../../testing/services.ts';
import { asMember, signInAs } from '../../testing/test-app.ts';
import {
  companyOf,
  createBankAccount,
  createFile,
  createOffer,
  createStatementMonth,
} from '../../testing/underwriting.ts';

const INVESTOR = 'sheet@northgate.example';
const STATEMENT = Buffer.from('%PDF statement');

let portal: TestPortal;
let tenantId: string;
let dealId: bigint;
let unsold: bigint;
let companyId: bigint;
let publicId: string;
let fileId: bigint;
let infectedId: bigint;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  await portal.addInvestor(INVESTOR, { permissions: ['view-fcs'] });
  const storageKey = `${tenantId}/statements/${crypto.randomUUID()}`;
  await testServices().fileStorage.put(storageKey, STATEMENT, 'application/pdf');
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    dealId = await createFundedDeal(tx, tenantId, { name: 'Bright Oak' });
    unsold = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId: portal.syndicateId });
    companyId = await companyOf(tx, tenantId, dealId);
    ({ publicId } = await tx
      .selectFrom('deals')
      .select('publicId')
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow());
    await tx
      .insertInto('companyOwners')
      .values({
        tenantId,
        companyId,
        firstName: 'Ann',
        lastName: 'Lee',
        creditScore: 702,
        ownershipPercent: '60',
      })
      .execute();
    const account = await createBankAccount(tx, tenantId, companyId, 'Checking x1111');
    fileId = await createFile(tx, tenantId, { storageKey });
    infectedId = await createFile(tx, tenantId, { storageKey: 'elsewhere', scanStatus: 'infected' });
    await createStatementMonth(tx, tenantId, account, { month: '2026-08-01', fileId });
    await createStatementMonth(tx, tenantId, account, { month: '2026-09-01', fileId: infectedId });
    await createOffer(tx, tenantId, dealId);
  });
});
afterAll(() => portal.close());

test('DESK-148 the desk sees the same file control sheet as an investor of the deal, on record', async () => {
  const { status, ...sheet } = await owen.get(`deals/${dealId}/fcs`);
  expect(status).toBe(200);
  const { accessToken } = await signInAs(portal.app, INVESTOR, PASSWORD);
  const asInvestor = async (path: string) =>
    (await portal.app.fetch(`/api/${path}`, asMember(accessToken, tenantId))).json();
  const deal = (await asInvestor(`get_deal_data/${publicId}`)) as { contract_MID: string };
  expect(sheet).toEqual({
    deal,
    company: await asInvestor(`company/get_company/${deal.contract_MID}`),
    addresses: await asInvestor(`company_address/company_addresses/${companyId}`),
    owners: await asInvestor(`company_merchant/merchant_for_company/${companyId}`),
    accounts: await asInvestor(`company/getCompanyBankAccount/${companyId}`),
    statement_months: await asInvestor(`company/getCompanyBankStm/${companyId}`),
    account_averages: await asInvestor(`filecontrolsheet/getFCSRowsCompanyCalc/${companyId}`),
    advances: await asInvestor(`mcainformation/mcas/${companyId}`),
    accepted_offers: await asInvestor(`deal_lender/deal_lenders_synd/${deal.contract_MID}`),
  });
  expect(sheet['owners']).toMatchObject([{ merchant_credit_score: 702 }]);
  expect(sheet['statement_months']).toMatchObject([{ file_link: null }, { month_name: 'August' }]);
  const trail = await trailOf(portal.database, tenantId, `company ${companyId}`);
  expect(trail[0]).toMatchObject({ action: 'deal file viewed', actorId: owen.userId });
  // Also of a deal that no investor has a share in.
  expect((await owen.get(`deals/${unsold}/fcs`)).status).toBe(200);
});

test('DESK-148 a statement of the sheet is downloaded at the desk, each time on record, and none of another deal or not found clean', async () => {
  const fetched = await owen.fetch(`deals/${dealId}/statements/${fileId}`);
  expect(fetched.status).toBe(200);
  expect(Buffer.from(await fetched.arrayBuffer())).toEqual(STATEMENT);
  expect(await trailOf(portal.database, tenantId, `file ${fileId}`)).toMatchObject([
    { action: 'statement file opened', actorId: owen.userId, details: { deal: Number(dealId) } },
  ]);
  for (const path of [
    `deals/${dealId}/statements/${infectedId}`,
    `deals/${unsold}/statements/${fileId}`,
    `deals/999999999/statements/${fileId}`,
  ])
    expect((await owen.fetch(path)).status).toBe(404);
});

test('DESK-148 security rule: the sheet of another tenant’s deal is not found', async () => {
  const elsewhere = await createTenant(portal.database.owner);
  const foreign = await withTenant(portal.database.owner, elsewhere, (tx) => createFundedDeal(tx, elsewhere));
  expect((await owen.get(`deals/${foreign}/fcs`)).status).toBe(404);
});
