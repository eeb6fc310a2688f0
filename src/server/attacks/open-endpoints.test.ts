import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPasswords } from '../platform/crypto/password-hashing.ts';
import { rankOfPairs, timePairs } from '../testing/paired-times.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { ORIGIN, PEPPER, passwords, solveCaptcha } from '../testing/test-app.ts';
import { createKnownThings, createStranger, inventThings, type KnownThings } from './known-things.ts';
import { addressOf, MATRIX } from './matrix.ts';
import { OPEN_CALLS, type OpenCall, type OpenEndpoint } from './open-calls.ts';

/** `npm run prove timing` sets it. Without it nothing is timed: a busy machine would make that fail at random. */
const PAIRS = Number(process.env['PAIRS'] ?? 0);
/** Checking a password takes 50 ms and more. */
const PAIRS_WITH_HASHES = Math.ceil(PAIRS / 2);
/** How many of the first requests only warm up. */
const WARM_UP = 2;
/** The share of pairs of answers in which the known one took longer: 0.5 if the time tells nothing. */
const FURTHEST_FROM_HALF = 0.05;

const OPEN = MATRIX.filter(({ endpoint }) => endpoint.access === 'anyone' || endpoint.access === 'cookie');

let portal: TestPortal;
let stranger: Awaited<ReturnType<typeof createStranger>>;
const known: KnownThings[] = [];
beforeAll(async () => {
  portal = await openTestPortal({
    trustedProxies: ['127.0.0.1'],
    passwords: PAIRS > 0 ? createPasswords(PEPPER) : passwords,
  });
  stranger = await createStranger(portal);
  for (let index = 0; index < WARM_UP + Math.max(1, PAIRS); index += 1)
    known.push(await createKnownThings(portal, stranger, index));
}, 600_000);
afterAll(() => portal.close());

let asked = 0;
/** Each request comes from its own address, so that only the limits on names count. */
function nextAddress(): string {
  asked += 1;
  return `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
}

async function prepare(call: OpenCall, endpoint: (typeof OPEN)[number]['endpoint'], things: KnownThings) {
  const { body, cookie, ...request } = call.send(things);
  const content = call.hasCaptcha ? { ...Object(body), recaptcha: await solveCaptcha(portal.app) } : body;
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      'x-forwarded-for': nextAddress(),
      ...(endpoint.method === 'GET' ? { 'sec-fetch-site': 'same-origin' } : { origin: ORIGIN }),
      ...(cookie && { cookie }),
      ...(content !== undefined && { 'content-type': 'application/json' }),
    },
    ...(content !== undefined && { body: JSON.stringify(content) }),
  };
  const url = addressOf(endpoint, request);
  return async () => {
    const response = await portal.app.fetch(url, init);
    const text = await response.text();
    return { response, text };
  };
}

interface Sent {
  text?: string;
}

/** The statements that a request causes, on whichever connection, with what is written into them left out. */
async function observe(send: Awaited<ReturnType<typeof prepare>>) {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const { response, text } = await send();
  const statements = queries.mock.calls
    .map(([query]) => (typeof query === 'string' ? query : ((query as Sent).text ?? '')))
    .map((statement) => statement.replaceAll(/'[^']*'/g, '?'));
  queries.mockRestore();
  const answer = { status: response.status, text: text.replace(/"request_id":"[^"]+"/, '') };
  return { answer, statements, timing: response.headers.get('server-timing') };
}

const thingsAt = (index: number) => ({
  known: known[index] as KnownThings,
  unknown: inventThings(portal, stranger, index),
});

describe.each(OPEN.filter(({ name }) => OPEN_CALLS[name as OpenEndpoint].length > 0))(
  'LOGIN-22 $name',
  ({ name, endpoint }) => {
    const calls = OPEN_CALLS[name as OpenEndpoint];

    // Tried again, because the server reads the list of host names from time to time, in whichever request.
    for (const call of calls)
      test(`does the same for ${call.about}, whether it exists or not`, { retry: 2 }, async () => {
        for (let index = 0; index < WARM_UP; index += 1)
          for (const things of Object.values(thingsAt(index)))
            await (await prepare(call, endpoint, things))();
        const { known, unknown } = thingsAt(WARM_UP);
        const existing = await observe(await prepare(call, endpoint, known));
        const invented = await observe(await prepare(call, endpoint, unknown));
        expect(existing).toEqual(invented);
        expect(existing.timing).toBeNull();
      });

    for (const call of PAIRS > 0 ? calls : [])
      test(`takes as long for ${call.about}, whether it exists or not`, { timeout: 3_600_000 }, async () => {
        const pairs = call.hashes ? PAIRS_WITH_HASHES : PAIRS;
        const times = await timePairs(pairs, async (index) => {
          const { known, unknown } = thingsAt(WARM_UP + index);
          return [await prepare(call, endpoint, known), await prepare(call, endpoint, unknown)];
        });
        const { medians, rank } = rankOfPairs(times);
        const figures = `${medians.map((median) => median.toFixed(3)).join(' and ')} ms, difference ${(medians[0] - medians[1]).toFixed(3)} ms, rank ${rank.toFixed(3)} of ${pairs} pairs`;
        process.stdout.write(`${name}, ${call.about}: ${figures}\n`);
        expect(Math.abs(rank - 0.5), figures).toBeLessThan(FURTHEST_FROM_HALF);
      });
  },
);

test('LOGIN-22 no call that is open to anyone says how long it took, and neither does a refused one', async () => {
  for (const { endpoint } of MATRIX.filter(({ endpoint }) => !endpoint.takes)) {
    const { method } = endpoint;
    const headers = { 'x-forwarded-for': nextAddress(), origin: ORIGIN };
    const response = await portal.app.fetch(addressOf(endpoint, {}), { method, headers });
    expect(response.headers.get('server-timing'), endpoint.path).toBeNull();
    await response.body?.cancel();
  }
});

test('LOGIN-22 without a device cookie, nobody is looked up to say whether a name is locked', async () => {
  const { known } = thingsAt(0);
  const [call] = OPEN_CALLS['auth.lockState'];
  const endpoint = OPEN.find(({ name }) => name === 'auth.lockState')?.endpoint;
  if (!call || !endpoint) throw new Error('There is no such call.');
  const { statements } = await observe(await prepare(call, endpoint, known));
  expect(statements.filter((statement) => /\b(users|known_devices)\b/.test(statement))).toEqual([]);
});

test('LOGIN-22 how often one network asks whether names are locked is limited', async () => {
  const ask = async (index: number) => {
    const headers = { 'x-forwarded-for': `2001:db8:22:1::${index.toString(16)}` };
    return (await portal.app.fetch(`/user/user_locked/name${index}@northgate.example`, { headers })).status;
  };
  const statuses: number[] = [];
  for (let index = 0; index < 301; index += 1) statuses.push(await ask(index));
  expect(statuses.slice(0, 300)).not.toContain(429);
  expect(statuses[300]).toBe(429);
});
