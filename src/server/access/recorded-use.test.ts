import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/all.ts';
import { AUDIT_ACTIONS } from '../../shared/contract/audit-actions.ts';
import { type Endpoint, isReading } from '../../shared/contract/endpoint.ts';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../testing/factories.ts';
import { createOpenOffer } from '../testing/offers.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { postPayment } from '../testing/posting.ts';
import { asMember, postAsMember, signInAs } from '../testing/test-app.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { companyOf } from '../testing/underwriting.ts';

const MANAGER = 'manager@northgate.example';
const PLAIN = 'plain@northgate.example';
let portal: TestPortal;
let sheet: { publicId: string; companyId: bigint };
let otherSyndicate: bigint;
let tokens: Record<'manager' | 'plain', string>;

beforeAll(async () => {
  portal = await openTestPortal();
  const { app, database, tenantId, syndicateId } = portal;
  await portal.addInvestor(MANAGER, { permissions: ['view-fcs', 'switch-syndicates'] });
  await portal.addInvestor(PLAIN);
  await withTenant(database.owner, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'HC10001' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    await postPayment(tx, tenantId, {
      dealId,
      reference: 'first',
      amount: 70_000n,
      clearedDate: calendarDate('2026-11-02'),
      postedOn: calendarDate('2026-11-02'),
    });
    const { publicId } = await tx
      .selectFrom('deals')
      .select('publicId')
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow();
    sheet = { publicId, companyId: await companyOf(tx, tenantId, dealId) };
    otherSyndicate = await createSyndicate(tx, tenantId);
  });
  const tokenOf = async (email: string) => (await signInAs(app, email, PASSWORD)).accessToken;
  tokens = { manager: await tokenOf(MANAGER), plain: await tokenOf(PLAIN) };
});
afterAll(() => portal.close());

const get = (path: string, who: keyof typeof tokens = 'manager') =>
  portal.app.fetch(path, asMember(tokens[who], portal.tenantId));
const post = (path: string, body: object, who: keyof typeof tokens = 'manager') =>
  portal.app.fetch(path, postAsMember(body, tokens[who], portal.tenantId));
const trail = (subject?: string) => trailOf(portal.database, portal.tenantId, subject);

/** Moves every recorded view into the past, so that the next one is recorded as a new event. */
const letTimePass = () =>
  withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    await sql`update audit_events set at = at - interval '11 minutes'`.execute(tx);
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
  });

/** The later calls of the page, which need only the company's id. */
const parts = () =>
  [
    'company_address/company_addresses',
    'company_merchant/merchant_for_company',
    'company/getCompanyBankAccount',
    'company/getCompanyBankStm',
    'filecontrolsheet/getFCSRowsCompanyCalc',
    'mcainformation/mcas',
  ].map((path) => get(`/api/${path}/${sheet.companyId}`));

describe('OPS-04 a deal’s file', () => {
  test('is one event for a page of nine calls, and another when it is opened again later', async () => {
    expect((await get(`/api/get_deal_data/${sheet.publicId}`)).status).toBe(200);
    const byMid = ['company/get_company', 'deal_lender/deal_lenders_synd'].map((path) =>
      get(`/api/${path}/HC10001`),
    );
    for (const answer of await Promise.all([...byMid, ...parts()])) expect(answer.status).toBe(200);
    const viewed = (await trail(`company ${sheet.companyId}`)).filter(
      ({ action }) => action === 'deal file viewed',
    );
    expect(viewed).toEqual([
      expect.objectContaining({ details: { deal: expect.any(Number), session: expect.any(String) } }),
    ]);
    await letTimePass();
    expect((await get(`/api/get_deal_data/${sheet.publicId}`)).status).toBe(200);
    expect(await trail(`company ${sheet.companyId}`)).toHaveLength(2);
  });

  test('is recorded whichever call is asked first, once for many at once, and for each session', async () => {
    await letTimePass();
    const before = (await trail(`company ${sheet.companyId}`)).length;
    for (const answer of await Promise.all(parts())) expect(answer.status).toBe(200);
    expect(await trail(`company ${sheet.companyId}`)).toHaveLength(before + 1);
    tokens.manager = (await signInAs(portal.app, MANAGER, PASSWORD)).accessToken;
    await get(`/api/mcainformation/mcas/${sheet.companyId}`);
    expect(await trail(`company ${sheet.companyId}`)).toHaveLength(before + 2);
  });

  test('is neither shown nor recorded as viewed for those who may not see it', async () => {
    const views = async () => (await trail()).filter(({ action }) => action === 'deal file viewed');
    const before = (await views()).length;
    expect((await get(`/api/get_deal_data/${sheet.publicId}`, 'plain')).status).toBe(404);
    expect((await get('/api/get_deal_data/no-such-deal')).status).toBe(404);
    expect(await views()).toHaveLength(before);
  });

  test('is not shown where the event cannot be written', async () => {
    await letTimePass();
    const { owner } = portal.database;
    await sql`alter table audit_events add constraint closed check (action <> 'deal file viewed') not valid`.execute(
      owner,
    );
    try {
      const answer = await get(`/api/get_deal_data/${sheet.publicId}`);
      expect(answer.status).toBe(500);
      expect(await answer.json()).toMatchObject({ code: 'unexpected' });
    } finally {
      await sql`alter table audit_events drop constraint closed`.execute(owner);
    }
    expect((await get(`/api/get_deal_data/${sheet.publicId}`)).status).toBe(200);
  });
});

