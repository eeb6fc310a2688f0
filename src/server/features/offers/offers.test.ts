import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCapability } from '../../identity/capabilities.ts';
import type { DB } from '../../platform/db/schema.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createTenant } from '../../testing/factories.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { createBroker, createCategory, createOpenOffer, issueOfferLink } from '../../testing/offers.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, signInAs } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const PROCESSED = 'Your contract request has been processed. We will get back to you shortly.';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;

beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const newOffer = (overrides: Parameters<typeof createOpenOffer>[2] = {}) =>
  createOpenOffer(portal.database.owner, tenantId, overrides);
const brokerOf = (offer: Awaited<ReturnType<typeof createOpenOffer>>) => createBroker(portal.app, offer);

const codeOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code: string }).code,
});

/** Everything that an acceptance writes. */
const traces = ({ offerId, dealId }: { offerId: bigint; dealId: bigint }) =>
  withTenant(portal.database.db, tenantId, async (tx) => {
    const offer = await tx
      .selectFrom('offers')
      .selectAll()
      .where('id', '=', offerId)
      .executeTakeFirstOrThrow();
    const deal = await tx
      .selectFrom('deals')
      .select(['status', 'nextProcessorRole'])
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow();
    const notes = await tx
      .selectFrom('dealNotes')
      .select(['kind', 'bodyHtml', 'isPinned', 'authorId', 'authorName', 'authorRole'])
      .where('dealId', '=', dealId)
      .orderBy('id')
      .execute();
    const history = await tx
      .selectFrom('dealStatusChanges')
      .select(['status', 'nextProcessorRole', 'changedBy'])
      .where('dealId', '=', dealId)
      .orderBy('changedAt')
      .execute();
    const mails = await tx
      .selectFrom('offerMails')
      .select(['reader', 'messageId'])
      .where('offerId', '=', offerId)
      .orderBy('reader')
      .execute();
    const files = await tx.selectFrom('files').selectAll().where('dealId', '=', dealId).execute();
    const usedLinks = await tx
      .selectFrom('capabilityLinks')
      .select('subjectId')
      .where('subjectId', '=', offerId)
      .where('usedAt', 'is not', null)
      .execute();
    const audit = await tx
      .selectFrom('auditEvents')
      .select('action')
      .where('subject', '=', `offer ${offerId}`)
      // Viewing the offer changes nothing.
      .where('action', '<>', 'offer viewed')
      .execute();
    return { offer, deal, notes, history, mails, files, usedLinks, audit };
  });

const untouched = async (offer: { offerId: bigint; dealId: bigint }) => {
  const left = await traces(offer);
  expect(left).toMatchObject({ notes: [], history: [], mails: [], files: [], usedLinks: [], audit: [] });
  expect(left.offer).toMatchObject({ status: 'Offer Made', version: 1 });
};

test('OFFER-01 OFFER-07 a link opens its offer with what the page shows, and opening changes nothing', async () => {
  const offer = await newOffer();
  const broker = brokerOf(offer);
  for (let time = 0; time < 3; time += 1) {
    const response = await broker.open();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      data: {
        offer: [
          {
            id: Number(offer.offerId),
            deal_id: Number(offer.dealId),
            deal_name: 'Bright Oak Dental',
            lender_offer_status: 'Offer Made',
            lender_position_number: 2,
            lender_offer_amount: '60000.00',
            lender_payback_amount: '85200.00',
            lender_payment: '710.00',
            lender_payment_type: 'DAILY',
            lender_factor_rate: '1.42',
            lender_buy_rate: '1.3',
            lender_commission_percentage: '12',
            lender_term: 120,
            offer_note: 'Subject to a clean UCC search.',
            offer_notify_note: 'Good for 5 business days.',
            name: 'Harbor',
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
            version: 1,
          },
        ],
        iso: [
          {
            id: expect.any(Number),
            name: 'Tessa Calloway',
            company_name: 'Brightpath',
            email: offer.brokerEmail,
            phone_number: null,
          },
        ],
      },
    });
  }
  await untouched(offer);
});

test('OFFER-03 the categories of the funder, under the link only', async () => {
  const own = await createCategory(portal.database.owner, tenantId, 'Bank statements');
  const otherTenant = await createTenant(portal.database.owner);
  await createCategory(portal.database.owner, otherTenant, 'Theirs');
  const broker = brokerOf(await newOffer());
  const response = await broker.under('GET', '/api/file_category/file_categories');
  expect(await response.json()).toEqual({ data: [{ id: own, file_category_name: 'Bank statements' }] });
  expect((await portal.app.fetch('/api/file_category/file_categories')).status).toBe(404);
});

