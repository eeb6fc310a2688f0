import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentFrequency } from '../../../shared/domain/offer-terms.ts';
import { PERMISSION_NAMES, type Permission } from '../../../shared/domain/permissions.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createMembership,
  createParticipation,
  createSyndicate,
  createTenant,
  createUser,
} from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, passwords, signInAs } from '../../testing/test-app.ts';
import {
  companyOf,
  createBankAccount,
  createFile,
  createOffer,
  createStatementMonth,
} from '../../testing/underwriting.ts';

const INVESTOR = 'investor@northgate.example';
let portal: TestPortal;
let sheet: { dealId: bigint; companyId: bigint; publicId: string; mid: string };
let accounts: { checking: bigint; payroll: bigint; untouched: bigint };
let fileId: bigint;

beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId, syndicateId } = portal;
  await portal.addInvestor(INVESTOR, { permissions: ['view-fcs'] });
  await portal.addInvestor('plain@northgate.example');
  await withTenant(database.owner, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'HC10001', name: 'Bright Oak' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    const companyId = await companyOf(tx, tenantId, dealId);
    const { publicId } = await tx
      .selectFrom('deals')
      .select('publicId')
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow();
    sheet = { dealId, companyId, publicId, mid: 'HC10001' };
    await tx
      .updateTable('companies')
      .set({
        name: 'Bright Oak Dental LLC',
        dba: 'Bright Oak',
        industry: 'Dental',
        startedMonth: '2019-03-01',
      })
      .where('id', '=', companyId)
      .execute();
    await tx
      .insertInto('companyAddresses')
      .values([
        {
          tenantId,
          companyId,
          kind: 'Mailing',
          street: 'PO Box 9',
          city: 'Akron',
          state: 'OH',
          zip: '44302',
        },
        { tenantId, companyId, kind: 'Main', street: '1 Main St', city: 'Akron', state: 'OH', zip: '44301' },
      ])
      .execute();
    await tx
      .insertInto('companyOwners')
      .values([
        { tenantId, companyId, firstName: 'Bo', lastName: 'Lee', creditScore: null, ownershipPercent: '40' },
        { tenantId, companyId, firstName: 'Ann', lastName: 'Lee', creditScore: 702, ownershipPercent: '60' },
      ])
      .execute();
    accounts = {
      checking: await createBankAccount(tx, tenantId, companyId, 'Checking x1111'),
      payroll: await createBankAccount(tx, tenantId, companyId, 'Payroll x2222'),
      untouched: await createBankAccount(tx, tenantId, companyId, 'Savings x3333'),
    };
    fileId = await createFile(tx, tenantId, { storageKey: 'statement-1' });
    const infected = await createFile(tx, tenantId, { storageKey: 'statement-2', scanStatus: 'infected' });
    const { checking, payroll, untouched } = accounts;
    await createStatementMonth(tx, tenantId, checking, { month: '2026-08-01', fileId });
    await createStatementMonth(tx, tenantId, checking, {
      month: '2026-09-01',
      depositsCents: 10_000_01n,
      netDepositsCents: 7_950_01n,
      numberOfDeposits: 5,
      negativeDays: 0,
      averageBalanceCents: -1_000_00n,
      fileId: infected,
    });
    // 8,888,888.88 must not leave, nor count.
    await createStatementMonth(tx, tenantId, checking, {
      month: '2026-10-01',
      isScrubbed: false,
      netDepositsCents: 8_888_888_88n,
    });
    await createStatementMonth(tx, tenantId, payroll, { month: '2026-09-01', netDepositsCents: 4_000_02n });
    await createStatementMonth(tx, tenantId, untouched, { month: '2026-09-01', isScrubbed: false });
    await tx
      .insertInto('existingAdvances')
      .values([
        advance(tenantId, companyId, { advanceDate: '2026-05-04', dailyPaymentCents: 300_00n }),
        advance(tenantId, companyId, {
          lenderName: 'Old Pier',
          status: 'paid off',
          advanceDate: '2025-01-06',
          previousDealUrl: '/fcs/previous-deal-0001',
        }),
        advance(tenantId, companyId, {
          lenderName: 'Third Wave',
          advanceDate: null,
          originalFundingCents: null,
          paymentFrequency: 'WEEKLY',
          weeklyPaymentCents: 500_00n,
        }),
      ])
      .execute();
    await createOffer(tx, tenantId, dealId, { createdAt: '2026-09-28 18:05:00+00', note: 'No stacking.' });
    await createOffer(tx, tenantId, dealId, { status: 'Offer Declined', amountCents: 75_000_00n });
    await createOffer(tx, tenantId, dealId, { status: 'Offer Made', amountCents: 99_999_00n });
  });
});
afterAll(() => portal.close());

