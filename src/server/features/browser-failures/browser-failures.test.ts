import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram } from '../../testing/programs.ts';
import { ORIGIN } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let api: Program;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startProgram('api', { DATABASE_URL: database.url, TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await api.close();
  await database.drop();
});

const FAILURE = {
  kind: 'render',
  page: 'dashboard',
  name: 'TypeError',
  frames: ['dashboard-Bx3kq.js:1:20417'],
  build: 'index-C2x8.js',
};

const report = (body: object, address = '198.51.100.1') =>
  api.fetch('/api/non-tenant/browser_failures', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

async function counted(): Promise<number> {
  const text = await (await api.fetch('/metrics')).text();
  return Number(/^portal_browser_failures_total\{kind="render",page="dashboard"\} (\d+)$/m.exec(text)?.[1]);
}

test('OPS-48 a failure in a browser is counted, and is one line of the log', async () => {
  const before = await counted();
  expect((await report(FAILURE)).status).toBe(200);
  expect(await counted()).toBe(before + 1);
  const [line = '', ...more] = api
    .written()
    .split('\n')
    .filter((each) => each.includes('a page failed in a browser'));
  expect(more).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    failure: { kind: 'render', page: 'dashboard', errorName: 'TypeError', build: 'index-C2x8.js' },
  });
});

test('OPS-48 security rule: a failure has no room for words, addresses, tokens or numbers of people', async () => {
  const before = await counted();
  const canary = 'canary-5d1e@investor.example';
  for (const change of [
    { page: `/offer/12/${canary}` },
    { page: '/dashboard?q=canary' },
    { name: `TypeError: ${canary}` },
    { frames: [`https://portal.example/offer/1/${canary}/a.js:1:1`] },
    { frames: ['a.js?token=canary:1:1'] },
    { frames: Array(9).fill('a.js:1:1') },
    { build: 'canary canary' },
    { kind: 'canary' },
  ])
    expect([change, (await report({ ...FAILURE, ...change })).status]).toEqual([change, 400]);
  // What the contract does not list is not taken over.
  await report({ ...FAILURE, message: canary, url: canary });
  expect(await counted()).toBe(before + 1);
  expect(api.written()).not.toContain('canary');
});

test('OPS-48 one network is counted sixty times in ten minutes, and others still are', async () => {
  const before = await counted();
  for (let index = 0; index < 70; index += 1)
    expect((await report(FAILURE, `2001:db8:1:1::${index}`)).status).toBe(200);
  expect(await counted()).toBe(before + 60);
  await report(FAILURE, '198.51.100.2');
  expect(await counted()).toBe(before + 61);
});
