import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessTokenPlace } from '../../bank-connections/access-token-place.ts';
import { presentLink, reserveLink } from '../../identity/capabilities.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { inTransaction, withTenant } from '../../platform/db/transactions.ts';
import { createPlaid } from '../../platform/integrations/bank-provider.ts';
import { createBankLink } from '../../testing/bank-links.ts';
import { createOpenOffer } from '../../testing/offers.ts';
import { createPlaidAnswers, PLAID_CLIENT } from '../../testing/plaid-server.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, ORIGIN, postJson, signInAs, startTestApp } from '../../testing/test-app.ts';

const KEY = Buffer.alloc(32, 'a key for bank tokens');
const encryption = createEncryption({ key: KEY });

let provider: Server;
const plaid = createPlaidAnswers();
let baseUrl: string;
let portal: TestPortal;
let tenantId: string;

beforeAll(async () => {
  provider = createServer(plaid.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => provider.once('listening', resolve));
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const bankProvider = createPlaid({ ...PLAID_CLIENT, baseUrl, portalName: 'Syndicate Portal' });
  portal = await openTestPortal({ bankProvider, encryption });
  ({ tenantId } = portal);
});
afterAll(async () => {
  await portal.close();
  provider.close();
});

const newLink = (options?: Parameters<typeof createBankLink>[2]) =>
  createBankLink(portal.database.owner, tenantId, options);
const newPublicToken = () => `public-${crypto.randomUUID()}`;
const openWidget = (token: string) =>
  portal.app.fetch('/receive_accounting/link_token', {
    method: 'POST',
    headers: { origin: ORIGIN, authorization: `Link ${token}` },
  });
const connect = (token: string, publicToken: string) =>
  portal.app.fetch(
    '/receive_accounting/public_token',
    postJson({ public_token: publicToken, company_plaid_id: token }),
  );
const refusalOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code };
};
const connections = (companyId: bigint) =>
  withTenant(portal.database.db, tenantId, (tx) =>
    tx.selectFrom('bankConnections').selectAll().where('companyId', '=', companyId).execute(),
  );

test('BANK-01 the server makes the widget’s token, for auth and transactions', async () => {
  const { token } = await newLink();
  const response = await openWidget(token);
  expect(await response.json()).toEqual({
    link_token: expect.stringMatching(/^link-sandbox-/),
    script_url: PLAID_CLIENT.scriptUrl,
  });
  const { path, body } = plaid.asked.at(-1) ?? {};
  expect(path).toBe('/link/token/create');
  expect(body).toMatchObject({
    client_name: 'Syndicate Portal',
    products: ['auth', 'transactions'],
    country_codes: ['US'],
    language: 'en',
  });
  // Neither the link nor anything about the company is sent to the provider.
  expect(JSON.stringify(body)).not.toContain(token);
});

test('BANK-01 the public token is exchanged on the server and kept encrypted, and the link is used up', async () => {
  const { companyId, token } = await newLink();
  const publicToken = newPublicToken();
  const response = await connect(token, publicToken);
  expect(await response.json()).toEqual({ success: true, message: 'Your bank is connected.' });
  const [connection, ...others] = await connections(companyId);
  expect(others).toEqual([]);
  if (!connection) throw new Error('Nothing was kept.');
  const { id, accessTokenCipher: cipher, keyId } = connection;
  expect(cipher.includes('access-of')).toBe(false);
  expect(encryption.open({ cipher, keyId }, accessTokenPlace(tenantId, id))).toBe(`access-of-${publicToken}`);
  expect(connection).toMatchObject({ companyId, providerItemId: `item-of-${publicToken}` });

  expect(await refusalOf(await connect(token, newPublicToken()))).toEqual({
    status: 410,
    code: 'bank_link_used',
  });
  expect(await refusalOf(await openWidget(token))).toEqual({ status: 410, code: 'bank_link_used' });
  const audit = await withTenant(portal.database.db, tenantId, (tx) =>
    tx.selectFrom('auditEvents').select('action').where('subject', '=', `company ${companyId}`).execute(),
  );
  expect(audit).toEqual([{ action: 'bank connected' }]);
});