const advance = (
  tenantId: string,
  companyId: bigint,
  values: {
    lenderName?: string;
    status?: string;
    advanceDate: string | null;
    originalFundingCents?: bigint | null;
    paymentFrequency?: PaymentFrequency;
    dailyPaymentCents?: bigint;
    weeklyPaymentCents?: bigint;
    previousDealUrl?: string;
  },
) => ({
  tenantId,
  companyId,
  lenderName: 'Second Street',
  status: 'active',
  originalFundingCents: 25_000_00n,
  balanceCents: 12_000_00n,
  paymentFrequency: 'DAILY' as const,
  dailyPaymentCents: null,
  weeklyPaymentCents: null,
  description: null,
  previousDealUrl: null,
  ...values,
});

const paths = ({ publicId, mid, companyId } = sheet) => ({
  deal: `/api/get_deal_data/${publicId}`,
  company: `/api/company/get_company/${mid}`,
  addresses: `/api/company_address/company_addresses/${companyId}`,
  averages: `/api/filecontrolsheet/getFCSRowsCompanyCalc/${companyId}`,
  offer: `/api/deal_lender/deal_lenders_synd/${mid}`,
  accounts: `/api/company/getCompanyBankAccount/${companyId}`,
  statements: `/api/company/getCompanyBankStm/${companyId}`,
  advances: `/api/mcainformation/mcas/${companyId}`,
  merchants: `/api/company_merchant/merchant_for_company/${companyId}`,
});
type Part = keyof ReturnType<typeof paths>;

async function tokenOf(email: string): Promise<string> {
  return (await signInAs(portal.app, email, PASSWORD)).accessToken;
}

async function read(part: Part): Promise<unknown> {
  const response = await portal.app.fetch(paths()[part], asMember(await tokenOf(INVESTOR), portal.tenantId));
  expect(response.status).toBe(200);
  return response.json();
}

/** What all nine calls answer. */
async function statusesFor(email: string, tenantId = portal.tenantId, of = sheet) {
  const token = await tokenOf(email);
  const answers = Object.values(paths(of)).map((path) => portal.app.fetch(path, asMember(token, tenantId)));
  return (await Promise.all(answers)).map(({ status }) => status);
}
const NINE_FOUND = Array.from({ length: 9 }, () => 200);
const NINE_REFUSED = Array.from({ length: 9 }, () => 404);