test('OPS-04 a manager’s look at another syndicate is recorded once, at one’s own never', async () => {
  const book = (id: bigint) => `/api/payouts/syndication_sums/${id}`;
  const paydates = (id: bigint) => `/api/payouts/get_payouts_paydates/${id}`;
  for (const path of [book(portal.syndicateId), paydates(portal.syndicateId)])
    expect((await get(path)).status).toBe(200);
  expect(await trail(`syndicate ${portal.syndicateId}`)).toEqual([]);
  for (const path of [book(otherSyndicate), paydates(otherSyndicate)]) await get(path);
  await post('/api/payouts/get_dealsyndication_payouts', { syndication_id: Number(otherSyndicate) });
  const seen = await trail(`syndicate ${otherSyndicate}`);
  expect(seen.map(({ action }) => action)).toEqual(['syndicate viewed']);
  expect((await get(book(otherSyndicate), 'plain')).status).toBe(403);
  expect((await get(book(999_999n))).status).toBe(404);
  expect(await trail('syndicate 999999')).toEqual([]);
});

test('OPS-04 every export is recorded with what it held, before it begins', async () => {
  const syndicate = { syndication_id: Number(portal.syndicateId) };
  const deals = () => post('/api/payouts/export_syndicated_deals', syndicate, 'plain');
  for (const answer of [await deals(), await deals()]) {
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
  const { data } = (await (await get(`/api/payouts/get_payouts_paydates/${portal.syndicateId}`)).json()) as {
    data: { pay_date: string }[];
  };
  const payDate = data[0]?.pay_date ?? '';
  const payout = await post(
    '/api/payouts/export_syndicated_payouts',
    { ...syndicate, pay_date: payDate },
    'plain',
  );
  expect(payout.status).toBe(200);
  await payout.arrayBuffer();
  const exported = await trail(`syndicate ${portal.syndicateId}`);
  expect(exported.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'deals exported', details: { view: 'syndicated_deals', rows: 1, session: expect.any(String) } },
    { action: 'deals exported', details: expect.anything() },
    { action: 'payout exported', details: { payDate, rows: 1, session: expect.any(String) } },
  ]);
});

test('OPS-04 opening an offer under a link is recorded once', async () => {
  const { offerId, path } = await openOffer();
  for (let index = 0; index < 2; index += 1) expect((await portal.app.fetch(path)).status).toBe(200);
  const seen = (await trail(`offer ${offerId}`)).filter(({ action }) => action === 'offer viewed');
  expect(seen).toMatchObject([
    { actorId: null, details: { session: expect.stringMatching(/^link [0-9a-f]{12}$/) } },
  ]);
});

async function openOffer() {
  const { offerId, token } = await createOpenOffer(portal.database.owner, portal.tenantId);
  return { offerId, path: `/get_deal_for_iso/${offerId}/${token}` };
}

test('OPS-04 AUDIT-02 failed sign-ins are in the trail of the account’s tenants, and those of nobody leave nothing there', async () => {
  const worker = await startTestWorker(portal.database);
  try {
    const userId = await portal.addInvestor('failing@northgate.example');
    const before = (await trail()).length;
    await expect(signInAs(portal.app, 'my password typed here', PASSWORD)).rejects.toThrow(/401/);
    for (let index = 0; index < 4; index += 1)
      await expect(signInAs(portal.app, 'failing@northgate.example', 'wrong')).rejects.toThrow(/401|429/);
    const failed = async () => trail(`user ${userId}`);
    for (let waited = 0; (await failed()).length < 4 && waited < 50; waited += 1) await setTimeout(100);
    expect((await failed()).map(({ action, details }) => ({ action, details }))).toEqual([
      ...Array.from({ length: 3 }, () => ({
        action: 'sign-in failed',
        details: { failedAt: 'password', isLocked: false },
      })),
      { action: 'sign-in failed', details: { failedAt: 'password', isLocked: true } },
    ]);
    expect(await trail()).toHaveLength(before + 4);
  } finally {
    await worker.stop();
  }
});

