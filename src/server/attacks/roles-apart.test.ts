import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../platform/audit/audit.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { createBankLink } from '../testing/bank-links.ts';
import { type AtDesk, sitDown } from '../testing/desk.ts';
import { createInvitedDeal, createSignedInInvestor } from '../testing/invites.ts';
import { createBroker, createOpenOffer, type OpenOffer } from '../testing/offers.ts';
import { systemOf } from '../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let tenantId: string;
/** All three may send offers. Ina imports the book as well. */
let renee: AtDesk;
let lewis: AtDesk;
let ina: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  renee = await sitDown(portal, 'Renee Ash', { role: 'underwriter' });
  lewis = await sitDown(portal, 'Lewis Kent', { role: 'underwriter' });
  ina = await sitDown(portal, 'Ina Roth', { permissions: ['view-desk', 'send-offers', 'import-book'] });
});
afterAll(() => portal.close());

const asOwner = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, tenantId, work);
const newOffer = () => createOpenOffer(portal.database.owner, tenantId);
const ADDRESS = /[\w-]{64}/;
const offerBody = ({ offerId }: OpenOffer) => ({ kind: 'offer', offer_id: Number(offerId) });
const ask = (who: AtDesk, { offerId }: OpenOffer) =>
  who.post('links/give_out', { offer_id: Number(offerId), reason: 'Text it to (312) 555-0171' });
const approve = (who: AtDesk, id: unknown) => who.post(`approvals/${id}/approve`);

async function acceptWith(offer: OpenOffer, token: string) {
  expect((await createBroker(portal.app, { ...offer, token }).accept()).status).toBe(200);
  const [accepted] = (await trailOf(portal.database, tenantId, `offer ${offer.offerId}`)).filter(
    ({ action }) => action === 'offer accepted',
  );
  const note = await asOwner((tx) =>
    tx
      .selectFrom('dealNotes')
      .select('bodyHtml')
      .where('dealId', '=', offer.dealId)
      .where('kind', '=', 'Activity')
      .executeTakeFirstOrThrow(),
  );
  return { details: accepted?.details, note: note.bodyHtml };
}

