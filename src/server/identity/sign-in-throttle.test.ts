import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { postJson, solveCaptcha } from '../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await portal.addInvestor('dana@northgate.example');
});
afterAll(() => portal.close());
afterEach(() => void vi.restoreAllMocks());

interface Sent {
  text?: string;
}

/** What is asked of the counters' table while somebody signs in. */
async function countersAsked(password: string): Promise<number> {
  const recaptcha = await solveCaptcha(portal.app);
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const body = { grant_type: 'password', username: 'dana@northgate.example', password, recaptcha };
  await portal.app.fetch('/api/non-tenant/oauth/token', postJson(body));
  const texts = sent.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as Sent).text));
  sent.mockRestore();
  return texts.filter((text) => text?.includes('throttles')).length;
}

test('LOGIN-05 what is counted of an attempt takes few questions, whether it is right or wrong', async () => {
  expect(await countersAsked('wrong')).toBeLessThanOrEqual(6);
  expect(await countersAsked(PASSWORD)).toBeLessThanOrEqual(4);
});
