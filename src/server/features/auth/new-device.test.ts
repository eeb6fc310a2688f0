import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { jarOf } from '../../testing/remembering.ts';
import { postJson, solveCaptcha } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

async function signIn(username: string, cookie = ''): Promise<string> {
  const recaptcha = await solveCaptcha(portal.app);
  const body = { grant_type: 'password', username, password: PASSWORD, recaptcha };
  const response = await portal.app.fetch('/api/non-tenant/oauth/token', postJson(body, { cookie }));
  expect(response.status).toBe(200);
  return jarOf(response);
}

const everyJobDone = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from graphile_worker.jobs`.execute(portal.database.owner);
      return rows.length;
    })
    .toBe(0);

test('TELL-13 a sign-in from a new browser is told by mail; the first of all and a known one are no news', async () => {
  const email = `${crypto.randomUUID()}@northgate.example`;
  await portal.addInvestor(email);
  const known = await signIn(email);
  await signIn(email, known);
  await everyJobDone();
  expect(await countMails(email)).toBe(0);
  await signIn(email);
  const mail = await waitForMail(email, 'A sign-in from a new browser');
  expect(mail.text).toMatch(/ New York time, in a browser that had not been used for it before\./);
  expect(mail.text).toContain('change your password at once');
  expect(await countMails(email)).toBe(0);
});