test('BANK-01 of many at once one connects', async () => {
  const { companyId, token } = await newLink();
  const answers = await Promise.all(Array.from({ length: 4 }, () => connect(token, newPublicToken())));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 410, 410, 410]);
  expect(await connections(companyId)).toHaveLength(1);
});

test('BANK-01 security rule: of sixty requests of one link at once four wait, the others are asked to come back, and another link is served', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const plaidAnswers = createPlaid({ ...PLAID_CLIENT, baseUrl, portalName: 'Syndicate Portal' });
  const bankProvider: typeof plaidAnswers = {
    ...plaidAnswers,
    newWidgetToken: (user) => answered.then(() => plaidAnswers.newWidgetToken(user)),
  };
  const app = await startTestApp(portal.database, { bankProvider, encryption });
  try {
    const [{ token }, other] = [await newLink(), await newLink()];
    const ask = (of: string) =>
      app.fetch('/receive_accounting/link_token', {
        method: 'POST',
        headers: { origin: ORIGIN, authorization: `Link ${of}` },
      });
    const refused: Response[] = [];
    const sixty = Array.from({ length: 60 }, () =>
      ask(token).then((response) => {
        if (response.status === 503) refused.push(response);
        return response.status;
      }),
    );
    await expect.poll(() => refused.length, { timeout: 10_000 }).toBe(56);
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
    const theirs = ask(other.token);
    answer();
    expect((await theirs).status).toBe(200);
    expect((await Promise.all(sixty)).filter((status) => status === 200)).toHaveLength(4);
    expect((await ask(token)).status).toBe(200);
  } finally {
    await app.close();
  }
});

test('BANK-01 security rule: foreign, made-up and stale links are refused, and leave nothing behind', async () => {
  const stale = await newLink({ seconds: -1 });
  expect(await refusalOf(await connect(stale.token, newPublicToken()))).toEqual({
    status: 410,
    code: 'link_expired',
  });
  const offer = await createOpenOffer(portal.database.owner, tenantId);
  const madeUp = Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), Buffer.alloc(32)]);
  for (const token of [offer.token, madeUp.toString('base64url'), String(stale.companyId), '']) {
    expect(await refusalOf(await connect(token, newPublicToken()))).toEqual({
      status: 404,
      code: 'link_unknown',
    });
    expect((await openWidget(token)).status).toBe(404);
  }
  expect(await connections(stale.companyId)).toEqual([]);
});

test('BANK-01 security rule: a bank’s link opens no offer', async () => {
  const { token } = await newLink();
  const { offerId } = await createOpenOffer(portal.database.owner, tenantId);
  expect((await portal.app.fetch(`/get_deal_for_iso/${offerId}/${token}`)).status).toBe(404);
});

test('BANK-01 security rule: another origin’s page cannot use a link', async () => {
  const { token } = await newLink();
  const body = { public_token: newPublicToken(), company_plaid_id: token };
  const foreign = postJson(body, { origin: 'https://elsewhere.example' });
  expect((await portal.app.fetch('/receive_accounting/public_token', foreign)).status).toBe(403);
});

test('BANK-01 when the provider refuses or fails, the link stays good', async () => {
  const { companyId, token } = await newLink();
  expect(await refusalOf(await connect(token, 'made-up'))).toEqual({ status: 422, code: 'bank_refused' });
  expect(await refusalOf(await connect(token, 'public-out-of-order'))).toEqual({
    status: 503,
    code: 'bank_unavailable',
  });
  expect(await connections(companyId)).toEqual([]);
  expect((await connect(token, newPublicToken())).status).toBe(200);
});

/** Waits until the provider has been asked this many times in total. */
async function untilAsked(times: number): Promise<void> {
  while (plaid.asked.length < times) await setTimeout(10);
}

const setLink = (companyId: bigint, values: Partial<Record<'revokedAt' | 'reservedUntil', Date>>) =>
  withTenant(portal.database.owner, tenantId, (tx) =>
    tx
      .updateTable('capabilityLinks')
      .set(values)
      .where('kind', '=', 'bank link')
      .where('subjectId', '=', companyId)
      .execute(),
  );

