import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCashAccount } from '../ledger/cash/open-cash-account.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import {
  createFundedDeal,
  createMembership,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../testing/factories.ts';
import { createOpenOffer } from '../testing/offers.ts';
import { createPages, openPage } from '../testing/opened-page.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { ORIGIN, postJson, type SignedIn, signInAs } from '../testing/test-app.ts';

let portal: TestPortal;
let investor: SignedIn;
let dealPublicId: string;

beforeAll(async () => {
  portal = await openTestPortal({ webFolder: await createPages() });
  const { tenantId, syndicateId, database } = portal;
  dealPublicId = await withTenant(database.owner, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { name: '</script><b>__NONCE__' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    const { publicId } = await tx
      .selectFrom('deals')
      .select('publicId')
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow();
    return publicId;
  });
  investor = await signedIn('investor@northgate.example', { permissions: ['view-fcs'] });
});
afterAll(() => portal.close());

async function signedIn(email: string, membership: Parameters<TestPortal['addInvestor']>[1] = {}) {
  await portal.addInvestor(email, membership);
  return signInAs(portal.app, email, PASSWORD);
}

const open = (address: string, { cookie }: Pick<SignedIn, 'cookie'>, headers = {}) =>
  openPage(portal.app, address, { cookie, ...headers });

const totalsOf = (syndicateId: bigint) => `GET /api/payouts/syndication_sums/${syndicateId} `;

