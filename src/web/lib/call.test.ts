import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../shared/contract/endpoint.ts';
import { dropAccessToken, onAccessLost, requestAccessToken } from './access-token.ts';
import { call } from './call.ts';
import { onFactorNeeded } from './confirm-factor.ts';
import { PATIENCE_MS } from './outage.ts';

const figures = endpoint({
  method: 'GET',
  path: '/api/figures',
  access: 'investor',
  summary: 'Stands for any call of a signed-in page.',
  response: z.object({ answeredTo: z.string() }),
});

const change = endpoint({
  method: 'POST',
  path: '/api/change',
  access: 'investor',
  summary: 'Stands for a change that must not be repeated.',
  response: z.object({}),
});

const once = endpoint({
  method: 'POST',
  path: '/api/once',
  access: 'investor',
  summary: 'Stands for a change that counts once.',
  isRepeatable: true,
  response: z.object({}),
});

const FIVE_MINUTES = 5 * 60 * 1000;
const TENANT = '6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101';

/** A server that counts the tokens it issues and accepts only the newest. */
let tokens: number;
let isSignedIn: boolean;

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const refusal = () => answer(401, { code: 'not_signed_in', message: 'Please sign in.', request_id: 'test' });

/** The number of the token with which changes are refused. */
let refusedToken: number | null;

/** Whether the server wants the second factor before it answers. */
let needsFactor: boolean;

/** How many requests are still not answered, by whom, and where the requests went. */
let unanswered: number;
let outage: () => Response;
let requested: string[];

async function serve(path: string, init: RequestInit): Promise<Response> {
  requested.push(path);
  if (unanswered > 0) {
    unanswered -= 1;
    return outage();
  }
  if (path === change.path || path === once.path)
    return tokens === refusedToken ? refusal() : answer(200, {});
  if (path === figures.path && needsFactor)
    return answer(403, {
      code: 'second_factor_needed',
      message: 'Please confirm.',
      request_id: 'test',
      methods: ['totp', 'recovery'],
    });
  if (path === figures.path) {
    const sent = new Headers(init.headers);
    const isNewest =
      sent.get('authorization') === `Bearer token-${tokens}` && sent.get('x-tenant') === TENANT;
    return isNewest ? answer(200, { answeredTo: `token-${tokens}` }) : refusal();
  }
  if (!isSignedIn) return refusal();
  tokens += 1;
  return answer(200, {
    access_token: `token-${tokens}`,
    token: `token-${tokens}`,
    token_type: 'Bearer',
    expires_in: 300,
    user_id: 7,
    id: 7,
    name: 'Dana',
    role: 'syndication',
    first_login: false,
    terminated_user: 0,
    syndication_id: 3,
    tenants: [{ id: TENANT, name: 'Harbor Capital', syndication_id: 3, desk: false }],
  });
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', serve);
  tokens = 0;
  isSignedIn = true;
  needsFactor = false;
  refusedToken = null;
  unanswered = 0;
  requested = [];
  dropAccessToken();
  await requestAccessToken({
    grant: 'password',
    loginName: 'dana',
    password: 'x',
    captcha: '',
    isRemembered: false,
  });
});

const threeCalls = () => Promise.all([call(figures, {}), call(figures, {}), call(figures, {})]);

test('LOGIN-12 calls use the token there is', async () => {
  await threeCalls();
  expect(tokens).toBe(1);
});

test('LOGIN-12 calls that are refused together renew the token once and are sent again', async () => {
  tokens = 5;
  expect(await threeCalls()).toEqual(Array(3).fill({ answeredTo: 'token-6' }));
  expect(tokens).toBe(6);
});

test('LOGIN-12 a token about to expire is renewed before it is used, once for all', async () => {
  vi.advanceTimersByTime(FIVE_MINUTES - 20_000);
  expect(await threeCalls()).toEqual(Array(3).fill({ answeredTo: 'token-2' }));
});

test('LOGIN-12 a session that is over is reported once, and the calls fail', async () => {
  const onLost = vi.fn();
  onAccessLost(onLost);
  tokens = 5;
  isSignedIn = false;
  await expect(threeCalls()).rejects.toMatchObject({ code: 'not_signed_in', status: 401 });
  expect(onLost).toHaveBeenCalledTimes(1);
});

