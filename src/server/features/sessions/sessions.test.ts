import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, postAsMember, signInAs } from '../../testing/test-app.ts';
import { describeDevice } from './device.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

interface Listed {
  id: string;
  is_current: boolean;
  device: string;
}

const list = async (token: string) =>
  (await (await portal.app.fetch('/user/sessions', asMember(token, portal.tenantId))).json()) as Listed[];
const end = (token: string, which: string, password = PASSWORD) =>
  portal.app.fetch('/user/sessions/end', postAsMember({ which, password }, token, portal.tenantId));

test('LOGIN-16 the live sessions are listed, each can be ended, and all others at once', async () => {
  await portal.addInvestor('sessions@northgate.example');
  const [first, second, third] = [
    await signInAs(portal.app, 'sessions@northgate.example', PASSWORD),
    await signInAs(portal.app, 'sessions@northgate.example', PASSWORD),
    await signInAs(portal.app, 'sessions@northgate.example', PASSWORD),
  ];
  const sessions = await list(third.accessToken);
  expect(sessions.map((session) => session.is_current)).toEqual([true, false, false]);
  expect(await (await end(third.accessToken, sessions[1]?.id ?? '')).json()).toEqual({ ended: 1 });
  expect(
    (await portal.app.fetch('/user/sessions', asMember(second.accessToken, portal.tenantId))).status,
  ).toBe(401);
  expect(await (await end(third.accessToken, 'others')).json()).toEqual({ ended: 1 });
  expect(
    (await portal.app.fetch('/user/sessions', asMember(first.accessToken, portal.tenantId))).status,
  ).toBe(401);
  expect(await list(third.accessToken)).toHaveLength(1);
});

test('LOGIN-16 somebody else’s session can be neither seen nor ended', async () => {
  await portal.addInvestor('mine@northgate.example');
  await portal.addInvestor('theirs@northgate.example');
  const mine = await signInAs(portal.app, 'mine@northgate.example', PASSWORD);
  const theirs = await signInAs(portal.app, 'theirs@northgate.example', PASSWORD);
  const [session] = await list(theirs.accessToken);
  expect(await (await end(mine.accessToken, session?.id ?? '')).json()).toEqual({ ended: 0 });
  expect(await list(theirs.accessToken)).toHaveLength(1);
});

test('LOGIN-16 security rule: a stolen session ends no other: it takes the password, of which four wrong ones close it', async () => {
  await portal.addInvestor('thrown-out@northgate.example');
  const owner = await signInAs(portal.app, 'thrown-out@northgate.example', PASSWORD);
  const stolen = await signInAs(portal.app, 'thrown-out@northgate.example', PASSWORD);
  const statuses: number[] = [];
  for (const guess of ['a guess', 'another', 'a third', 'a fourth', PASSWORD])
    statuses.push((await end(stolen.accessToken, 'others', guess)).status);
  expect(statuses).toEqual([422, 422, 422, 429, 429]);
  const bare = postAsMember({ which: 'others' }, stolen.accessToken, portal.tenantId);
  expect((await portal.app.fetch('/user/sessions/end', bare)).status).toBe(400);
  expect(await list(owner.accessToken)).toHaveLength(2);
});

test('LOGIN-16 devices are named as people know them', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
  expect([chrome, iphone, null].map(describeDevice)).toEqual([
    'Chrome on Windows',
    'Safari on iPhone',
    'A browser',
  ]);
});