test('ROUTE-10 the dashboard arrives with the same answers as its calls get', async () => {
  const { arrivedWith, headers } = await open('/dashboard', investor);
  expect(headers['cache-control']).toBe('no-store');
  expect(arrivedWith?.session).toMatchObject({
    user_id: investor.userId,
    tenant: { id: portal.tenantId, name: 'Harbor Capital' },
    must_change_password: false,
  });
  const answers = Object.entries(arrivedWith?.answers ?? {});
  expect(answers).toHaveLength(6);
  for (const [text, answer] of answers) {
    const [, method = '', address = '', body] = /^(\w+) (\S+) (.*)$/s.exec(text) ?? [];
    const response = await portal.app.fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${investor.accessToken}`,
        'x-tenant': portal.tenantId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
    });
    expect(await response.json()).toEqual(answer);
  }
});

test('ROUTE-10 what a merchant is called cannot end the element that holds the answers, or become a placeholder', async () => {
  const { html, arrivedWith } = await open('/dashboard', investor);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(html).not.toContain('<b>');
  expect(JSON.stringify(arrivedWith)).toContain('</script><b>__NONCE__');
});

test('ROUTE-10 the file control sheet arrives with its parts, and the view is recorded once', async () => {
  const { arrivedWith } = await open(`/fcs/${dealPublicId}`, investor);
  expect(Object.keys(arrivedWith?.answers ?? {})).toHaveLength(11);
  const viewed = (await trailOf(portal.database, portal.tenantId)).filter(
    ({ action }) => action === 'deal file viewed',
  );
  expect(viewed).toMatchObject([{ actorId: BigInt(investor.userId) }]);
});

test.each([
  ['the page of a deal', () => `/deal/${dealPublicId}`, /^GET \/api\/syndicates\/\d+\/deals\//],
  ['the tab Insights', () => '/dashboard?view=insights', /^GET \/api\/returns\//],
  ['Documents', () => '/documents', /^GET \/api\/statements\//],
])('ROUTE-10 %s arrives with what it shows first', async (_, address, call) => {
  const { arrivedWith } = await open(address(), investor);
  const asked = Object.keys(arrivedWith?.answers ?? {});
  expect(asked.some((text) => call.test(text))).toBe(true);
});

test('ROUTE-10 the cash account arrives where there is one, and only the user’s own', async () => {
  const { database, tenantId, syndicateId } = portal;
  const asked = async (address: string) =>
    Object.keys((await open(address, investor)).arrivedWith?.answers ?? {}).filter((text) =>
      text.startsWith('GET /api/cash/'),
    );
  expect(await asked('/cash')).toEqual([]);
  await withTenant(database.owner, tenantId, (tx) =>
    openCashAccount(tx, tenantId, { syndicateId, cash: 100_00n, contributed: 100_00n, recordedBy: 'test' }),
  );
  expect(await asked('/cash')).toEqual([
    `GET /api/cash/${syndicateId} `,
    `GET /api/cash/${syndicateId}/movements? `,
  ]);
  expect(await asked(`/cash?syndicate=${syndicateId + 1n}`)).toEqual([]);
});

test('ROUTE-11 security rule: a deal of somebody else does not arrive on its page', async () => {
  const { database, tenantId } = portal;
  const other = await withTenant(database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  for (const address of [`/deal/${dealPublicId}?syndicate=${other}`, '/deal/none-of-theirs']) {
    const { arrivedWith } = await open(address, investor);
    const asked = Object.keys(arrivedWith?.answers ?? {});
    expect(asked.filter((text) => text.includes('/deals/'))).toEqual([]);
  }
});

test('ROUTE-11 security rule: opening a page renews, issues and touches nothing', async () => {
  const userId = BigInt(investor.userId);
  const state = () =>
    withClaims(portal.database.owner, { userId }, async (tx) => ({
      tokens: await tx.selectFrom('sessionTokens').selectAll().orderBy('tokenHash').execute(),
      sessions: await tx.selectFrom('sessions').selectAll().orderBy('id').execute(),
    }));
  const before = await state();
  const { headers } = await open('/dashboard', investor);
  expect(headers['set-cookie']).toBeUndefined();
  expect(await state()).toEqual(before);
});

describe('who gets none', () => {
  const arrivesWith = async (
    headers: Record<string, string | undefined>,
    who: { cookie: string } = investor,
  ) => (await open('/dashboard', who, headers)).arrivedWith;

  test.each([
    [
      'a script reads it',
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
    ],
    ['it is in a frame', { 'sec-fetch-dest': 'iframe' }],
    ['another site leads there', { 'sec-fetch-site': 'cross-site' }],
    ['another tenant’s page leads there', { 'sec-fetch-site': 'same-site' }],
    ['the browser loads it in advance', { 'sec-purpose': 'prefetch;prerender' }],
    [
      'a program or an old browser says nothing of it',
      { 'sec-fetch-mode': undefined, 'sec-fetch-dest': undefined },
    ],
    ['there is no session', { cookie: '' }],
    ['the cookie is nobody’s', { cookie: `__Host-session=${'x'.repeat(43)}` }],
  ])('ROUTE-11 security rule: a page arrives without answers when %s', async (_, headers) => {
    expect(await arrivesWith(headers)).toBeNull();
  });

  test('ROUTE-11 security rule: a page arrives without answers when the user has several tenants, of which one has to be chosen', async () => {
    const both = await signedIn('both@northgate.example');
    const elsewhere = await createTenant(portal.database.owner);
    await withTenant(portal.database.owner, elsewhere, async (tx) =>
      createMembership(tx, elsewhere, BigInt(both.userId), {
        syndicateId: await createSyndicate(tx, elsewhere),
      }),
    );
    expect(await arrivesWith({}, both)).toBeNull();
  });

  test('ROUTE-11 security rule: a page arrives without answers after Logout', async () => {
    const leaving = await signedIn('leaving@northgate.example');
    expect(await arrivesWith({}, leaving)).not.toBeNull();
    await portal.app.fetch('/user/logout', postJson({}, { cookie: leaving.cookie }));
    expect(await arrivesWith({}, leaving)).toBeNull();
  });

  test('ROUTE-11 security rule: a page arrives without answers after nine minutes without activity', async () => {
    const idle = await signedIn('idle@northgate.example');
    await withClaims(portal.database.owner, { userId: BigInt(idle.userId) }, (tx) =>
      tx.updateTable('sessions').set({ lastActiveAt: sql<Date>`now() - interval '9 minutes'` }).execute(),
    );
    expect(await arrivesWith({}, idle)).toBeNull();
  });

  test('ROUTE-11 security rule: a page arrives without answers with a cookie that was renewed, and so may be somebody else’s copy', async () => {
    const renewing = await signedIn('renewing@northgate.example');
    const renew = postJson({ grant_type: 'refresh_token' }, { cookie: renewing.cookie });
    expect((await portal.app.fetch('/api/non-tenant/oauth/token', renew)).status).toBe(200);
    expect(await arrivesWith({}, renewing)).toBeNull();
  });

  test('ROUTE-11 security rule: a page arrives without answers with an account that was closed', async () => {
    const closed = await signedIn('closed@northgate.example');
    await withTenant(portal.database.owner, portal.tenantId, (tx) =>
      tx
        .updateTable('memberships')
        .set({ isTerminated: true })
        .where('userId', '=', BigInt(closed.userId))
        .execute(),
    );
    expect(await arrivesWith({}, closed)).toBeNull();
  });
});

test('ROUTE-11 security rule: nobody arrives with another syndicate’s book, and a manager’s look at one is recorded', async () => {
  const { database, tenantId } = portal;
  const other = await withTenant(database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  const refused = await open(`/dashboard?syndicate=${other}`, investor);
  expect(Object.keys(refused.arrivedWith?.answers ?? {})).not.toContain(totalsOf(other));
  const manager = await signedIn('manager@northgate.example', { permissions: ['switch-syndicates'] });
  const { arrivedWith } = await open(`/dashboard?syndicate=${other}`, manager);
  expect(Object.keys(arrivedWith?.answers ?? {})).toContain(totalsOf(other));
  expect(await trailOf(database, tenantId, `syndicate ${other}`)).toMatchObject([
    { action: 'syndicate viewed', actorId: BigInt(manager.userId) },
  ]);
});

test('ROUTE-11 security rule: a deal that is not theirs, or whose sheet they may not see, does not arrive', async () => {
  const without = await signedIn('without@northgate.example');
  const { arrivedWith } = await open(`/fcs/${dealPublicId}`, without);
  expect(Object.keys(arrivedWith?.answers ?? {}).some((text) => text.includes('get_deal_data'))).toBe(false);
});

test('ROUTE-11 before a password is changed a page arrives with who it is, and with nothing of the book', async () => {
  const first = await signedIn('first@northgate.example');
  await withClaims(portal.database.owner, { userId: BigInt(first.userId) }, (tx) =>
    tx.updateTable('users').set({ mustChangePassword: true }).execute(),
  );
  const { arrivedWith } = await open('/dashboard', first);
  expect(arrivedWith?.session?.must_change_password).toBe(true);
  expect(Object.keys(arrivedWith?.answers ?? {})).not.toContain(totalsOf(portal.syndicateId));
});

describe('a broker’s link', () => {
  const offerPage = ({ offerId, token }: { offerId: bigint; token: string }) => `/offer/${offerId}/${token}`;
  const isOffer = (text: string) => text.startsWith('GET /get_deal_for_iso/');

  test('ROUTE-10 its page arrives with the offer, from a mail in a browser too, and the view is recorded', async () => {
    const offer = await createOpenOffer(portal.database.owner, portal.tenantId);
    const { arrivedWith, headers } = await openPage(portal.app, offerPage(offer), {
      'sec-fetch-site': 'cross-site',
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(arrivedWith?.session).toBeNull();
    expect(Object.keys(arrivedWith?.answers ?? {}).filter(isOffer)).toHaveLength(1);
    expect(JSON.stringify(arrivedWith)).not.toContain(offer.token);
    const viewed = (await trailOf(portal.database, portal.tenantId)).filter(
      ({ action }) => action === 'offer viewed',
    );
    expect(viewed).toHaveLength(1);
  });

  test('ROUTE-11 security rule: a program that follows links gets no offer, and leaves no view', async () => {
    const offer = await createOpenOffer(portal.database.owner, portal.tenantId);
    const before = await trailOf(portal.database, portal.tenantId);
    const { arrivedWith } = await openPage(portal.app, offerPage(offer), {
      'sec-fetch-mode': undefined,
      'sec-fetch-dest': undefined,
    });
    expect(arrivedWith).toBeNull();
    expect(await trailOf(portal.database, portal.tenantId)).toEqual(before);
  });

  test('ROUTE-11 security rule: a link that was revoked, or is another offer’s, opens nothing, and the page knows why', async () => {
    const offer = await createOpenOffer(portal.database.owner, portal.tenantId);
    const another = await createOpenOffer(portal.database.owner, portal.tenantId);
    const crossed = await openPage(portal.app, offerPage({ ...offer, token: another.token }));
    expect(Object.keys(crossed.arrivedWith?.answers ?? {}).filter(isOffer)).toEqual([]);
    await withTenant(portal.database.owner, portal.tenantId, (tx) =>
      tx
        .updateTable('capabilityLinks')
        .set({ revokedAt: sql<Date>`now()` })
        .where('subjectId', '=', offer.offerId)
        .execute(),
    );
    const { arrivedWith } = await openPage(portal.app, offerPage(offer));
    expect(Object.keys(arrivedWith?.answers ?? {}).filter(isOffer)).toEqual([]);
    expect(Object.values(arrivedWith?.refusals ?? {})).toMatchObject([{ code: 'link_expired', status: 410 }]);
  });

  test('ROUTE-11 security rule: guesses at a page are counted like guesses at the call', async () => {
    const guess = () =>
      openPage(portal.app, `/offer/1/${Buffer.alloc(48, Math.random().toString()).toString('base64url')}`);
    let told = 'link_unknown';
    for (let tries = 0; tries < 300 && told === 'link_unknown'; tries += 1)
      told = Object.values((await guess()).arrivedWith?.refusals ?? {})[0]?.code ?? 'nothing';
    expect(told).toBe('nothing');
    const call = await portal.app.fetch('/get_deal_for_iso/1/current', {
      headers: { origin: ORIGIN, authorization: `Link ${Buffer.alloc(48, 'x').toString('base64url')}` },
    });
    expect(call.status).toBe(429);
  });
});
