import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../platform/crypto/random-tokens.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createStoredDealFile } from '../../testing/deal-files.ts';
import { type Answer, type AtDesk, sitDown } from '../../testing/desk.ts';
import { createSyndicate, createTenant } from '../../testing/factories.ts';
import { createInvitedDeal, createSignedInInvestor } from '../../testing/invites.ts';
import { createBroker, createCategory, createOpenOffer, type OpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let tenantId: string;
let renee: AtDesk;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  renee = await sitDown(portal, 'Renee Ash', { role: 'underwriter' });
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
});
afterAll(() => portal.close());

const asOwner = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, tenantId, work);
const newOffer = () => createOpenOffer(portal.database.owner, tenantId);
const read = (offerId: bigint, desk = owen) => desk.get(`submissions/${offerId}`);
const listed = async (query: string) =>
  ((await owen.get(`submissions${query}`))['data'] as { offer_id: number }[]).map(({ offer_id }) => offer_id);
const dropLinks = ({ offerId }: OpenOffer) =>
  asOwner((tx) =>
    sql`update capability_links set revoked_at = now() where subject_id = ${offerId} and kind = 'offer'`.execute(
      tx,
    ),
  );
const send = (offerId: bigint, more: object = {}, key?: string) =>
  renee.post('links', { kind: 'offer', offer_id: Number(offerId), ...more }, key);
/** The pages that a queue of the board leads to. */
const waiting = async (queue: string) =>
  ((await owen.get(`board/queues/${queue}`))['items'] as { address: string | null }[]).map(
    ({ address }) => address,
  );
const pageOf = (offerId: bigint) => `/desk/submissions/${offerId}`;
const linksOf = (answer: Answer) => answer['links'] as Record<string, unknown>[];
const invitesOf = (answer: Answer) => answer['invites'] as Record<string, unknown>[];

test('DESK-50 an offer is made, sent, opened, expired or accepted, and the list is chosen by that', async () => {
  const offer = await newOffer();
  await dropLinks(offer);
  expect(await read(offer.offerId)).toMatchObject({
    status: 200,
    state: 'made',
    deal_name: 'Bright Oak Dental',
    broker_company: 'Brightpath',
    amount: '60000.00',
    factor_rate: '1.42',
    term_days: 120,
    is_open: true,
  });
  const sent = await send(offer.offerId);
  expect((await read(offer.offerId))['state']).toBe('sent');
  // The link that was mailed, with the token of the one that is known here.
  await asOwner(async (tx) => {
    await sql`update capability_links set token_hash = sha256('') where token_hash = ${hashToken(offer.token)}`.execute(
      tx,
    );
    await sql`update capability_links set token_hash = ${hashToken(offer.token)} where id = ${Number(sent['id'])}`.execute(
      tx,
    );
  });
  const broker = createBroker(portal.app, offer);
  expect((await broker.open()).status).toBe(200);
  const opened = await read(offer.offerId);
  expect(opened['state']).toBe('opened');
  const [{ opened_at: first } = {}] = linksOf(opened);
  expect(first).toMatch(/^20\d\d-/);
  await broker.open();
  expect(linksOf(await read(offer.offerId))[0]).toMatchObject({
    opened_at: first,
    issued_by: 'desk: Renee Ash',
    mailed_to: offer.brokerEmail,
    state: 'open',
  });
  expect(await listed('?state=opened')).toContain(Number(offer.offerId));
  expect(await listed('?state=sent')).not.toContain(Number(offer.offerId));
  await asOwner((tx) =>
    sql`update capability_links set expires_at = now() where id = ${Number(sent['id'])}`.execute(tx),
  );
  expect(await read(offer.offerId)).toMatchObject({ state: 'expired' });
  expect(await listed('?state=expired')).toContain(Number(offer.offerId));
  await asOwner((tx) =>
    sql`update offers set status = 'Offer Accepted' where id = ${offer.offerId}`.execute(tx),
  );
  expect(await read(offer.offerId)).toMatchObject({ state: 'accepted', is_open: false });
  expect(await waiting('acceptances')).toContain(pageOf(offer.offerId));
  expect(await send(offer.offerId)).toMatchObject({ code: 'offer_closed' });
  await asOwner((tx) =>
    sql`update offers set status = 'Offer Declined' where id = ${offer.offerId}`.execute(tx),
  );
  expect(await listed('?state=closed')).toEqual([Number(offer.offerId)]);
});

test('DESK-50 the offers are listed newest first, 25 at a time, of the own funder only', async () => {
  const { offerId: newest } = await newOffer();
  for (let count = 0; count < 27; count += 1) await newOffer();
  // Made last, whatever its id: an import may bring older offers later.
  await asOwner((tx) =>
    sql`update offers set created_at = now() + interval '1 hour' where id = ${newest}`.execute(tx),
  );
  const first = await owen.get('submissions');
  const ids = (first['data'] as { offer_id: number }[]).map(({ offer_id }) => offer_id);
  expect(ids[0]).toBe(Number(newest));
  expect(ids).toHaveLength(25);
  expect(ids.slice(1)).toEqual(ids.slice(1).toSorted((one, other) => other - one));
  const next = await listed(`?before=${first['next']}`);
  expect(next.length).toBeGreaterThan(1);
  expect(Math.max(...next)).toBeLessThan(Math.min(...ids.slice(1)));
  const elsewhere = await createTenant(portal.database.owner);
  const foreign = await createOpenOffer(portal.database.owner, elsewhere);
  expect((await read(foreign.offerId)).status).toBe(404);
  expect((await owen.get(`submissions/${foreign.offerId}/files`)).status).toBe(404);
  expect((await send(foreign.offerId)).status).toBe(404);
  expect(await listed('')).not.toContain(Number(foreign.offerId));
});