test('OFFER-02 OFFER-05 OFFER-06 accepting leaves everything behind that it should, and mails both', async () => {
  const offer = await newOffer();
  const response = await brokerOf(offer).accept({
    iso_message: '<p>By <strong>E-Sign</strong>, please.</p><script>alert(1)</script>',
    // The browser cannot choose the author of the note or how it is shown.
    pinned: true,
    user_id: 1,
    deal_note_processor_role: 'Administrator',
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ success: true, message: PROCESSED });

  const left = await traces(offer);
  expect(left.offer).toMatchObject({
    status: 'Offer Accepted',
    commissionPercent: '10.0000',
    factorRate: '1.40000',
    paybackAmountCents: 8_400_000n,
    paymentCents: 70_000n,
    amountCents: 6_000_000n,
    version: 2,
  });
  expect(left.deal).toEqual({ status: 'Contract Request', nextProcessorRole: 'Credit Analyst' });
  const byBroker = { isPinned: false, authorId: null, authorName: 'Tessa Calloway', authorRole: 'Broker' };
  expect(left.notes).toEqual([
    { kind: 'Offer', bodyHtml: '<p>By <strong>E-Sign</strong>, please.</p>', ...byBroker },
    { kind: 'Activity', bodyHtml: 'Offer Accepted', ...byBroker },
  ]);
  expect(left.history).toEqual([
    { status: 'Request Price Adjustment', nextProcessorRole: 'Credit Analyst', changedBy: null },
    { status: 'Contract Request', nextProcessorRole: 'Credit Analyst', changedBy: null },
  ]);
  expect(left.mails.map(({ reader }) => reader)).toEqual(['broker', 'desk']);
  expect(left.usedLinks).toEqual([{ subjectId: offer.offerId }]);
  expect(left.audit).toEqual([{ action: 'offer accepted' }]);

  const { supportEmail, name } = await withTenant(portal.database.db, tenantId, async (tx) => {
    const tenant = await tx.selectFrom('tenants').select('supportEmail').executeTakeFirstOrThrow();
    const deal = await tx
      .selectFrom('deals')
      .select('name')
      .where('id', '=', offer.dealId)
      .executeTakeFirstOrThrow();
    return { ...tenant, ...deal };
  });
  const toBroker = await waitForMail(offer.brokerEmail, `Your contract request for ${name}`);
  for (const words of ['$60,000.00', '1.40', '10.00%', '$84,000.00', '$700.00 daily over 120 days'])
    expect(toBroker.text).toContain(words);
  const { mid } = await withTenant(portal.database.db, tenantId, (tx) =>
    tx.selectFrom('deals').select('mid').where('id', '=', offer.dealId).executeTakeFirstOrThrow(),
  );
  const toDesk = await waitForMail(supportEmail, `Offer accepted: ${name} (MID ${mid})`);
  expect(toDesk.text).toContain('By E-Sign, please.');
  expect(toDesk.html).not.toContain('<strong>');
  await expect
    .poll(async () =>
      withTenant(portal.database.db, tenantId, (tx) =>
        tx
          .selectFrom('offerMails')
          .select('reader')
          .where('offerId', '=', offer.offerId)
          .where('sentAt', 'is not', null)
          .execute(),
      ),
    )
    .toHaveLength(2);
});

test('OFFER-02 security rule: prices of the browser are never believed, whichever of them it sends', async () => {
  const tampered = {
    lender_offer_status: 'Offer Declined',
    lender_offer_amount: '1.00',
    lender_payback_amount: '1.00',
    lender_payment: '0.01',
    lender_factor_rate: '0.01',
    lender_buy_rate: '0.01',
    lender_term: 1,
    lender_payment_type: 'WEEKLY',
  };
  for (const [field, value] of [...Object.entries(tampered), ['all', tampered] as const]) {
    const offer = await newOffer();
    const body = typeof value === 'object' ? value : { [field]: value };
    expect((await brokerOf(offer).accept({ ...body, lender_commission_percentage: '7' })).status).toBe(200);
    const { offer: kept } = await traces(offer);
    expect({ field, ...kept }).toMatchObject({
      field,
      dealId: offer.dealId,
      status: 'Offer Accepted',
      amountCents: 6_000_000n,
      commissionPercent: '7.0000',
      factorRate: '1.37000',
      buyRate: '1.30000',
      paybackAmountCents: 8_220_000n,
      paymentCents: 68_500n,
      paymentFrequency: 'DAILY',
      termDays: 120,
    });
  }
});