test('ROUTE-07 a renewal still under way at sign-out does not bring the session back', async () => {
  vi.advanceTimersByTime(FIVE_MINUTES);
  const pending = call(figures, {});
  dropAccessToken();
  await expect(pending).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('LOGIN-18 calls that need the second factor ask for it once and are sent again', async () => {
  needsFactor = true;
  const ask = vi.fn(async () => {
    needsFactor = false;
    return true;
  });
  onFactorNeeded(ask);
  expect(await threeCalls()).toEqual(Array(3).fill({ answeredTo: 'token-1' }));
  expect(ask.mock.calls).toEqual([[['totp', 'recovery']]]);
});

test('LOGIN-18 a user who does not confirm is told that nothing was done', async () => {
  needsFactor = true;
  onFactorNeeded(async () => false);
  await expect(call(figures, {})).rejects.toThrow('This was not done, because it needs your second factor.');
});

const OUTAGES: [string, () => Response][] = [
  ['no connection', () => fail()],
  ['a proxy’s 502', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  [
    'a 503 with a code of a newer portal',
    () => answer(503, { code: 'not_yet_known', message: 'Not now.', request_id: 'test', retry_after: 1 }),
  ],
  ['a 503 with Retry-After', () => new Response('', { status: 503, headers: { 'retry-after': '1' } })],
];

const fail = () => {
  throw new TypeError('Failed to fetch');
};

const countOf = ({ path }: { path: string }) => requested.filter((one) => one === path).length;

test.each(OUTAGES)('SHELL-06 a read waits through an outage and then answers: %s', async (_, as) => {
  [unanswered, outage] = [2, as];
  const reading = call(figures, {});
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(reading).resolves.toEqual({ answeredTo: 'token-1' });
  expect(countOf(figures)).toBe(3);
});

test('SHELL-06 the server’s own Retry-After is waited for', async () => {
  [unanswered, outage] = [1, () => new Response('', { status: 503, headers: { 'retry-after': '9' } })];
  const reading = call(figures, {});
  await vi.advanceTimersByTimeAsync(8_900);
  expect(countOf(figures)).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await reading;
});

test('SHELL-06 a change that counts once is sent again; another is sent once, and the user is told what is known', async () => {
  [unanswered, outage] = [1, fail];
  const repeated = call(once, {});
  await vi.advanceTimersByTimeAsync(2_000);
  await repeated;
  expect(countOf(once)).toBe(2);

  unanswered = 1;
  await expect(call(change, {}, { whenUnanswered: 'Look at the list.' })).rejects.toThrow(
    'Look at the list.',
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(countOf(change)).toBe(1);
});

test('SHELL-06 a session is not taken for ended while its renewal is not answered', async () => {
  const onLost = vi.fn();
  onAccessLost(onLost);
  vi.advanceTimersByTime(FIVE_MINUTES);
  [unanswered, outage] = [3, () => answer(503, {})];
  const both = [call(figures, {}), call(change, {})];
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(Promise.all(both)).resolves.toEqual([{ answeredTo: 'token-2' }, {}]);
  expect(countOf(change)).toBe(1);
  expect(onLost).not.toHaveBeenCalled();
});

const NOT_SENT =
  'The portal did not answer, so this was not sent. What you entered is still here: you can send it again.';

test.each([
  ['is not repeated', change],
  ['counts once', once],
])(
  'SHELL-06 a command that %s and whose renewal is not answered is given up in time, and said not to be sent',
  async (_, command) => {
    vi.advanceTimersByTime(FIVE_MINUTES);
    [unanswered, outage] = [Number.POSITIVE_INFINITY, fail];
    const onFailure = vi.fn();
    call(command, {}).catch(onFailure);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS + 15_000);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: NOT_SENT }));
    expect(countOf(command)).toBe(0);
  },
);

test('SHELL-06 a command that is refused with its token waits for the renewal and is sent then, within one limit', async () => {
  refusedToken = 1;
  outage = fail;
  const serveAfterRefusal = vi.fn(async (path: string, init: RequestInit) => {
    const response = await serve(path, init);
    if (response.status === 401) unanswered = 3;
    return response;
  });
  vi.stubGlobal('fetch', serveAfterRefusal);
  const sent = call(change, {});
  await vi.advanceTimersByTimeAsync(20_000);
  await expect(sent).resolves.toEqual({});
  expect(countOf(change)).toBe(2);

  refusedToken = 2;
  const onFailure = vi.fn();
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await serve(path, init);
    unanswered = Number.POSITIVE_INFINITY;
    return response;
  });
  call(change, {}).catch(onFailure);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS + 15_000);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: NOT_SENT }));
});

test('SHELL-06 a command that may have been done is not said to be unsent when its renewal fails afterwards', async () => {
  vi.advanceTimersByTime(FIVE_MINUTES - 40_000);
  [unanswered, outage] = [Number.POSITIVE_INFINITY, fail];
  const onFailure = vi.fn();
  call(once, {}).catch(onFailure);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS + 15_000);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      message: expect.stringContaining('you can send it again, and it counts once'),
    }),
  );
});