test('DESK-52 the files of an offer are listed with their checks, and each download is recorded first', async () => {
  const offer = await newOffer();
  const id = await createStoredDealFile(portal.database.owner, tenantId, offer.dealId, {
    name: 'Contract.pdf',
  });
  const category = await createCategory(portal.database.owner, tenantId, 'Voided check');
  await createBroker(portal.app, offer).stage('check.pdf', Buffer.from('not a pdf'), category);
  const { files } = await owen.get(`submissions/${offer.offerId}/files`);
  expect(files).toMatchObject([
    { id: Number(id), name: 'Contract.pdf', size: 6, state: 'attached' },
    { id: null, name: 'check.pdf', category: 'Voided check', size: 9, state: 'checking' },
  ]);
  expect((await owen.fetch(`files/${id}`)).status).toBe(403);
  const file = await renee.fetch(`files/${id}`);
  expect(file.headers.get('content-disposition')).toContain('attachment; filename="Contract.pdf"');
  expect(await file.text()).toBe('signed');
  expect(await trailOf(portal.database, tenantId, `file ${id}`)).toMatchObject([
    { action: 'deal file fetched', actorId: renee.userId },
  ]);
});

test('DESK-53 invites show the share, the mail, the opening and the answer, and what is left of the cap', async () => {
  const { owner } = portal.database;
  const [accepting, declining, asking] = [
    await createSignedInInvestor(owner, portal.app, tenantId),
    await createSignedInInvestor(owner, portal.app, tenantId),
    await createSignedInInvestor(owner, portal.app, tenantId),
  ] as const;
  const ids = [accepting, declining, asking].map(({ syndicateId }) => syndicateId);
  const deal = await createInvitedDeal(owner, tenantId, ids, { capPercent: '40', offeredSharePercent: '5' });
  const silent = await asOwner((tx) => createSyndicate(tx, tenantId));
  const invite = (more: object, key?: string) =>
    renee.post('links', { kind: 'prefunding', offer_id: Number(deal.offerId), ...more }, key);
  const asked = { syndicate_id: Number(silent), offered_percent: '7.5', max_percent: '12' };
  expect(await invite({ ...asked, max_percent: '40.5' })).toMatchObject({ code: 'share_not_allowed' });
  expect(await invite({ ...asked, max_percent: '12.25' })).toMatchObject({ code: 'share_not_allowed' });
  const key = crypto.randomUUID();
  const first = await invite(asked, key);
  expect(first).toMatchObject({ status: 200, invite_id: expect.any(Number) });
  expect(await invite(asked, key)).toEqual(first);
  expect(await invite({ ...asked, max_percent: '10' })).toMatchObject({
    code: 'invite_exists',
    message: expect.stringContaining('other terms already'),
  });

  const opened = deal.invites.get(accepting.syndicateId);
  expect((await accepting.invite(opened?.publicId ?? '')).status).toBe(200);
  expect((await accepting.accept(deal, '10')).status).toBe(200);
  expect((await declining.accept(deal, '0')).status).toBe(200);
  expect((await asking.reply(deal, '<p>Less, please</p>')).status).toBe(200);
  const submission = await read(deal.offerId);
  expect(submission).toMatchObject({ cap_percent: '40', taken_percent: '10', left_percent: '30' });
  expect(invitesOf(submission)).toMatchObject([
    {
      answer: 'accepted',
      accepted_percent: '10',
      accepted_amount: '6000.00',
      opened_at: expect.any(String),
      answered_at: expect.any(String),
    },
    { answer: 'declined', accepted_percent: null, opened_at: null },
    { answer: 'adjustment', offered_percent: '5', max_percent: '10' },
    {
      answer: 'none',
      offered_percent: '7.5',
      max_percent: '12',
      mailed_at: null,
      queued_at: expect.any(String),
    },
  ]);
  for (const queue of ['invites', 'pre-fundings'])
    expect(await waiting(queue)).toEqual([pageOf(deal.offerId)]);
  expect(await waiting('adjustments')).toEqual([expect.stringMatching(/^\/desk\/requests\/\d+$/)]);
  const again = { kind: 'prefunding', invite_id: Number(first['invite_id']) };
  expect(await renee.post('links', again)).toMatchObject({ status: 200, mailed_to: expect.any(String) });
  const trail = await trailOf(portal.database, tenantId, `invite ${first['invite_id']}`);
  expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['syndicate invited', renee.userId],
    ['invite mailed', renee.userId],
    ['invite mailed', renee.userId],
  ]);
});

test('DESK-53 staff who look at the portal as an investor sees it open no invite', async () => {
  const { owner } = portal.database;
  const investor = await createSignedInInvestor(owner, portal.app, tenantId);
  const deal = await createInvitedDeal(owner, tenantId, [investor.syndicateId]);
  const publicId = deal.invites.get(investor.syndicateId)?.publicId ?? '';
  const looked = await owen.fetchAs(`/api/get_accounting_reply_data/${publicId}`, investor.syndicateId);
  expect(looked.status).toBe(200);
  expect(invitesOf(await read(deal.offerId))).toMatchObject([{ opened_at: null }]);
});