test('OFFER-02 security rule: a deal that is not the link’s is not found, and nothing is accepted', async () => {
  const [offer, other] = [await newOffer(), await newOffer()];
  const named = await brokerOf(offer).accept({ deal_id: Number(other.dealId) });
  expect(await codeOf(named)).toEqual({ status: 404, code: 'not_found' });
  await untouched(offer);
  expect((await brokerOf(offer).accept({ deal_id: String(offer.dealId) })).status).toBe(200);
});

test('OFFER-06 CALL-01 the specified body alone accepts the offer as it stands, once, without a key', async () => {
  const offer = await newOffer();
  const send = (percent: number | string) =>
    brokerOf(offer).under('PUT', `/api/deal_lender/deal_lenders/${offer.offerId}`, {
      deal_id: Number(offer.dealId),
      lender_offer_status: 'Offer Accepted',
      lender_offer_amount: 60_000,
      lender_commission_percentage: percent,
    });
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(10)));
  for (const answer of answers) expect(await answer.json()).toEqual({ success: true, message: PROCESSED });
  const left = await traces(offer);
  expect(left.offer).toMatchObject({ commissionPercent: '10.0000', status: 'Offer Accepted' });
  expect(left.notes.map(({ kind, bodyHtml }) => [kind, bodyHtml])).toEqual([
    ['Offer', ''],
    ['Activity', 'Offer Accepted'],
  ]);
  expect(left.mails).toHaveLength(2);
  // A different acceptance is another request, and the link is used up.
  expect(await codeOf(await send('9'))).toEqual({ status: 410, code: 'link_used' });
});

test('OFFER-02 a weekly offer is recalculated weekly', async () => {
  const offer = await newOffer({ paymentFrequency: 'WEEKLY' });
  expect((await brokerOf(offer).accept({ lender_commission_percentage: '10' })).status).toBe(200);
  expect((await traces(offer)).offer.paymentCents).toBe(350_000n);
});

test.each(['0', '-1', '13', '1.5', '100'])(
  'OFFER-01 a slider at %s is refused and changes nothing',
  async (percent) => {
    const offer = await newOffer();
    const refused = await brokerOf(offer).accept({ lender_commission_percentage: percent });
    expect(await codeOf(refused)).toEqual({ status: 422, code: 'commission_not_allowed' });
    await untouched(offer);
    expect((await brokerOf(offer).accept()).status).toBe(200);
  },
);

test.each([
  ['0', '1.30000', 7_800_000n],
  ['0.5', '1.31000', 7_860_000n],
  ['7.5', '1.38000', 8_280_000n],
])(
  'OFFER-01 OFFER-02 an offer with a commission of %s percent is accepted at all of it',
  async (percent, factorRate, payback) => {
    const offer = await newOffer({ commissionPercent: percent });
    expect((await brokerOf(offer).accept({ lender_commission_percentage: percent })).status).toBe(200);
    const left = await traces(offer);
    expect(Number(left.offer.commissionPercent)).toBe(Number(percent));
    expect(left.offer).toMatchObject({ status: 'Offer Accepted', factorRate, paybackAmountCents: payback });
  },
);

test('OFFER-06 an offer whose terms have changed since is not accepted unseen', async () => {
  const offer = await newOffer();
  await withTenant(portal.database.owner, tenantId, (tx) =>
    tx
      .updateTable('offers')
      .set({ buyRate: '1.25', version: sql<number>`version + 1` })
      .where('id', '=', offer.offerId)
      .execute(),
  );
  expect(await codeOf(await brokerOf(offer).accept())).toEqual({ status: 409, code: 'offer_changed' });
  expect((await traces(offer)).notes).toEqual([]);
  expect((await brokerOf(offer).accept({ version: 2 })).status).toBe(200);
});

