import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../platform/db/transactions.ts';
import { createBankLink } from '../testing/bank-links.ts';
import { commandLineOn } from '../testing/command-line.ts';
import { createInvitedDeal } from '../testing/invites.ts';
import { waitForMail } from '../testing/mailbox.ts';
import { createOpenOffer } from '../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { ENCRYPTION_KEY, ORIGIN, postJson } from '../testing/test-app.ts';
import { startTestWorker } from '../testing/test-worker.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const settings = { ENCRYPTION_KEY: ENCRYPTION_KEY.toString('base64') };

async function link(...args: string[]): Promise<{ code: number; said: string; told: string }> {
  const run = commandLineOn(portal.database, settings);
  const { code, stdout, stderr } = await run('link', ...args, '--tenant', portal.slug);
  const [told = ''] = stderr.split('\n');
  return { code, said: stdout.trim(), told };
}

const auditOf = (subject: string) =>
  withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .selectFrom('auditEvents')
      .select(['action', 'details'])
      .where('subject', '=', subject)
      .orderBy('sequence')
      .execute(),
  );

const byOperator = expect.stringMatching(/^command line: ./);

test('OFFER-07 OPS-02 the operator’s link to an offer is printed and mailed to the broker: the same one', async () => {
  const { offerId, brokerEmail } = await createOpenOffer(portal.database.owner, portal.tenantId);
  const made = await link('offer', '--offer', String(offerId), '--days', '3');
  expect(made).toEqual({
    code: 0,
    said: expect.stringMatching(/^https:\/\/portal\.example\/offer\/\d+\/[\w-]{64}$/),
    told: expect.stringMatching(/^Link \d+, until .+Z, is mailed to broker-/),
  });
  const path = new URL(made.said).pathname;
  expect((await portal.app.fetch(path.replace('/offer/', '/get_deal_for_iso/'))).status).toBe(200);
  const worker = await startTestWorker(portal.database);
  try {
    const mail = await waitForMail(brokerEmail, 'An offer for Bright Oak Dental, from Harbor Capital');
    // The worker of this test stands elsewhere than the command.
    expect(mail.text).toContain(`${ORIGIN}${path}`);
  } finally {
    await worker.stop();
  }
  const id = /^Link (\d+)/.exec(made.told)?.[1] ?? '';
  const hours = await withTenant(portal.database.db, portal.tenantId, async (tx) => {
    const { issuedAt, expiresAt } = await tx
      .selectFrom('capabilityLinks')
      .select(['issuedAt', 'expiresAt'])
      .where('id', '=', BigInt(id))
      .executeTakeFirstOrThrow();
    return (expiresAt.getTime() - issuedAt.getTime()) / 3_600_000;
  });
  expect(hours).toBe(72);
  expect(await auditOf(`offer ${offerId}`)).toEqual([
    {
      action: 'offer link issued',
      details: {
        link: Number(id),
        mailedTo: expect.stringMatching(/^•+[^•]+\.example$/),
        operator: byOperator,
      },
    },
    { action: 'offer viewed', details: { session: expect.stringMatching(/^link /) } },
  ]);
});

test('OPS-02 links are listed and revoked by their ids', async () => {
  const { offerId } = await createOpenOffer(portal.database.owner, portal.tenantId);
  const made = await link('offer', '--offer', String(offerId), '--no-mail');
  expect(made.told).toMatch(/^Link \d+, until .+Z, not mailed\.$/);
  const id = /^Link (\d+)/.exec(made.told)?.[1] ?? '';
  const row = new RegExp(`^${id}\\toffer\\toffer ${offerId}\\topen\\tissued .+, until .+\\tnot mailed$`, 'm');
  expect((await link('list', '--kind', 'offer', '--open')).said).toMatch(row);
  expect(await link('revoke', id)).toMatchObject({ code: 0, said: `Link ${id} is revoked.` });
  const path = new URL(made.said).pathname.replace('/offer/', '/get_deal_for_iso/');
  expect((await portal.app.fetch(path)).status).toBe(410);
  expect((await link('list')).said).toMatch(
    new RegExp(`^${id}\\toffer\\toffer ${offerId}\\trevoked\\t`, 'm'),
  );
  expect(await auditOf(`link ${id}`)).toEqual([
    { action: 'link revoked', details: { kind: 'offer', subject: Number(offerId), operator: byOperator } },
  ]);
  expect(await link('revoke', '999999')).toMatchObject({ code: 1, told: 'The tenant has no link 999999.' });
  expect(await link('list', '--kind', 'prefunding')).toMatchObject({
    code: 2,
    told: expect.stringContaining('neither listed nor revoked'),
  });
});