test('BANK-01 while one waits for the provider, another one waits for it and is refused, or takes over when it fails', async () => {
  for (const [token, expected] of [
    [newPublicToken(), [200, 410]],
    ['public-out-of-order', [503, 200]],
  ] as const) {
    const link = await newLink();
    const askedBefore = plaid.asked.length;
    const release = plaid.hold();
    const first = connect(link.token, token);
    await untilAsked(askedBefore + 1);
    const second = connect(link.token, newPublicToken());
    await setTimeout(600);
    expect(plaid.asked.length).toBe(askedBefore + 1);
    release();
    expect([(await first).status, (await second).status]).toEqual(expected);
    expect(await connections(link.companyId)).toHaveLength(1);
  }
});

test('BANK-01 a link that was revoked while the provider was asked connects nothing', async () => {
  const { companyId, token } = await newLink();
  const askedBefore = plaid.asked.length;
  const release = plaid.hold();
  const connecting = connect(token, newPublicToken());
  await untilAsked(askedBefore + 1);
  await setLink(companyId, { revokedAt: new Date() });
  release();
  expect(await refusalOf(await connecting)).toEqual({ status: 410, code: 'link_expired' });
  expect(await connections(companyId)).toEqual([]);
});

test('BANK-01 a process that dies while it waits for the provider leaves the link good once its reservation has ended', async () => {
  const { companyId, token } = await newLink();
  const reservation = await inTransaction(portal.database.db, async (tx) => {
    const link = await presentLink(tx, 'bank link', token);
    return link && reserveLink(tx, link, 30);
  });
  expect(reservation).not.toBeNull();
  const connecting = connect(token, newPublicToken());
  await setTimeout(600);
  expect(await connections(companyId)).toEqual([]);
  await setLink(companyId, { reservedUntil: new Date() });
  expect((await connecting).status).toBe(200);
  expect(await connections(companyId)).toHaveLength(1);
});

test('OPS-09 while sixty wait for a provider that does not answer, others are answered from a pool of two', async () => {
  await portal.addInvestor('dana@northgate.example');
  const db = openDatabase(portal.database.url, { maxConnections: 2 });
  const bankProvider = createPlaid({ ...PLAID_CLIENT, baseUrl, portalName: 'Syndicate Portal' });
  const app = await startTestApp({ ...portal.database, db }, { bankProvider, encryption });
  try {
    const links = await Promise.all(Array.from({ length: 30 }, () => newLink()));
    const { accessToken } = await signInAs(app, 'dana@northgate.example', PASSWORD);
    const askedBefore = plaid.asked.length;
    const release = plaid.hold();
    const waiting = links.flatMap(({ token }) => [
      app.fetch(
        '/receive_accounting/public_token',
        postJson({ public_token: newPublicToken(), company_plaid_id: token }),
      ),
      app.fetch('/receive_accounting/link_token', {
        method: 'POST',
        headers: { origin: ORIGIN, authorization: `Link ${token}` },
      }),
    ]);
    await untilAsked(askedBefore + waiting.length);
    const totals = `/api/payouts/syndication_sums/${portal.syndicateId}`;
    for (let count = 0; count < 5; count += 1)
      expect((await app.fetch(totals, asMember(accessToken, tenantId))).status).toBe(200);
    release();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
  } finally {
    await app.close();
    await db.destroy();
  }
});

test('BANK-01 a provider that does not answer, or none at all, says so', async () => {
  const { token } = await newLink();
  const away = createPlaid({ ...PLAID_CLIENT, baseUrl: 'http://127.0.0.1:1', portalName: 'Portal' });
  for (const [bankProvider, refusal] of [
    [away, { status: 503, code: 'bank_unavailable' }],
    [null, { status: 422, code: 'no_bank_provider' }],
  ] as const) {
    const app = await startTestApp(portal.database, { bankProvider });
    const response = await app.fetch('/receive_accounting/link_token', {
      method: 'POST',
      headers: { origin: ORIGIN, authorization: `Link ${token}` },
    });
    expect(await refusalOf(response)).toEqual(refusal);
    await app.close();
  }
});