test('OFFER-06 the same request again gets the same answer; another finds the link used; nothing happens twice', async () => {
  const offer = await newOffer();
  const broker = brokerOf(offer);
  const key = crypto.randomUUID();
  const answers = [];
  for (let time = 0; time < 3; time += 1) answers.push(await (await broker.accept({}, key)).json());
  expect(answers).toEqual(Array(3).fill({ success: true, message: PROCESSED }));
  const otherContent = await broker.accept({ lender_commission_percentage: '9' }, key);
  expect(await codeOf(otherContent)).toEqual({ status: 422, code: 'key_used_otherwise' });
  const second = await broker.accept();
  expect(second.status).toBe(410);
  expect(await second.json()).toMatchObject({ code: 'link_used', message: PROCESSED });
  expect(await codeOf(await broker.open())).toEqual({ status: 410, code: 'link_used' });
  const left = await traces(offer);
  expect({
    notes: left.notes.length,
    history: left.history.length,
    mails: left.mails.length,
    audit: left.audit.length,
    version: left.offer.version,
  }).toEqual({ notes: 2, history: 2, mails: 2, audit: 1, version: 2 });
});

test('OFFER-06 a command without a key, or with an unfit one, is not carried out', async () => {
  const offer = await newOffer();
  const broker = brokerOf(offer);
  for (const key of ['', 'short', 'with a blank', 'x'.repeat(101)])
    expect((await broker.accept({}, key)).status).toBe(400);
  await untouched(offer);
});

test('OFFER-07 expired, unknown and foreign links say so, and open nothing', async () => {
  const expired = await newOffer({ days: -1 });
  expect(await codeOf(await brokerOf(expired).open())).toEqual({ status: 410, code: 'link_expired' });
  expect(await codeOf(await brokerOf(expired).accept())).toEqual({ status: 410, code: 'link_expired' });
  const known = await newOffer();
  const other = await newOffer();
  const unknown = { status: 404, code: 'link_unknown' };
  for (const token of ['x', '', known.token.slice(0, -1), `${known.token.slice(0, -2)}AA`, 'A'.repeat(64)])
    expect(await codeOf(await brokerOf({ ...known, token }).accept())).toEqual(unknown);
  // A link works only for its own offer.
  expect(await codeOf(await brokerOf({ ...other, token: known.token }).open())).toEqual(unknown);
  expect(await codeOf(await brokerOf({ ...other, token: known.token }).accept())).toEqual(unknown);
  const { token: ticket } = await withTenant(portal.database.owner, tenantId, (tx) =>
    issueCapability(tx, tenantId, {
      kind: 'sign-in ticket',
      subjectId: known.offerId,
      seconds: 60,
      issuedBy: null,
    }),
  );
  expect(await codeOf(await brokerOf({ ...known, token: ticket }).open())).toEqual(unknown);
  for (const offer of [expired, known, other]) await untouched(offer);
});

test('OFFER-07 whoever tries links that nobody was given is soon told to stop', async () => {
  const guess = () =>
    portal.app.fetch(`/get_deal_for_iso/1/${'A'.repeat(64)}`, {
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
  const statuses = new Set<number>();
  for (let time = 0; time < 102; time += 1) statuses.add((await guess()).status);
  expect([...statuses]).toEqual([404, 429]);
});

test('OFFER-07 a declined offer, one of a funded deal, and a second one of an accepted deal are closed', async () => {
  const set = async (offer: { offerId: bigint }, status: DB['offers']['status']) =>
    withTenant(portal.database.owner, tenantId, (tx) =>
      tx.updateTable('offers').set({ status }).where('id', '=', offer.offerId).execute(),
    );
  const declined = await newOffer();
  await set(declined, 'Offer Declined');
  const closed = { status: 410, code: 'offer_closed' };
  expect(await codeOf(await brokerOf(declined).open())).toEqual(closed);
  expect(await codeOf(await brokerOf(declined).accept())).toEqual(closed);

  const funded = await newOffer();
  await withTenant(portal.database.owner, tenantId, (tx) =>
    tx.updateTable('deals').set({ status: 'Active Advance' }).where('id', '=', funded.dealId).execute(),
  );
  expect(await codeOf(await brokerOf(funded).accept())).toEqual(closed);

  const first = await newOffer();
  const secondId = await withTenant(portal.database.owner, tenantId, async (tx) => {
    const { id: _, ...copy } = await tx
      .selectFrom('offers')
      .selectAll()
      .where('id', '=', first.offerId)
      .executeTakeFirstOrThrow();
    return (await tx.insertInto('offers').values(copy).returning('id').executeTakeFirstOrThrow()).id;
  });
  const token = await withTenant(portal.database.owner, tenantId, (tx) =>
    issueOfferLink(tx, tenantId, secondId),
  );
  expect((await brokerOf(first).accept()).status).toBe(200);
  expect(await codeOf(await brokerOf({ ...first, offerId: secondId, token }).accept())).toEqual(closed);
});

test('OFFER-07 two links to one offer: after one is used the other shows what was done', async () => {
  const offer = await newOffer();
  const token = await withTenant(portal.database.owner, tenantId, (tx) =>
    issueOfferLink(tx, tenantId, offer.offerId),
  );
  const other = brokerOf({ ...offer, token });
  expect((await other.open()).status).toBe(200);
  expect((await brokerOf(offer).accept()).status).toBe(200);
  expect(await codeOf(await other.open())).toEqual({ status: 410, code: 'link_used' });
  expect(await codeOf(await other.accept())).toEqual({ status: 410, code: 'link_used' });
});

test('OFFER-04 OFFER-08 a message over 64 KB is refused with the words for it, and nothing is kept', async () => {
  const offer = await newOffer();
  const refused = await brokerOf(offer).accept({ iso_message: `<p>${'x'.repeat(64 * 1024)}</p>` });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    code: 'message_too_long',
    message: expect.stringMatching(/^Error Adding Note/),
  });
  await untouched(offer);
  const longest = `<p>${'x'.repeat(64 * 1024 - 7)}</p>`;
  expect((await brokerOf(offer).accept({ iso_message: longest })).status).toBe(200);
});

