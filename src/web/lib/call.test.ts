import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../shared/contract/endpoint.ts';
import { dropAccessToken, onAccessLost, requestAccessToken } from './access-token.ts';
import { call } from './call.ts';
import { onFactorNeeded } from './confirm-factor.ts';

const figures = endpoint({
  method: 'GET',
  path: '/api/figures',
  access: 'investor',
  summary: 'Stands for any call of a signed-in page.',
  response: z.object({ answeredTo: z.string() }),
});

const FIVE_MINUTES = 5 * 60 * 1000;
const TENANT = '6f0d4a52-3c1e-4b8a-9d27-51e0c2a7b101';

/** A server that counts the tokens it issues and accepts only the newest. */
let tokens: number;
let isSignedIn: boolean;

const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const refusal = () => answer(401, { code: 'not_signed_in', message: 'Please sign in.', request_id: 'test' });

/** Whether the server wants the second factor before it answers. */
let needsFactor: boolean;

async function serve(path: string, init: RequestInit): Promise<Response> {
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
    tenants: [{ id: TENANT, name: 'Harbor Capital', syndication_id: 3 }],
  });
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', serve);
  tokens = 0;
  isSignedIn = true;
  needsFactor = false;
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