describe('what the file control sheet says', () => {
  test('FCS-02 the deal, its company, addresses and owners', async () => {
    const { companyId, dealId, publicId, mid } = sheet;
    expect(await read('deal')).toEqual({
      deal_id: Number(dealId),
      unique_id: publicId,
      contract_MID: mid,
      deal_name: 'Bright Oak',
      fee_split_percent: '0',
      company_id: Number(companyId),
    });
    expect(await read('company')).toEqual({
      id: Number(companyId),
      company_name: 'Bright Oak Dental LLC',
      company_dba: 'Bright Oak',
      company_industry: 'Dental',
      company_started_date: '03/2019',
    });
    expect(await read('addresses')).toMatchObject([
      { company_address_type: 'Main', company_street: '1 Main St', company_state: 'OH' },
      { company_address_type: 'Mailing', company_street: 'PO Box 9', company_zip: '44302' },
    ]);
    expect(await read('merchants')).toMatchObject([
      { merchant_first_name: 'Ann', merchant_credit_score: 702, percentage_of_ownership: '60' },
      { merchant_first_name: 'Bo', merchant_credit_score: null, percentage_of_ownership: '40' },
    ]);
  });

  test('FCS-03 the accounts and their scrubbed months, the newest first; a file only where it is clean', async () => {
    expect(await read('accounts')).toEqual([
      { id: Number(accounts.checking), bank_account_name: 'Checking x1111' },
      { id: Number(accounts.payroll), bank_account_name: 'Payroll x2222' },
      { id: Number(accounts.untouched), bank_account_name: 'Savings x3333' },
    ]);
    const rows = (await read('statements')) as Record<string, unknown>[];
    expect(
      rows.map((row) => [row['bank_account_id'], row['month_name'], row['month_year'], row['file_link']]),
    ).toEqual([
      [Number(accounts.checking), 'September', 2026, null],
      [Number(accounts.checking), 'August', 2026, `/api/filecontrolsheet/statement_files/${fileId}`],
      [Number(accounts.payroll), 'September', 2026, null],
    ]);
    expect(rows[1]).toMatchObject({
      calculate_row: 1,
      month_deposit_amount: '20000.00',
      month_transfer_amount: '1000.00',
      month_other_advances: '500.00',
      month_deduction: '250.00',
      month_net_deposits: '18250.00',
      month_number_of_deposits: 10,
      month_negative_days: 1,
      month_average_balance: '3000.00',
      month_monthly_beginning_balance: '2000.00',
      month_monthly_ending_balance: '4000.00',
    });
  });

  test('FCS-03 CALC-04 the averages of each account, counted by hand', async () => {
    expect(await read('averages')).toEqual([
      {
        bank_account_id: Number(accounts.checking),
        // (20,000.00 + 10,000.01) / 2 = 15,000.005
        month_deposit_amount: '15000.01',
        month_transfer_amount: '1000.00',
        month_other_advances: '500.00',
        month_deduction: '250.00',
        // (18,250.00 + 7,950.01) / 2 = 13,100.005
        month_net_deposits: '13100.01',
        month_number_of_deposits: '7.5',
        month_negative_days: '0.5',
        month_average_balance: '1000.00',
        month_monthly_beginning_balance: '2000.00',
        month_monthly_ending_balance: '4000.00',
      },
      expect.objectContaining({ bank_account_id: Number(accounts.payroll), month_net_deposits: '4000.02' }),
    ]);
  });

  test('FCS-05 the advances, the newest first, with what the file leaves open as null', async () => {
    expect(await read('advances')).toMatchObject([
      {
        lender_name: 'Second Street',
        status: 'active',
        mca_date: '2026-05-04',
        payment_type: 'Daily',
        mca_daily_payment: '300.00',
        mca_weekly_payment: null,
        mca_original_funding_amount: '25000.00',
        mca_balance: '12000.00',
        previous_deal_url: null,
      },
      { lender_name: 'Old Pier', status: 'paid off', previous_deal_url: '/fcs/previous-deal-0001' },
      {
        lender_name: 'Third Wave',
        mca_date: null,
        mca_original_funding_amount: null,
        payment_type: 'Weekly',
        mca_weekly_payment: '500.00',
      },
    ]);
  });

  test('FCS-06 the accepted offer, without what the lender asks of its brokers', async () => {
    expect(await read('offer')).toEqual([
      {
        id: expect.any(Number),
        deal_id: Number(sheet.dealId),
        lender_position_number: 2,
        lender_offer_amount: '60000.00',
        lender_payback_amount: '84000.00',
        lender_payment: '700.00',
        lender_payment_type: 'DAILY',
        lender_factor_rate: '1.4',
        lender_term: 120,
        lender_offer_status: 'Offer Accepted',
        offer_note: 'No stacking.',
        name: 'Harbor Direct',
        created_at: '2026-09-28T18:05:00.000Z',
      },
    ]);
  });

  test('security rule: FCS-03 FCS-06 unscrubbed months and offers that were not accepted never leave the server', async () => {
    for (const part of Object.keys(paths()) as Part[]) {
      const text = JSON.stringify(await read(part));
      for (const secret of ['8888888.88', 'October', '75000.00', '99999.00', 'Offer Made', 'Offer Declined'])
        expect({ part, secret, isThere: text.includes(secret) }).toEqual({ part, secret, isThere: false });
    }
  });

  test('security rule: FCS-05 an address that would run a script is refused by the database, and by the server should it get in', async () => {
    const { owner } = portal.database;
    const { tenantId } = portal;
    const plant = () =>
      withTenant(owner, tenantId, (tx) =>
        tx
          .updateTable('existingAdvances')
          .set({ previousDealUrl: 'javascript:alert(document.domain)' })
          .where('lenderName', '=', 'Second Street')
          .execute(),
      );
    await expect(plant()).rejects.toThrow(/previous_deal_url/);
    await sql`alter table existing_advances drop constraint existing_advances_previous_deal_url_check`.execute(
      owner,
    );
    await plant();
    const advances = await read('advances');
    expect(advances).toMatchObject([{ lender_name: 'Second Street', previous_deal_url: null }, {}, {}]);
    expect(JSON.stringify(advances)).not.toContain('javascript');
  });
});

