import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createBankLink } from '../../testing/bank-links.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createTenant, createUser } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { createOpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postJson } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

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

const newOffer = () => createOpenOffer(portal.database.owner, tenantId);
const links = async (query = '') => (await owen.get(`links${query}`))['data'] as Record<string, unknown>[];

test('DESK-51 sending with the same key again mails once, and the list says when the mail server took it', async () => {
  const { offerId, brokerEmail } = await newOffer();
  const body = { kind: 'offer', offer_id: Number(offerId) };
  const key = crypto.randomUUID();
  const answers = await Promise.all(Array.from({ length: 4 }, () => renee.post('links', body, key)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 200, mailed_to: brokerEmail });
  expect(await renee.post('links', { ...body, days: 3 }, key)).toMatchObject({ code: 'key_used_otherwise' });
  expect((await links('?kind=offer'))[0]).toMatchObject({ mailed_to: brokerEmail, mailed_at: null });
  const worker = await startTestWorker(portal.database);
  await expect
    .poll(async () => (await links('?kind=offer'))[0], { timeout: 20_000 })
    .toMatchObject({
      id: answers[0]?.['id'],
      about: expect.stringMatching(/^Bright Oak Dental, S/),
      mailed_at: expect.any(String),
      opened_at: null,
      state: 'open',
      issued_by: 'desk: Renee Ash',
    });
  await worker.stop();
  expect(await countMails(brokerEmail)).toBe(1);
  // Another person's key is another key.
  const ada = await sitDown(portal, 'Ada Vance');
  expect((await ada.post('links', body, key))['id']).not.toBe(answers[0]?.['id']);
});

test('DESK-54 a merchant gets the bank’s link by mail alone, and nobody without the permission sends or revokes', async () => {
  const { companyId } = await createBankLink(portal.database.owner, tenantId);
  const body = { kind: 'bank', company_id: Number(companyId), to: 'merchant@mail.example' };
  const sent = await renee.post('links', body);
  expect(sent).toMatchObject({ status: 200, mailed_to: 'merchant@mail.example' });
  const [link] = await links('?kind=bank');
  expect(link).toMatchObject({ id: sent['id'], about: 'Bright Oak Dental', kind: 'bank' });
  expect(JSON.stringify([sent, link])).not.toMatch(/[\w-]{64}/);
  expect(await owen.post('links', body)).toMatchObject({ status: 403, code: 'permission_needed' });
  expect((await owen.post(`links/${sent['id']}/revoke`, { reason: 'x' })).status).toBe(403);
});

test('DESK-54 a link is revoked with a reason, which the trail keeps; a used one is not, nor another funder’s', async () => {
  const { offerId } = await newOffer();
  const { id } = await renee.post('links', { kind: 'offer', offer_id: Number(offerId) });
  expect((await renee.post(`links/${id}/revoke`, { reason: '  ' })).status).toBe(400);
  const revoked = await renee.post(`links/${id}/revoke`, { reason: 'Sent to the wrong broker' });
  expect(revoked).toMatchObject({ status: 200, state: 'revoked', revoked_at: expect.any(String) });
  expect(await renee.post(`links/${id}/revoke`, { reason: 'Again' })).toEqual(revoked);
  expect(await trailOf(portal.database, tenantId, `link ${id}`)).toMatchObject([
    { action: 'link revoked', actorId: renee.userId, details: { reason: 'Sent to the wrong broker' } },
  ]);
  expect((await links('?state=revoked')).map((link) => link['id'])).toContain(id);
  expect((await links('?state=open')).map((link) => link['id'])).not.toContain(id);
  const used = await renee.post('links', { kind: 'offer', offer_id: Number(offerId) });
  await withTenant(portal.database.owner, tenantId, (tx) =>
    sql`update capability_links set used_at = now() where id = ${Number(used['id'])}`.execute(tx),
  );
  expect(await renee.post(`links/${used['id']}/revoke`, { reason: 'Late' })).toMatchObject({
    code: 'link_over',
  });
  const elsewhere = await createTenant(portal.database.owner);
  await createOpenOffer(portal.database.owner, elsewhere);
  const foreign = await withTenant(portal.database.owner, elsewhere, (tx) =>
    tx.selectFrom('capabilityLinks').select('id').executeTakeFirstOrThrow(),
  );
  expect((await renee.post(`links/${foreign.id}/revoke`, { reason: 'x' })).status).toBe(404);
});

test('DESK-54 security rule: a sign-in ticket goes to its person’s own mailbox only, and nobody at the desk sees it', async () => {
  const email = `ticket-${crypto.randomUUID()}@investor.example`;
  await portal.addInvestor(email, { name: 'Dana Reyes' });
  expect(await renee.post('links', { kind: 'ticket', email, mail: false })).toMatchObject({
    status: 400,
    message: 'At the desk, links are only mailed to the person whom they are for.',
  });
  expect(await renee.post('links', { kind: 'ticket', email })).toMatchObject({
    status: 200,
    mailed_to: email,
  });
  expect((await links('?kind=ticket'))[0]).toMatchObject({ about: 'Dana Reyes', opened_at: null });
});

test('DESK-55 an invitation says when its page was first opened, whichever page that is, and begins anew when it is sent again', async () => {
  const ada = await sitDown(portal, 'Ada Lane');
  const asked = { name: 'Nell Ortega', role: 'syndication', syndicate: String(portal.syndicateId) };
  const newEmail = () => `nell-${crypto.randomUUID()}@investor.example`;
  const person = (id: unknown) => owen.get(`people/${id}`);
  const worker = await startTestWorker(portal.database);
  const tokenTo = async (email: string) => {
    const { text } = await waitForMail(email, 'Your access to the portal of Harbor Capital');
    return /#([\w-]+)/.exec(text)?.[1] ?? '';
  };
  const open = (path: string, body: object) => portal.app.fetch(path, postJson(body));

  const email = newEmail();
  const { user_id: id } = await ada.post('people', { ...asked, email });
  expect(await person(id)).toMatchObject({ state: 'invited', invitation_opened_at: null });
  const token = await tokenTo(email);
  expect(await (await open('/user/check_reset_link', { id: token })).json()).toMatchObject({ is_open: true });
  const { invitation_opened_at: first } = await person(id);
  expect(first).toMatch(/^20\d\d-/);
  await open('/user/check_reset_link', { id: token });
  expect(await person(id)).toMatchObject({ invitation_opened_at: first });
  expect((await ada.post(`people/${id}/invite_again`)).status).toBe(200);
  expect(await person(id)).toMatchObject({ invitation_opened_at: null });

  const known = newEmail();
  await createUser(portal.database.owner, { email: known, passwordHash: 'of another funder' });
  const { user_id: knownId } = await ada.post('people', { ...asked, email: known });
  const { state } = (await (
    await open('/user/invitation/of_link', { token: await tokenTo(known) })
  ).json()) as {
    state: string;
  };
  expect(state).toBe('open');
  expect(await person(knownId)).toMatchObject({ invitation_opened_at: expect.any(String) });
  await worker.stop();
});