describe('OPS-04 the contract', () => {
  /** The calls that record no event, each with the reason. */
  const UNRECORDED: Readonly<Record<string, string>> = {
    'auth.passkeyOptions': 'asks for a passkey: the sign-in that follows is recorded',
    'auth.confirmationPasskeyOptions': 'asks for a passkey: the confirmation that follows is recorded',
    'secondFactor.factorResetOfLink': 'reads, and is a POST to keep the link out of addresses',
    'auth.checkTicket': 'reads, and is a POST to keep the ticket out of addresses',
    'auth.lockState': 'reads, and is a POST to keep the name out of addresses',
    'auth.reportActivity': 'says that somebody is still there',
    'invitations.invitationOfLink': 'reads, and is a POST to keep the link out of addresses',
    'passwords.checkEmail': 'reads, and is a POST to keep the e-mail out of addresses',
    'passwords.checkResetLink': 'reads, and is a POST to keep the link out of addresses',
    'notifications.notificationChoices': 'the caller’s own choices',
    'notifications.openUnsubscribePage': 'leads to the page that asks',
    'notifications.notificationsOfLink': 'reads, and is a POST to keep the link out of addresses',
    'profile.bankChangeOfLink': 'reads, and is a POST to keep the link out of addresses',
    'secondFactor.startTotp': 'changes nothing until it is confirmed, which is recorded',
    'secondFactor.startPasskey': 'changes nothing until it is finished, which is recorded',
    'offers.stageFile': 'is nothing until the offer is accepted, which is recorded',
    'offers.fileUploaded': 'is nothing until the offer is accepted, which is recorded',
    'offers.removeStagedFile': 'is nothing until the offer is accepted, which is recorded',
    'inviteThreads.announceFile': 'is nothing until the message is sent, which is recorded',
    'inviteThreads.fileUploaded': 'is nothing until the message is sent, which is recorded',
    'deskRequests.announceFile': 'is nothing until the answer is sent, which is recorded',
    'deskRequests.fileUploaded': 'is nothing until the answer is sent, which is recorded',
    'deskDocuments.announce': 'is nothing until it is published, which is recorded',
    'deskDocuments.uploaded': 'is nothing until it is published, which is recorded',
    'operatorDocuments.announce': 'is nothing until it is published, which is recorded',
    'operatorDocuments.uploaded': 'is nothing until it is published, which is recorded',
    'deskFiles.announceFile': 'is nothing until its bytes are uploaded, which is recorded',
    'deskCorrections.previewCorrection': 'is taken back at once: the correction that follows is recorded',
    'deskFunding.previewFunding': 'is taken back at once: the funding that follows is recorded',
    'deskDealChanges.previewChange': 'is taken back at once: the change that follows is recorded',
    'deskPosting.announceSheet': 'is nothing until the day is confirmed, which is recorded',
    'deskPosting.sheetUploaded': 'is nothing until the day is confirmed, which is recorded',
    'deskImports.announceFile': 'is nothing until the import is confirmed, which is recorded',
    'deskImports.fileUploaded': 'is nothing until the import is confirmed, which is recorded',
    'deskImports.plan': 'is nothing until the import is confirmed, which is recorded',
    'deskImports.start': 'is nothing until the import is confirmed, which is recorded',
    'bankLink.openWidget': 'opens the provider’s window: the connection that follows is recorded',
    'since.recordVisit': 'is when somebody last looked, for their own strip; what they look at is recorded',
    'since.hideSince': 'hides a strip from the person alone',
    'browserFailures.report': 'is about the pages’ own code and about nobody: it is counted and logged',
  };

  /** These calls read the caller's own data, or data that a recorded view shows anyway. */
  const LOOK_UPS: readonly string[] = [
    'auth.signInPage',
    'desk.deskUser',
    'deskAudit.trail',
    'deskAudit.trailCheck',
    'deskSettings.settings',
    'deskSignOn.checkSignOn',
    'deskSignOn.signOn',
    'deskStatements.statements',
    'deskTokens.tokens',
    'deskBoard.board',
    'deskDifferences.differences',
    'deskBoard.queue',
    'deskBoard.health',
    'auth.captchaChallenge',
    'auth.olderLockState',
    'auth.rememberedUser',
    'deskApprovals.approvals',
    'deskDeals.deal',
    'deskDeals.deals',
    'deskDeals.payment',
    'deskDeals.payments',
    'deskDocuments.document',
    'deskDocuments.documents',
    'deskDocuments.recipients',
    'documents.documents',
    'deskFiles.filesOfDeal',
    'deskFiles.filesOfOffer',
    'deskGuests.guestsOfInvestor',
    'deskImports.obstacles',
    'deskImports.run',
    'deskImports.runs',
    'deskInvestors.investor',
    'deskInvestors.investors',
    'deskLinks.links',
    'deskNotes.notes',
    'deskPeople.people',
    'deskPeople.person',
    'deskPayments.payments',
    'deskPayments.postingRuns',
    'deskPayments.waitingLines',
    'deskChangeNotices.notices',
    'deskPayouts.run',
    'deskPayouts.runs',
    'deskReturns.file',
    'deskReturns.files',
    'deskReturns.previewTakeBack',
    'deskPosting.sheet',
    'deskPosting.sheetLines',
    'deskRequests.request',
    'deskRequests.requests',
    'deskSearch.search',
    'deskSubmissions.submission',
    'deskSubmissions.submissions',
    'deskWhy.breakdown',
    'deskWhy.compare',
    'deskWhy.figures',
    'deskWhy.share',
    'fcs.openStatement',
    'guests.guestAccess',
    'guests.guests',
    'invites.invite',
    'invites.invitedDeal',
    'inviteThreads.thread',
    'offers.fileCategories',
    'offers.stagedFiles',
    'operator.describeToken',
    'operatorAudit.auditEvents',
    'operatorBankChanges.bankChanges',
    'operatorCash.cashOfSyndicate',
    'operatorCash.withdrawals',
    'operatorDealTerms.terms',
    'operatorDocuments.documents',
    'operatorFiles.dealFiles',
    'operatorLinks.listLinks',
    'operatorReconciliation.lastReconciliation',
    'operatorSettings.settings',
    'operatorUsers.users',
    'portfolio.compactSyndicates',
    'portfolio.dealNotes',
    'profile.userPermissions',
    'secondFactor.secondFactorState',
    'sessions.listSessions',
  ];

  const endpoints: [string, Endpoint][] = Object.entries(contract).flatMap(([feature, ofFeature]) =>
    Object.entries(ofFeature).map(([name, endpoint]): [string, Endpoint] => [`${feature}.${name}`, endpoint]),
  );

  test('says of every endpoint what it records, or why it records nothing', () => {
    const silent = endpoints.filter(([, { records, recordsUse }]) => !records && !recordsUse);
    expect(silent.map(([name]) => name).sort()).toEqual([...Object.keys(UNRECORDED), ...LOOK_UPS].sort());
    const misplaced = endpoints.filter(([, endpoint]) =>
      isReading(endpoint) ? endpoint.records : endpoint.recordsUse,
    );
    // Browsers are led to both, so they are GET, and sign somebody in all the same.
    expect(misplaced.map(([name]) => name)).toEqual(['auth.startSignOn', 'auth.finishSignOn']);
    expect(
      endpoints.filter(([, { downloads, recordsUse }]) => downloads && !recordsUse).map(([name]) => name),
    ).toEqual(['fcs.openStatement']);
  });

  test('and the commands leave no action that nothing records', () => {
    /** These actions are recorded only by the command line or by a job. */
    const ELSEWHERE = [
      // By every endpoint alike.
      'access refused',
      'bank disconnected',
      'disposal finished',
      'held payments confirmed',
      'host name added',
      'host name removed',
      'import undone',
      'keys rotated',
      'legal hold lifted',
      'legal hold placed',
      'personal data removed',
      // By every call that somebody of the staff makes while looking at the portal.
      'portal looked at',
      'second factor reset',
      'statements made by hand',
      'tenant added',
      'tenant move begun',
      'tenant move given up',
      'tenant moved',
    ];
    const declared = new Set(
      endpoints.flatMap(([, { records = [], recordsUse }]) => [
        ...records,
        ...(recordsUse ? [recordsUse] : []),
      ]),
    );
    expect(AUDIT_ACTIONS.filter((action) => !declared.has(action)).sort()).toEqual(ELSEWHERE);
  });
});