test('OFFER-07 what is no open offer of the tenant gets no link', async () => {
  const { tenantId, offerId } = await createOpenOffer(portal.database.owner, portal.tenantId);
  const offer = String(offerId);
  expect(await link('offer', '--offer', '999999')).toMatchObject({
    code: 1,
    told: 'The tenant has no offer 999999.',
  });
  expect(await link('offer', '--offer', offer, '--days', '61')).toMatchObject({ code: 2 });
  expect(await link('offer')).toMatchObject({
    code: 2,
    told: expect.stringMatching(/^--offer expects the portal's number, or your own id/),
  });
  await withTenant(portal.database.owner, tenantId, (tx) =>
    tx.updateTable('offers').set({ status: 'Offer Declined' }).where('id', '=', offerId).execute(),
  );
  expect(await link('offer', '--offer', offer)).toMatchObject({
    code: 1,
    told: `Offer ${offer} is not open: Offer Declined.`,
  });
});

test('OPS-01 OPS-02 who knows only the ids of the own system links to what was imported by them', async () => {
  const { tenantId, database, syndicateId } = portal;
  const { offerId } = await createOpenOffer(database.owner, tenantId);
  const { companyId } = await createBankLink(database.owner, tenantId);
  const contentHash = Buffer.alloc(32);
  const { abbreviation } = await withTenant(database.owner, tenantId, async (tx) => {
    await tx
      .insertInto('externalIds')
      .values([
        { tenantId, kind: 'offers', externalId: '417', id: offerId, contentHash },
        { tenantId, kind: 'companies', externalId: 'C-1', id: companyId, contentHash },
      ])
      .execute();
    const syndicates = tx.selectFrom('syndicates').select('abbreviation').where('id', '=', syndicateId);
    return syndicates.executeTakeFirstOrThrow();
  });
  const offer = await link('offer', '--offer', ':417', '--no-mail');
  expect(offer.said).toContain(`/offer/${offerId}/`);
  expect(await link('bank', '--company', ':C-1', '--no-mail')).toMatchObject({ code: 0 });
  expect((await auditOf(`company ${companyId}`)).map(({ action }) => action)).toEqual(['bank link issued']);
  const invited = await link('prefunding', '--offer', ':417', '--syndicate', abbreviation, '--no-mail');
  expect(invited).toMatchObject({ code: 0, said: expect.stringContaining('/prefunding/') });
  expect(await link('offer', '--offer', ':418')).toMatchObject({
    code: 1,
    told: 'The tenant has no offer 418.',
  });
  expect(await link('offer', '--offer', 'A-12')).toMatchObject({ code: 2 });
});

test('OPS-02 what another word takes is refused, and issues nothing', async () => {
  const { offerId } = await createOpenOffer(portal.database.owner, portal.tenantId);
  const offer = (...more: string[]) => link('offer', '--offer', String(offerId), ...more);
  expect(await offer('--minutes', '5')).toMatchObject({ code: 2, told: 'link offer takes no --minutes.' });
  expect(await offer('--to', 'a@b.example')).toMatchObject({ code: 2, told: 'link offer takes no --to.' });
  expect(await link('revoke', '1', '--open')).toMatchObject({
    code: 2,
    told: 'link revoke takes no --open.',
  });
  expect(await link('list', '1')).toMatchObject({ code: 2, told: 'There is one argument too many.' });
  expect(await auditOf(`offer ${offerId}`)).toEqual([]);
});

test('BANK-01 OPS-02 the operator makes a link under which a company connects its bank', async () => {
  const { companyId } = await createBankLink(portal.database.owner, portal.tenantId);
  const bank = (...more: string[]) => link('bank', '--company', String(companyId), ...more);
  expect(await bank('--to', 'owner@merchant.example', '--days', '3')).toEqual({
    code: 0,
    said: expect.stringMatching(/^https:\/\/portal\.example\/plaid#[\w-]{64}$/),
    told: expect.stringMatching(/is mailed to owner@merchant\.example\.$/),
  });
  expect(await bank('--to', 'nobody')).toMatchObject({ code: 1 });
  expect(await bank()).toMatchObject({
    code: 1,
    told: "The merchant's e-mail address is needed, and has to be a valid one.",
  });
  expect(await bank('--no-mail')).toMatchObject({ code: 0 });
  expect((await auditOf(`company ${companyId}`)).map(({ action }) => action)).toEqual([
    'bank link issued',
    'bank link issued',
  ]);
  expect(await link('bank')).toMatchObject({
    code: 2,
    told: expect.stringMatching(/^--company expects the portal's number, or your own id/),
  });
});

test('LOGIN-09 OPS-02 the operator makes a ticket, which signs a user of the tenant in once', async () => {
  const email = `ticket-${crypto.randomUUID()}@investor.example`;
  const userId = await portal.addInvestor(email);
  const { said } = await link('ticket', '--user', email, '--minutes', '5', '--no-mail');
  expect(said).toMatch(/^https:\/\/portal\.example\/ticket#[\w-]{64}$/);
  const ticket = new URL(said).hash.slice(1);
  const answer = await portal.app.fetch(
    '/api/non-tenant/oauth/token',
    postJson({ grant_type: 'ticket', ticket }),
  );
  expect(await answer.json()).toMatchObject({ user_id: Number(userId) });
  expect(await link('ticket', '--user', 'nobody@nowhere.example')).toMatchObject({
    code: 1,
    told: 'The tenant has no user of that e-mail address who may sign in.',
  });
  expect(await link('ticket', '--user', email, '--minutes', '1441')).toMatchObject({ code: 2 });
});

test('PREFUND-01 REPLY-01 OPS-02 the operator invites a syndicate, and prints where an invite is answered', async () => {
  const deal = await createInvitedDeal(portal.database.owner, portal.tenantId, [portal.syndicateId]);
  const [invite] = deal.invites.values();
  const printed = (word: string) => link(word, '--invite', String(invite?.id), '--no-mail');
  expect(await printed('prefunding')).toEqual({
    code: 0,
    said: `https://portal.example/prefunding/${invite?.publicId}`,
    told: `Invite ${invite?.id}, not mailed.`,
  });
  expect(await printed('reply')).toMatchObject({
    code: 0,
    said: `https://portal.example/accounting_reply/${invite?.publicId}`,
  });
  expect(await link('reply', '--invite', '999999')).toMatchObject({ code: 1 });
  const { offerId } = await createOpenOffer(portal.database.owner, portal.tenantId);
  const asked = ['--offer', String(offerId), '--syndicate', String(portal.syndicateId)];
  const invited = await link('prefunding', ...asked, '--share', '2.5', '--max-share', '5');
  expect(invited).toMatchObject({ code: 0, told: expect.stringMatching(/^Invite \d+, is mailed to esign/) });
  expect(await link('prefunding', ...asked, '--no-mail')).toMatchObject({ code: 0, said: invited.said });
  expect(await link('prefunding', ...asked, '--share', 'much')).toMatchObject({ code: 2 });
  expect(await link('something')).toMatchObject({ code: 2 });
  expect(await commandLineOn(portal.database, settings)('link', 'list', '--tenant', 'nobody')).toMatchObject({
    code: 2,
  });
});
