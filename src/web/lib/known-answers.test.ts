import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../shared/contract/endpoint.ts';
import { chooseTenant, dropAccessToken, requestAccessToken, TenantRequired } from './access-token.ts';
import { call } from './call.ts';

const strip = endpoint({
  method: 'POST',
  path: '/api/strip',
  access: 'investor',
  reads: true,
  isVersioned: true,
  summary: 'Stands for any call of the book.',
  body: z.object({ id: z.number() }),
  response: z.object({ figure: z.number() }),
});

const plain = endpoint({
  method: 'GET',
  path: '/api/plain',
  access: 'investor',
  summary: 'Stands for any other call.',
  response: z.object({ figure: z.number() }),
});

const HARBOR = {
  id: '6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101',
  name: 'Harbor Capital',
  syndicateId: null,
  isDesk: false,
};
const KEYSTONE = {
  id: '6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b102',
  name: 'Keystone',
  syndicateId: null,
  isDesk: false,
};

/** The book's figure, and who signs in next. */
let figure: number;
let userId: number;
let tenants: (typeof HARBOR)[];
/** The version that each request of the book brought. */
let brought: (string | null)[];
/** Set to hold an answer back until it resolves. */
let held: Promise<void>;

async function serve(path: string, init: RequestInit): Promise<Response> {
  if (path !== strip.path && path !== plain.path) return signedIn();
  const headers = new Headers(init.headers);
  const version = `"${headers.get('x-tenant')} ${figure} ${init.body}"`;
  const known = headers.get('if-none-match');
  brought.push(known);
  await held;
  if (known === version) return new Response(null, { status: 304, headers: { etag: version } });
  return new Response(JSON.stringify({ figure }), { headers: { etag: version } });
}

const signedIn = () =>
  new Response(
    JSON.stringify({
      access_token: 'token',
      token: 'token',
      token_type: 'Bearer',
      expires_in: 300,
      user_id: userId,
      id: userId,
      name: 'Dana',
      role: 'syndication',
      first_login: false,
      terminated_user: 0,
      syndication_id: 3,
      tenants: tenants.map((tenant) => ({ ...tenant, syndication_id: 3, desk: false })),
    }),
  );

const signIn = () =>
  requestAccessToken({
    grant: 'password',
    loginName: 'dana',
    password: 'x',
    captcha: '',
    isRemembered: false,
  });

beforeEach(async () => {
  vi.stubGlobal('fetch', serve);
  figure = 1;
  userId = 7;
  tenants = [HARBOR];
  brought = [];
  held = Promise.resolve();
  dropAccessToken();
  await signIn();
});

const readStrip = (id = 1) => call(strip, { body: { id } });

test('BOOK-09 BOOK-07 an answer that has not changed is the one kept, and a changed one replaces it', async () => {
  const first = await readStrip();
  expect(await readStrip()).toBe(first);
  expect(brought).toEqual([null, expect.stringContaining(HARBOR.id)]);
  figure = 2;
  const changed = await readStrip();
  expect(changed).toEqual({ figure: 2 });
  expect(await readStrip()).toBe(changed);
});

test('BOOK-09 another request, and a call without versions, bring no version', async () => {
  await readStrip(1);
  await readStrip(2);
  await call(plain, {});
  await call(plain, {});
  expect(brought).toEqual([null, null, null, null]);
});

test('BOOK-09 after the session has ended nothing is known, for the same user and for another', async () => {
  await readStrip();
  dropAccessToken();
  await signIn();
  await readStrip();
  dropAccessToken();
  userId = 8;
  await signIn();
  await readStrip();
  expect(brought).toEqual([null, null, null]);
});

test('BOOK-09 another tenant of the same user knows nothing, nor does the first when it is opened again', async () => {
  tenants = [HARBOR, KEYSTONE];
  for (const tenant of [HARBOR, KEYSTONE, HARBOR]) {
    await expect(signIn()).rejects.toBeInstanceOf(TenantRequired);
    chooseTenant(tenant);
    await readStrip();
  }
  expect(brought).toEqual([null, null, null]);
});

test('BOOK-09 an answer that arrives after the session has ended is not kept', async () => {
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  const late = readStrip();
  await expect.poll(() => brought.length).toBe(1);
  dropAccessToken();
  await signIn();
  release();
  await late;
  await readStrip();
  expect(brought).toEqual([null, null]);
});

test('BOOK-09 of many answers the one that was not asked for the longest is dropped', async () => {
  for (let id = 1; id <= 41; id += 1) await readStrip(id);
  brought = [];
  await readStrip(41);
  await readStrip(1);
  expect(brought).toEqual([expect.any(String), null]);
});
