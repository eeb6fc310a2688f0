import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../shared/contract/all.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import {
  createFundedDeal,
  createMembership,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../testing/factories.ts';
import { openSession } from '../testing/open-session.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { postPayment } from '../testing/posting.ts';
import { asMember, postAsMember, postJson, signInAs } from '../testing/test-app.ts';
import { type Book, readAnswer, sendVersioned, versionedCalls } from '../testing/versioned-calls.ts';

const DAY = calendarDate('2026-11-02');
const PAY_DATE = '2026-11-03';
let portal: TestPortal;
let elsewhere: string;
let own: Book;
let other: Book;
let ofElsewhere: Book;
const HOST = 'portal.harbor.test';
const EMAIL = {
  dana: 'dana@northgate.example',
  ravi: 'ravi@northgate.example',
  manager: 'manager@northgate.example',
};
const people = {} as Record<keyof typeof EMAIL, bigint>;

async function fillBook(tenantId: string, syndicateId: bigint, mid: string): Promise<Book> {
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid, name: `Oak ${mid}` });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    const posted = { dealId, reference: mid, amount: 70_000n, clearedDate: DAY, postedOn: DAY };
    await postPayment(tx, tenantId, posted);
  });
  return { syndicateId, mid, payDate: PAY_DATE };
}

beforeAll(async () => {
  // The name is what a proxy says that it was asked for.
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
  const { owner } = portal.database;
  const { tenantId, syndicateId } = portal;
  own = await fillBook(tenantId, syndicateId, 'HC1');
  const newSyndicate = (of: string) => withTenant(owner, of, (tx) => createSyndicate(tx, of));
  other = await fillBook(tenantId, await newSyndicate(tenantId), 'HC2');
  elsewhere = await createTenant(owner);
  ofElsewhere = await fillBook(elsewhere, await newSyndicate(elsewhere), 'HC3');
  people.dana = await portal.addInvestor(EMAIL.dana);
  people.ravi = await portal.addInvestor(EMAIL.ravi);
  people.manager = await portal.addInvestor(EMAIL.manager, {
    permissions: ['switch-syndicates'],
  });
  await withTenant(owner, tenantId, (tx) =>
    tx.insertInto('tenantHosts').values({ tenantId, host: HOST, isMain: true }).execute(),
  );
  await withTenant(owner, elsewhere, (tx) =>
    createMembership(tx, elsewhere, people.dana, { syndicateId: ofElsewhere.syndicateId }),
  );
});
afterAll(() => portal.close());

const signIn = (who: keyof typeof people) => openSession(portal.database.owner, people[who]);

type Call = ReturnType<typeof versionedCalls>[number];

const ask = (call: Call, token: string, known?: string | null, tenantId = portal.tenantId, headers = {}) =>
  sendVersioned(portal.app, call, { token, tenantId, known, headers });

const isDealPayouts = ({ endpoint }: Call) => endpoint === 'portfolio.dealPayouts';

/** What a refusal says, without the number of its request. */
async function refusalOf(response: Response) {
  const { request_id: _, ...said } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, etag: response.headers.get('etag'), said };
}

/** Each call of the person's book, with the version of their own answer. */
async function knownBy(token: string, book = own) {
  return Promise.all(
    versionedCalls(book).map(async (call) => ({ call, ...(await readAnswer(await ask(call, token))) })),
  );
}

test('BOOK-07 every versioned endpoint is tried here', () => {
  const versioned = Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>)
      .filter(([, endpoint]) => endpoint.isVersioned)
      .map(([name]) => `${feature}.${name}`),
  );
  expect(new Set(versionedCalls(own).map(({ endpoint }) => endpoint))).toEqual(new Set(versioned));
});

describe('an answer that its caller already has', () => {
  test('BOOK-07 is 304 without a body, in each of the book’s calls, and is never stored', async () => {
    const token = await signIn('dana');
    const known = await knownBy(token);
    expect(new Set(known.map(({ etag }) => etag)).size).toBe(known.length);
    for (const { call, etag } of known) {
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      for (const given of [etag, `W/${etag}`, `"something else", ${etag}`]) {
        const again = await ask(call, token, given);
        expect({ path: call.path, status: again.status }).toEqual({ path: call.path, status: 304 });
        expect(await again.text()).toBe('');
        for (const header of ['content-length', 'content-type']) expect(again.headers.get(header)).toBeNull();
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBe('no-store');
      }
    }
  });

  test('BOOK-07 is sent in full to whoever names another version, any version or none', async () => {
    const token = await signIn('dana');
    for (const { call, text, etag } of await knownBy(token))
      for (const given of [null, '*', '"something else"', etag.slice(1, -1)]) {
        const answer = await ask(call, token, given);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(await readAnswer(answer)).toEqual({ etag, text });
      }
  });

  test('BOOK-08 is recorded as a use as if it had been sent', async () => {
    const token = await signIn('manager');
    const [strip] = await knownBy(token, other);
    const events = () => trailOf(portal.database, portal.tenantId, `syndicate ${other.syndicateId}`);
    const before = (await events()).length;
    // Another session of the same manager, who has kept an answer, is another use.
    const later = await signIn('manager');
    expect((await ask(strip?.call as Call, later, strip?.etag)).status).toBe(200);
    expect((await events()).length).toBe(before + 1);
    const { etag } = await readAnswer(await ask(strip?.call as Call, later));
    await forgetViews();
    expect((await ask(strip?.call as Call, later, etag)).status).toBe(304);
    expect((await events()).length).toBe(before + 2);
  });
});

/** Moves every recorded view into the past, so that the next one is recorded as a new event. */
const forgetViews = () =>
  withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    await sql`update audit_events set at = at - interval '11 minutes'`.execute(tx);
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
  });