describe('who may see a file control sheet', () => {
  test('security rule: FCS-01 without the permission the deal is not found, by any of the nine calls', async () => {
    expect(await statusesFor(INVESTOR)).toEqual(NINE_FOUND);
    expect(await statusesFor('plain@northgate.example')).toEqual(NINE_REFUSED);
  });

  test('security rule: FCS-01 the permission counts at once when it is taken away, and when it is given back', async () => {
    const { database, tenantId } = portal;
    const userId = await portal.addInvestor('moody@northgate.example', { permissions: ['view-fcs'] });
    const token = await tokenOf('moody@northgate.example');
    const status = async () => (await portal.app.fetch(paths().deal, asMember(token, tenantId))).status;
    const allow = (permissions: Permission[]) =>
      withTenant(database.owner, tenantId, (tx) =>
        tx.updateTable('memberships').set({ permissions }).where('userId', '=', userId).execute(),
      );
    expect(await status()).toBe(200);
    await allow([]);
    expect(await status()).toBe(404);
    await allow(['view-fcs']);
    expect(await status()).toBe(200);
  });

  test('security rule: FCS-01 DASH-03 a deal that the own syndicate has no part in is not found; a manager finds it while any syndicate has', async () => {
    const { database, tenantId } = portal;
    const other = await withTenant(database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
    await portal.addInvestor('other@eastbank.example', { permissions: ['view-fcs'], syndicateId: other });
    expect(await statusesFor('other@eastbank.example')).toEqual(NINE_REFUSED);

    const manager = { permissions: PERMISSION_NAMES, syndicateId: other };
    await portal.addInvestor('manager@eastbank.example', manager);
    expect(await statusesFor('manager@eastbank.example')).toEqual(NINE_FOUND);
    await portal.addInvestor('manager-without@eastbank.example', {
      ...manager,
      permissions: ['switch-syndicates'],
    });
    expect(await statusesFor('manager-without@eastbank.example')).toEqual(NINE_REFUSED);

    const unsold = await withTenant(database.owner, tenantId, async (tx) => {
      const dealId = await createFundedDeal(tx, tenantId, { mid: 'HC10002' });
      const companyId = await companyOf(tx, tenantId, dealId);
      const { publicId } = await tx
        .selectFrom('deals')
        .select('publicId')
        .where('id', '=', dealId)
        .executeTakeFirstOrThrow();
      return { dealId, companyId, publicId, mid: 'HC10002' };
    });
    expect(await statusesFor('manager@eastbank.example', tenantId, unsold)).toEqual(NINE_REFUSED);
  });

  test('security rule: FCS-01 another tenant’s deal is not found, and its tenant not entered', async () => {
    const { database, tenantId } = portal;
    const elsewhere = await createTenant(database.owner, { name: 'Keystone' });
    const userId = await createUser(database.owner, {
      email: 'far@keystone.example',
      passwordHash: await passwords.hash(PASSWORD),
    });
    await withTenant(database.owner, elsewhere, async (tx) => {
      const syndicateId = await createSyndicate(tx, elsewhere);
      const everything = { syndicateId, permissions: PERMISSION_NAMES };
      await createMembership(tx, elsewhere, userId, everything);
    });
    expect(await statusesFor('far@keystone.example', elsewhere)).toEqual(NINE_REFUSED);
    expect(new Set(await statusesFor('far@keystone.example', tenantId))).toEqual(new Set([403]));
  });

  test('FCS-01 what does not exist is not found', async () => {
    const nothing = { dealId: 0n, publicId: 'no-such-deal', mid: 'NO1', companyId: 999_999_999n };
    expect(await statusesFor(INVESTOR, portal.tenantId, nothing)).toEqual(NINE_REFUSED);
  });
});
