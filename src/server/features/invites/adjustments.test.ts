import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createInvitedDeal,
  createSignedInInvestor,
  type Investor,
  type InvitedDeal,
} from '../../testing/invites.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let ann: Investor;
let syndicateName: string;

beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  ann = await createSignedInInvestor(portal.database.owner, portal.app, tenantId);
  ({ name: syndicateName } = await withTenant(portal.database.db, tenantId, (tx) =>
    tx.selectFrom('syndicates').select('name').where('id', '=', ann.syndicateId).executeTakeFirstOrThrow(),
  ));
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const newDeal = (overrides: Parameters<typeof createInvitedDeal>[3] = {}) =>
  createInvitedDeal(portal.database.owner, tenantId, [ann.syndicateId], overrides);
const subjectOf = ({ name, mid }: InvitedDeal) =>
  `Adjustment requested: ${name} (MID ${mid}), ${syndicateName}`;
const writeTo = (column: 'supportEmail' | 'accountingEmail', address: string) =>
  withTenant(portal.database.owner, tenantId, (tx) =>
    tx
      .updateTable('tenants')
      .set({ [column]: address })
      .where('id', '=', tenantId)
      .execute(),
  );

const requests = ({ dealId }: InvitedDeal) =>
  withTenant(portal.database.db, tenantId, (tx) =>
    tx
      .selectFrom('adjustmentRequests as request')
      .innerJoin('participationInvites as invite', 'invite.id', 'request.inviteId')
      .leftJoin('accountingMails as mail', 'mail.adjustmentId', 'request.id')
      .select(['request.id', 'request.sharePercent', 'request.messageHtml', 'mail.messageId'])
      .where('invite.dealId', '=', dealId)
      .orderBy('request.id')
      .execute(),
  );

test('REPLY-01 after a share was taken a reply is about that share, and after a decline about none', async () => {
  const address = `accounting-${crypto.randomUUID()}@funder.example`;
  await writeTo('accountingEmail', address);
  const taken = await newDeal({ offeredSharePercent: '5' });
  expect((await ann.accept(taken, '2.5')).status).toBe(200);
  expect((await ann.reply(taken, '<p>Could it be 3 %?</p>')).status).toBe(200);
  expect(await requests(taken)).toMatchObject([{ sharePercent: '2.5000' }]);
  expect((await waitForMail(address, subjectOf(taken))).text).toContain('for a share of 2.5%.');

  const declined = await newDeal({ offeredSharePercent: '5' });
  expect((await ann.accept(declined, '0')).status).toBe(200);
  expect((await ann.reply(declined, '<p>We have thought again.</p>')).status).toBe(200);
  expect(await requests(declined)).toMatchObject([{ sharePercent: '0.0000' }]);
  expect((await waitForMail(address, subjectOf(declined))).text).toContain(
    `has a message about the invite to ${declined.name}, which was declined.`,
  );
});

test('REPLY-01 a reply is kept with the invite’s own percent, cleaned, and mailed to accounting', async () => {
  const address = `accounting-${crypto.randomUUID()}@funder.example`;
  await writeTo('accountingEmail', address);
  const deal = await newDeal({ offeredSharePercent: '4.5' });
  const message = '<p>Could we do <strong>8 %</strong>?<img src=x onerror=alert(1)></p>';
  const answer = await ann.reply(deal, message);
  expect(await answer.json()).toEqual({ success: true, message: 'Reply sent to accounting team' });
  const [request, ...others] = await requests(deal);
  expect(others).toEqual([]);
  expect(request).toEqual({
    id: request?.id,
    sharePercent: '4.5000',
    messageHtml: '<p>Could we do <strong>8 %</strong>?</p>',
    messageId: expect.stringMatching(/^<adjustment\.[0-9a-f]{32}@localhost>$/),
  });
  const mail = await waitForMail(address, subjectOf(deal));
  expect(mail.text).toContain('Could we do 8 %?');
  expect(mail.text).toContain('for a share of 4.5%.');
  expect(`<${mail.messageId}>`).toBe(request?.messageId);
});

test('REPLY-01 posted twice, at once and later, a reply counts once; other words are another reply', async () => {
  const address = `accounting-${crypto.randomUUID()}@funder.example`;
  await writeTo('accountingEmail', address);
  const deal = await newDeal();
  const message = '<p>Please call me.</p>';
  const answers = await Promise.all(Array.from({ length: 10 }, () => ann.reply(deal, message)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  await waitForMail(address, subjectOf(deal));
  expect((await ann.reply(deal, ` ${message} `)).status).toBe(200);
  expect(await requests(deal)).toHaveLength(1);
  await ann.reply(deal, '<p>Never mind.</p>');
  expect((await requests(deal)).map(({ messageHtml }) => messageHtml)).toEqual([
    message,
    '<p>Never mind.</p>',
  ]);
  await waitForMail(address, subjectOf(deal));
  // Of what is no reply of its own, nothing more comes.
  expect(await countMails(address)).toBe(0);
});

test('REPLY-01 the same words are another reply once ten minutes have passed, and that one counts once too', async () => {
  const address = `accounting-${crypto.randomUUID()}@funder.example`;
  await writeTo('accountingEmail', address);
  const deal = await newDeal();
  const message = '<p>Still waiting.</p>';
  const longAgo = (minutes: number) =>
    withTenant(portal.database.owner, tenantId, (tx) =>
      tx
        .updateTable('adjustmentRequests')
        .set({ requestedAt: sql<Date>`requested_at - ${minutes} * interval '1 minute'` })
        .where('messageHtml', '=', message)
        .execute(),
    );
  await ann.reply(deal, message);
  await waitForMail(address, subjectOf(deal));
  await longAgo(9);
  await ann.reply(deal, message);
  expect(await requests(deal)).toHaveLength(1);
  for (const sent of [2, 3]) {
    await longAgo(2);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ann.reply(deal, message)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await requests(deal)).toHaveLength(sent);
    await waitForMail(address, subjectOf(deal));
    await longAgo(9);
  }
  expect(await countMails(address)).toBe(0);
});

test('REPLY-01 a funder without an address for accounting gets replies where it gives support', async () => {
  const address = `support-${crypto.randomUUID()}@funder.example`;
  await writeTo('supportEmail', address);
  await withTenant(portal.database.owner, tenantId, (tx) =>
    tx.updateTable('tenants').set({ accountingEmail: null }).where('id', '=', tenantId).execute(),
  );
  const deal = await newDeal();
  await ann.reply(deal, '<p>Hello</p>');
  await waitForMail(address, subjectOf(deal));
});

test('REPLY-01 a reply without words, or with too many, is refused', async () => {
  const deal = await newDeal();
  for (const message of ['', '<p></p>', '<p><br></p>', '<script>alert(1)</script>'])
    expect((await ann.reply(deal, message)).status).toBe(422);
  expect((await ann.reply(deal, `<p>${'a'.repeat(70_000)}</p>`)).status).toBe(422);
  expect(await requests(deal)).toEqual([]);
});

test('REPLY-01 security rule: nobody replies about an invite that is not their syndicate’s', async () => {
  const deal = await createInvitedDeal(portal.database.owner, tenantId, [portal.syndicateId]);
  expect((await ann.reply(deal, '<p>Hello</p>')).status).toBe(404);
  const asOther = { syndicate_id: Number(portal.syndicateId) };
  expect((await ann.reply(deal, '<p>Hello</p>', asOther)).status).toBe(403);
  expect(await requests(deal)).toEqual([]);
});