describe('a version is worth nothing to anybody else', () => {
  test('BOOK-08 another person of the same syndicate, and another session, get an answer of their own', async () => {
    const known = await knownBy(await signIn('dana'));
    for (const token of [await signIn('ravi'), await signIn('dana')])
      for (const { call, etag, text } of known) {
        const answer = await readAnswer(await ask(call, token, etag));
        expect(answer.etag).not.toBe(etag);
        expect(answer.text).toBe(text);
      }
  });

  test('BOOK-08 another tenant of the same person is another book, in which this one is not found', async () => {
    const token = await signIn('dana');
    const known = await knownBy(token);
    for (const [index, call] of versionedCalls(ofElsewhere).entries()) {
      const answer = await readAnswer(await ask(call, token, known[index]?.etag, elsewhere));
      expect(answer.etag).not.toBe(known[index]?.etag);
    }
    for (const { call, etag } of known) {
      const refused = await refusalOf(await ask(call, token, etag, elsewhere));
      expect(refused).toEqual(await refusalOf(await ask(call, token, null, elsewhere)));
      expect(refused).toMatchObject({ status: 403, etag: null });
    }
  });

  test('BOOK-08 a manager’s version of another syndicate opens it to nobody else, and no longer to the manager', async () => {
    const manager = await signIn('manager');
    const known = await knownBy(manager, other);
    const dana = await signIn('dana');
    const expectRefused = async (token: string) => {
      for (const { call, etag } of known) {
        const refused = await refusalOf(await ask(call, token, etag));
        expect(refused).toMatchObject({ status: 403, etag: null, said: { code: 'switch_not_allowed' } });
      }
    };
    await expectRefused(dana);
    const setPermissions = (permissions: string[]) =>
      withTenant(portal.database.owner, portal.tenantId, (tx) =>
        tx.updateTable('memberships').set({ permissions }).where('userId', '=', people.manager).execute(),
      );
    const ofOwn = await knownBy(manager);
    await setPermissions([]);
    await expectRefused(manager);
    // The answer is the same, but whoever may see less has to be told so by the server.
    for (const { call, etag, text } of ofOwn) {
      const answer = await readAnswer(await ask(call, manager, etag));
      expect({ isSame: answer.etag === etag, text: answer.text }).toEqual({ isSame: false, text });
    }
    await setPermissions(['switch-syndicates']);
  });

  test('BOOK-08 a tab that is taken away is refused, and the other calls have another version', async () => {
    const token = await signIn('dana');
    const known = await knownBy(token);
    const showTabs = (isShown: boolean) =>
      withTenant(portal.database.owner, portal.tenantId, (tx) =>
        tx
          .updateTable('syndicates')
          .set({ showsSimpleView: isShown, showsDetailedView: isShown, showsDealsTab: isShown })
          .where('id', '=', own.syndicateId)
          .execute(),
      );
    await showTabs(false);
    for (const { call, etag } of known) {
      const answer = await ask(call, token, etag);
      if (call.endpoint === 'portfolio.participations')
        expect(await refusalOf(answer)).toMatchObject({ etag: null, said: { code: 'tab_not_shown' } });
      else expect((await readAnswer(answer)).etag).not.toBe(etag);
    }
    await showTabs(true);
  });

  test('BOOK-08 after Logout, in a session that was ended from another, and at another host, the refusal stays the refusal', async () => {
    const signInHere = () => signInAs(portal.app, EMAIL.dana, PASSWORD);
    const [leaving, ended, staying] = [await signInHere(), await signInHere(), await signInHere()];
    const expectRefused = async (known: Awaited<ReturnType<typeof knownBy>>, token: string, more = {}) => {
      for (const { call, etag } of known) {
        const answer = await ask(call, token, etag, portal.tenantId, more);
        const refused = await refusalOf(answer);
        expect(refused).toMatchObject({ status: 401, etag: null, said: { code: 'not_signed_in' } });
      }
    };
    const knownBefore = {
      leaving: await knownBy(leaving.accessToken),
      ended: await knownBy(ended.accessToken),
      staying: await knownBy(staying.accessToken),
    };
    await portal.app.fetch('/user/logout', postJson({}, { cookie: leaving.cookie }));
    await expectRefused(knownBefore.leaving, leaving.accessToken);
    const { accessToken } = staying;
    const others = { which: 'others', password: PASSWORD };
    await portal.app.fetch('/user/sessions/end', postAsMember(others, accessToken, portal.tenantId));
    await expectRefused(knownBefore.ended, ended.accessToken);
    await expectRefused(knownBefore.staying, accessToken, { 'x-forwarded-host': HOST });
    for (const { call, etag } of knownBefore.staying)
      expect((await ask(call, accessToken, etag)).status).toBe(304);
  });

  test('BOOK-08 a deal and a syndicate that do not exist are not found, and have no version', async () => {
    const token = await signIn('manager');
    const [known] = await knownBy(token);
    for (const call of versionedCalls({ ...own, syndicateId: 999_999n })) {
      const answer = await ask(call, token, known?.etag);
      expect(await refusalOf(answer)).toMatchObject({ status: 404, etag: null });
    }
    const dealPayouts = versionedCalls({ ...own, mid: 'NONE' }).find(isDealPayouts) as Call;
    expect(await refusalOf(await ask(dealPayouts, token))).toMatchObject({ status: 404, etag: null });
  });
});

test('BOOK-08 a call without a version has none', async () => {
  const { tenantId, app } = portal;
  const answer = await app.fetch(
    '/api/syndicate/get_compact_syndicates',
    asMember(await signIn('manager'), tenantId),
  );
  expect({ status: answer.status, etag: answer.headers.get('etag') }).toEqual({ status: 200, etag: null });
});