/** As an import at the desk leaves it. */
const imported = (
  kind: 'brokers' | 'offers',
  rowId: bigint,
  { by, changed, hoursAgo = 1 }: { by: AtDesk; changed?: string; hoursAgo?: number },
) =>
  asOwner(async (tx) => {
    const at = sql<Date>`now() - make_interval(hours => ${hoursAgo})`;
    const { id: runId } = await tx
      .insertInto('importRuns')
      .values({
        ...{ tenantId, startedBy: by.userId, confirmedBy: by.userId, state: 'done' },
        ...{ startedAt: at, confirmedAt: at, finishedAt: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('importJournal')
      .values({
        ...{ tenantId, runId, tableName: kind },
        ...(changed && { before: JSON.stringify([{ id: Number(rowId), [changed]: 'before' }]) }),
        after: JSON.stringify([{ id: Number(rowId), ...(changed && { [changed]: 'after' }) }]),
      })
      .execute();
    return runId;
  });

const brokerOf = async ({ dealId }: OpenOffer) => {
  const { brokerId } = await asOwner((tx) =>
    tx.selectFrom('deals').select('brokerId').where('id', '=', dealId).executeTakeFirstOrThrow(),
  );
  return brokerId ?? 0n;
};

test('OFFER-10 security rule: at the desk no link is had without a mail, and no answer has an address that lets its holder in', async () => {
  const { owner } = portal.database;
  const offer = await newOffer();
  const { companyId } = await createBankLink(owner, tenantId);
  const investor = await createSignedInInvestor(owner, portal.app, tenantId);
  const deal = await createInvitedDeal(owner, tenantId, [investor.syndicateId]);
  const [invite] = deal.invites.values();
  const email = `ticket-${crypto.randomUUID()}@investor.example`;
  await portal.addInvestor(email, { name: 'Dana Reyes' });
  const bodies = [
    offerBody(offer),
    { kind: 'bank', company_id: Number(companyId), to: 'merchant@mail.example' },
    { kind: 'ticket', email },
    { kind: 'prefunding', invite_id: Number(invite?.id) },
    { kind: 'reply', invite_id: Number(invite?.id) },
  ];
  for (const body of bodies) {
    expect(await renee.post('links', { ...body, mail: false })).toMatchObject({
      status: 400,
      message: 'At the desk, links are only mailed to the person whom they are for.',
    });
    const sent = await renee.post('links', body);
    expect(sent).toMatchObject({ status: 200, mailed_to: expect.stringContaining('@') });
    expect(sent).not.toHaveProperty('address');
    expect(JSON.stringify(sent)).not.toMatch(ADDRESS);
  }
  for (const path of ['links', `submissions/${offer.offerId}`])
    expect(JSON.stringify(await renee.get(path))).not.toMatch(ADDRESS);
});

test('OFFER-10 a link that is given out takes two: who asks never gets it, who approves gets it once, and the acceptance names both', async () => {
  const offer = await newOffer();
  const asked = await ask(renee, offer);
  expect(asked).toEqual({ status: 200, approval_id: expect.any(Number) });
  const id = asked['approval_id'];
  expect(await ask(lewis, offer)).toMatchObject({ code: 'approval_waiting' });
  expect(await approve(renee, id)).toMatchObject({ code: 'own_approval' });
  const owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  expect(await approve(owen, id)).toMatchObject({ code: 'permission_needed' });
  expect(await owen.post('links/give_out', { offer_id: 1, reason: 'x' })).toMatchObject({ status: 403 });

  const approved = await approve(lewis, id);
  expect(approved).toMatchObject({ status: 200, instead: null });
  expect(approved['address']).toMatch(new RegExp(`/offer/${offer.offerId}/[\\w-]{64}$`));
  expect(await approve(lewis, id)).toMatchObject({ code: 'approval_settled' });
  const token = ADDRESS.exec(String(approved['address']))?.[0] ?? '';
  for (const path of ['links', 'approvals', `submissions/${offer.offerId}`])
    expect(JSON.stringify(await renee.get(path))).not.toContain(token);
  expect((await renee.get(`submissions/${offer.offerId}`))['links']).toMatchObject([
    { mailed_to: null, issued_by: 'desk: Lewis Kent', asked_by: 'Renee Ash' },
    { asked_by: null },
  ]);
  expect(await acceptWith(offer, token)).toMatchObject({
    details: {
      link: expect.any(Number),
      linkAskedForBy: `user ${renee.userId}`,
      linkGivenOutBy: `user ${lewis.userId}`,
    },
    note: 'Offer Accepted. The link was not mailed. Renee Ash asked for it, and Lewis Kent approved that and handed it on.',
  });
  const late = await newOffer();
  const { approval_id: lateId } = await ask(renee, late);
  await asOwner((tx) =>
    sql`update offers set status = 'Offer Declined' where id = ${late.offerId}`.execute(tx),
  );
  expect(await approve(lewis, lateId)).toMatchObject({ code: 'offer_closed' });
  expect(await ask(renee, late)).toMatchObject({ code: 'offer_closed' });
});

test('OFFER-10 an acceptance under a mailed link names the link and the masked address, and its note stays as it was', async () => {
  const offer = await newOffer();
  const sent = await renee.post('links', offerBody(offer));
  await asOwner((tx) =>
    sql`update link_mails mail set link_id = link.id from capability_links link
      where mail.link_id = ${Number(sent['id'])} and link.subject_id = ${offer.offerId} and link.id < mail.link_id`.execute(
      tx,
    ),
  );
  const { details, note } = await acceptWith(offer, offer.token);
  expect(details).toMatchObject({
    link: expect.any(Number),
    mailedTo: expect.stringMatching(/^•+.*example$/),
  });
  expect(note).toBe('Offer Accepted');
});

test('OFFER-10 who imported the offer gets no link of it by approving, for 72 hours', async () => {
  const offer = await newOffer();
  await imported('offers', offer.offerId, { by: ina });
  const { approval_id: id } = await ask(renee, offer);
  expect(await approve(ina, id)).toMatchObject({ status: 403, code: 'source_of_request' });
  expect(await approve(lewis, id)).toMatchObject({ status: 200, address: expect.any(String) });
  const old = await newOffer();
  await imported('offers', old.offerId, { by: ina, hoursAgo: 73 });
  expect(await approve(ina, (await ask(renee, old))['approval_id'])).toMatchObject({ status: 200 });
});

test('OFFER-10 security rule: whoever issued the token that brought an offer or its broker in counts as having imported it', async () => {
  const offer = await newOffer();
  const brokerId = await brokerOf(offer);
  const operator = await asOwner((tx) => systemOf(tx, tenantId, ina));
  const added = (action: 'broker added' | 'offer added', subject: string) =>
    asOwner((tx) => recordAudit(tx, { actorId: null, operator, action, subject }));
  await added('offer added', `offer ${offer.offerId}`);
  const { approval_id: id } = await ask(renee, offer);
  expect(await approve(ina, id)).toMatchObject({ status: 403, code: 'source_of_request' });
  expect(await ina.post('links', offerBody(offer))).toMatchObject({ status: 200 });
  await added('broker added', `broker ${brokerId}`);
  expect(await ina.post('links', offerBody(offer))).toMatchObject({ code: 'broker_address_of_sender' });
});

test('OFFER-10 who imported a broker’s address sends no link there for 72 hours; somebody else does, and a new name matters nothing', async () => {
  const offer = await newOffer();
  const brokerId = await brokerOf(offer);
  await imported('brokers', brokerId, { by: ina, changed: 'company_name' });
  expect(await ina.post('links', offerBody(offer))).toMatchObject({ status: 200 });
  const runId = await imported('brokers', brokerId, { by: ina, changed: 'email' });
  expect(await ina.post('links', offerBody(offer))).toMatchObject({
    status: 403,
    code: 'broker_address_of_sender',
  });
  expect(await renee.post('links', offerBody(offer))).toMatchObject({ status: 200 });
  await asOwner((tx) =>
    sql`update import_runs set state = 'undone', undone_at = now(), undone_by = ${ina.userId} where id = ${runId}`.execute(
      tx,
    ),
  );
  expect(await ina.post('links', offerBody(offer))).toMatchObject({ status: 200 });
  const added = await newOffer();
  await imported('brokers', await brokerOf(added), { by: ina });
  expect(await ina.post('links', offerBody(added))).toMatchObject({ code: 'broker_address_of_sender' });
  const old = await newOffer();
  await imported('brokers', await brokerOf(old), { by: ina, changed: 'email', hoursAgo: 73 });
  expect(await ina.post('links', offerBody(old))).toMatchObject({ status: 200 });
});
