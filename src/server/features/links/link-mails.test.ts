import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createPlaid } from '../../platform/integrations/bank-provider.ts';
import { createMailer } from '../../platform/integrations/mail.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { createBankLink } from '../../testing/bank-links.ts';
import { createSyndicate } from '../../testing/factories.ts';
import { createInvitedDeal, createSignedInInvestor } from '../../testing/invites.ts';
import { countMails, type ReceivedMail, waitForMail } from '../../testing/mailbox.ts';
import { createOpenOffer } from '../../testing/offers.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { createPlaidAnswers, PLAID_CLIENT } from '../../testing/plaid-server.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { testServices } from '../../testing/services.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';
import { ENCRYPTION_KEY, ORIGIN, postJson } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { mailLink } from './link-mails.jobs.ts';
import { resealLinkMails } from './reseal-link-mails.ts';

let provider: Server;
let portal: TestPortal;
let tenantId: string;
let operator: TestOperator;
beforeAll(async () => {
  provider = createServer(createPlaidAnswers().handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => provider.once('listening', resolve));
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const bankProvider = createPlaid({ ...PLAID_CLIENT, baseUrl, portalName: 'Syndicate Portal' });
  portal = await openTestPortal({ bankProvider });
  ({ tenantId } = portal);
  operator = await operatorOf(portal, ['links']);
});
afterAll(async () => {
  await portal.close();
  provider.close();
});

/** The mailbox is shared, and slow when it is full. */
const PATIENCE = { timeout: 20_000 };

const address = (who: string) => `${who}-${crypto.randomUUID()}@mail.example`;

interface Issued {
  id: number;
  invite_id: number;
  mailed_to: string;
  address: string | null;
}