test('security rule: a page of another origin cannot accept, and the mail relays of old are gone', async () => {
  const offer = await newOffer();
  const broker = brokerOf(offer);
  const foreign = await broker.under(
    'PUT',
    `/api/deal_lender/deal_lenders/${offer.offerId}`,
    { lender_commission_percentage: '5', version: 1, iso_message: '', deal_files: [] },
    { origin: 'https://elsewhere.example', 'idempotency-key': crypto.randomUUID() },
  );
  expect(await codeOf(foreign)).toEqual({ status: 403, code: 'foreign_origin' });
  for (const path of [
    '/send_offer_accepted_email',
    '/iso_accept_offer_noti',
    '/api/submission_note/submission_notes',
  ])
    expect((await broker.under('POST', path, { deal: 1, iso: 1, iso_message: 'x' })).status).toBe(404);
  expect((await broker.under('PUT', '/api/submission/submissions/1', { deal_status: 'x' })).status).toBe(404);
  await untouched(offer);
});

test('OFFER-07 ROUTE-09 the offer opens with the token in the header, and in the path as older clients send it', async () => {
  const { offerId, token } = await newOffer();
  const open = async (inPath: string, headers: Record<string, string> = {}) =>
    (await portal.app.fetch(`/get_deal_for_iso/${offerId}/${inPath}`, { headers })).status;
  const authorization = `Link ${token}`;
  expect(await open('current', { authorization })).toBe(200);
  expect(await open(token)).toBe(200);
  expect(await open('current')).toBe(404);
  // The path counts unless it says otherwise.
  expect(await open('A'.repeat(64), { authorization })).toBe(404);
});

test("security rule: what the broker's page does leaves an investor's session on that browser alone", async () => {
  const email = `investor-${crypto.randomUUID()}@northgate.example`;
  const userId = await portal.addInvestor(email);
  const session = await signInAs(portal.app, email, PASSWORD);
  const offer = await newOffer();
  const broker = brokerOf(offer);
  const opened = await portal.app.fetch(`/get_deal_for_iso/${offer.offerId}/${offer.token}`, {
    headers: { cookie: session.cookie },
  });
  const accepted = await broker.under(
    'PUT',
    `/api/deal_lender/deal_lenders/${offer.offerId}`,
    { lender_commission_percentage: '5', version: 1, iso_message: '', deal_files: [] },
    { cookie: session.cookie, 'idempotency-key': crypto.randomUUID() },
  );
  expect([opened.status, accepted.status]).toEqual([200, 200]);
  expect([...opened.headers.getSetCookie(), ...accepted.headers.getSetCookie()]).toEqual([]);
  const profile = await portal.app.fetch(
    `/api/getPortalUserProfile/${userId}`,
    asMember(session.accessToken, tenantId),
  );
  expect(profile.status).toBe(200);
  expect((await traces(offer)).notes.every(({ authorId }) => authorId === null)).toBe(true);
});