async function issue(body: unknown): Promise<Issued> {
  const response = await operator.post('links', body);
  if (!response.ok) throw new Error(`Issuing answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Issued;
}

/** Works off what waits, as the worker does. */
async function deliver(): Promise<void> {
  const worker = await startTestWorker(portal.database);
  try {
    await expect.poll(waiting, PATIENCE).toEqual([]);
  } finally {
    await worker.stop();
  }
}

const mails = () =>
  withTenant(portal.database.owner, tenantId, (tx) =>
    tx.selectFrom('linkMails').selectAll().orderBy('queuedAt').execute(),
  );

const waiting = async () =>
  (await mails()).filter(({ sentAt, linkId, tokenCipher }) => !sentAt && (linkId === null || tokenCipher));

/** Where the button leads; the same address is in the text, and below the button for whoever sees none. */
function followed(mail: ReceivedMail): string {
  const url = /href="([^"]+)"/.exec(mail.html)?.[1] ?? '';
  expect(mail.text).toContain(url);
  expect(mail.html.split(url)).toHaveLength(3);
  expect(mail.text).toContain(`help@`);
  return url.replace(ORIGIN, '');
}

test('OPS-02 OFFER-07 the broker gets the offer’s link by mail, and it opens the offer', async () => {
  const { offerId, brokerEmail } = await createOpenOffer(portal.database.owner, tenantId);
  const issued = await issue({ kind: 'offer', offer_id: Number(offerId), days: 3 });
  expect(issued).toMatchObject({ mailed_to: brokerEmail, address: null });
  await deliver();
  const mail = await waitForMail(brokerEmail, 'An offer for Bright Oak Dental, from Harbor Capital');
  expect(mail.text).toContain('$60,000.00');
  expect(mail.text).toMatch(/works until \w+ \d+, \d{4} at \d+:\d\d [AP]M New York time/);
  const path = followed(mail).replace('/offer/', '/get_deal_for_iso/');
  expect((await portal.app.fetch(path)).status).toBe(200);
  const listed = (await (await operator.get('links?kind=offer')).json()) as { data: object[] };
  expect(listed.data[0]).toMatchObject({
    id: issued.id,
    mailed_to: brokerEmail,
    mailed_at: expect.any(String),
  });
});

test('OPS-02 BANK-01 the merchant gets the bank’s link by mail, and it opens the widget', async () => {
  const { companyId } = await createBankLink(portal.database.owner, tenantId);
  const to = address('merchant');
  await issue({ kind: 'bank', company_id: Number(companyId), to });
  await deliver();
  const mail = await waitForMail(to, 'Connect the bank of Bright Oak Dental with Harbor Capital');
  const token = followed(mail).replace('/plaid#', '');
  const opened = await portal.app.fetch('/receive_accounting/link_token', {
    method: 'POST',
    headers: { origin: ORIGIN, authorization: `Link ${token}` },
  });
  expect(await opened.json()).toEqual({
    link_token: expect.stringMatching(/^link-sandbox-/),
    script_url: PLAID_CLIENT.scriptUrl,
  });
});

test('OPS-02 LOGIN-09 a user gets a ticket by mail; it signs in, once', async () => {
  const to = address('investor');
  const userId = await portal.addInvestor(to);
  await issue({ kind: 'ticket', email: to });
  await deliver();
  const mail = await waitForMail(to, 'Your link to sign in with Harbor Capital');
  const ticket = followed(mail).replace('/ticket#', '');
  const signIn = () =>
    portal.app.fetch('/api/non-tenant/oauth/token', postJson({ grant_type: 'ticket', ticket }));
  expect(await (await signIn()).json()).toMatchObject({ user_id: Number(userId) });
  expect((await signIn()).status).toBe(410);
});

test.each([
  ['prefunding', 'PREFUND-01', 'Pre-funding of'],
  ['reply', 'REPLY-01', 'Your participation in'],
] as const)(
  'OPS-02 %s: the e-sign address and its copies are led to the invite (%s)',
  async (kind, _, words) => {
    const { owner } = portal.database;
    const investor = await createSignedInInvestor(owner, portal.app, tenantId);
    const [to, copy] = [address('esign'), address('copy')];
    await withTenant(owner, tenantId, (tx) =>
      tx
        .updateTable('syndicates')
        .set({ esignEmail: to, ccEmails: [copy, to.toUpperCase(), 'nobody'] })
        .where('id', '=', investor.syndicateId)
        .execute(),
    );
    const deal = await createInvitedDeal(owner, tenantId, [investor.syndicateId]);
    const [invite] = deal.invites.values();
    const issued = await issue({ kind, invite_id: Number(invite?.id) });
    expect(issued).toMatchObject({ id: null, invite_id: Number(invite?.id), mailed_to: to });
    await deliver();
    const mail = await waitForMail(to, `${words} ${deal.name} (MID ${deal.mid})`);
    expect(mail.cc).toMatchObject([{ address: copy }]);
    const path = followed(mail);
    expect(issued.address).toBe(`${ORIGIN}${path}`);
    const publicId = path.split('/').at(-1) ?? '';
    expect(path).toBe(`/${kind === 'reply' ? 'accounting_reply' : kind}/${invite?.publicId}`);
    expect(await (await investor.invite(publicId)).json()).toMatchObject({ id: Number(invite?.id) });
    // Without signing in it is nobody's.
    expect((await portal.app.fetch(`/api/get_accounting_reply_data/${publicId}`)).status).toBe(401);
  },
);

test('OPS-02 REPLY-01 PREFUND-04 a syndicate that declined is told so when it is asked to reply', async () => {
  const { owner } = portal.database;
  const investor = await createSignedInInvestor(owner, portal.app, tenantId);
  const to = address('esign');
  await withTenant(owner, tenantId, (tx) =>
    tx.updateTable('syndicates').set({ esignEmail: to }).where('id', '=', investor.syndicateId).execute(),
  );
  const deal = await createInvitedDeal(owner, tenantId, [investor.syndicateId]);
  const [invite] = deal.invites.values();
  expect((await investor.accept(deal, '0')).status).toBe(200);
  await issue({ kind: 'reply', invite_id: Number(invite?.id) });
  await deliver();
  const { text } = await waitForMail(to, `Your participation in ${deal.name} (MID ${deal.mid})`);
  expect(text).toContain(`has declined to take part in ${deal.name}, and Harbor Capital has noted it.`);
});

const jobDeps = (overrides: Partial<JobDeps> = {}): JobDeps => ({
  db: portal.database.db,
  encryption: createEncryption({ key: ENCRYPTION_KEY }),
  publicOrigin: ORIGIN,
  logger: pino({ level: 'silent' }),
  bankProvider: null,
  ...testServices(),
  ...overrides,
});

const newestMailId = async () => (await mails()).at(-1)?.id ?? '';

test('OPS-02 a job that runs again sends nothing more, and the token is forgotten once the mail has left', async () => {
  const { offerId, brokerEmail } = await createOpenOffer(portal.database.owner, tenantId);
  await issue({ kind: 'offer', offer_id: Number(offerId) });
  const mailId = await newestMailId();
  for (let time = 0; time < 3; time += 1) await mailLink.run(jobDeps(), { tenantId, mailId });
  await expect.poll(() => countMails(brokerEmail), PATIENCE).toBe(1);
  expect((await mails()).at(-1)).toMatchObject({ sentAt: expect.any(Date), tokenCipher: null, keyId: null });
});

test('OPS-02 an invite’s mail, which waits for no token, is sent once as well', async () => {
  const { owner } = portal.database;
  const esignEmail = address('esign');
  const syndicateId = await withTenant(owner, tenantId, (tx) =>
    createSyndicate(tx, tenantId, { esignEmail }),
  );
  const deal = await createInvitedDeal(owner, tenantId, [syndicateId]);
  const [invite] = deal.invites.values();
  await issue({ kind: 'reply', invite_id: Number(invite?.id) });
  const mailId = await newestMailId();
  for (let time = 0; time < 3; time += 1) await mailLink.run(jobDeps(), { tenantId, mailId });
  await expect.poll(() => countMails(esignEmail), PATIENCE).toBe(1);
});

test('OPS-02 a worker that dies after sending sends the same address again, under the same message id', async () => {
  const smtp = await startSmtpServer();
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'portal@portal.test' });
  const texts: string[] = [];
  const dying = {
    ...mailer,
    async send(mail: Parameters<typeof mailer.send>[0]) {
      texts.push(mail.text);
      await mailer.send(mail);
      throw new Error('The worker died.');
    },
  };
  const { offerId } = await createOpenOffer(portal.database.owner, tenantId);
  await issue({ kind: 'offer', offer_id: Number(offerId) });
  const mailId = await newestMailId();
  for (let time = 0; time < 2; time += 1)
    await expect(mailLink.run(jobDeps({ mailer: dying }), { tenantId, mailId })).rejects.toThrow('died');
  await smtp.close();
  expect(smtp.received).toHaveLength(2);
  expect(new Set(smtp.received)).toEqual(new Set([(await mails()).at(-1)?.messageId]));
  expect(texts[0]).toMatch(/\/offer\/\d+\/[\w-]{64}/);
  expect(texts[1]).toBe(texts[0]);
});

test('OPS-02 an address that the mail server refuses while it takes the copies: not noted as sent, and the copies go out once', async () => {
  const { owner } = portal.database;
  const [to, copy] = [address('gone'), address('copy')];
  const syndicateId = await withTenant(owner, tenantId, (tx) =>
    createSyndicate(tx, tenantId, { esignEmail: to, ccEmails: [copy] }),
  );
  const [invite] = (await createInvitedDeal(owner, tenantId, [syndicateId])).invites.values();
  await issue({ kind: 'reply', invite_id: Number(invite?.id) });
  const smtp = await startSmtpServer();
  smtp.refused.add(to);
  const mailer = createMailer({ smtpUrl: smtp.url, from: 'portal@portal.test' });
  await mailLink.run(jobDeps({ mailer }), { tenantId, mailId: await newestMailId() });
  await smtp.close();
  expect(smtp.received).toHaveLength(1);
  expect((await mails()).at(-1)).toMatchObject({ toAddress: to, sentAt: null });
});

test('OPS-02 a link that is revoked before its mail has left is not mailed', async () => {
  const { offerId, brokerEmail } = await createOpenOffer(portal.database.owner, tenantId);
  const { id } = await issue({ kind: 'offer', offer_id: Number(offerId) });
  expect((await operator.delete(`links/${id}`)).status).toBe(200);
  expect((await mails()).at(-1)).toMatchObject({ sentAt: null, tokenCipher: null });
  await mailLink.run(jobDeps(), { tenantId, mailId: await newestMailId() });
  expect(await countMails(brokerEmail)).toBe(0);
});

test('OPS-02 a link that waits for its mail while keys are rotated is mailed with the new key', async () => {
  const { offerId, brokerEmail } = await createOpenOffer(portal.database.owner, tenantId);
  await issue({ kind: 'offer', offer_id: Number(offerId) });
  const key = Buffer.alloc(32, 'another key');
  const both = createEncryption({ key, oldKeys: [ENCRYPTION_KEY] });
  expect(await resealLinkMails(portal.database.db, both, tenantId)).toBeGreaterThan(0);
  const mailId = await newestMailId();
  await mailLink.run(jobDeps({ encryption: createEncryption({ key }) }), { tenantId, mailId });
  await expect.poll(() => countMails(brokerEmail), PATIENCE).toBe(1);
});
