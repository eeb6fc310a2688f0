import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCapability } from '../../identity/capabilities.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { jarOf } from '../../testing/remembering.ts';
import { postJson, solveCaptcha } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { findKnownDevice } from './known-devices.ts';

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

test('TELL-13 so is a sign-in with a ticket, once for each browser, which gets no tries at the password by it', async () => {
  const email = `${crypto.randomUUID()}@northgate.example`;
  const userId = await portal.addInvestor(email);
  await signIn(email);
  const withTicket = async (cookie = '') => {
    const { token: ticket } = await withTenant(portal.database.db, portal.tenantId, (tx) =>
      issueCapability(tx, portal.tenantId, {
        kind: 'sign-in ticket',
        subjectId: userId,
        seconds: 60,
        issuedBy: null,
      }),
    );
    const opened = await portal.app.fetch(
      '/api/non-tenant/oauth/token',
      postJson({ grant_type: 'ticket', ticket }, { cookie }),
    );
    expect(opened.status).toBe(200);
    return jarOf(opened);
  };
  const jar = await withTicket();
  await waitForMail(email, 'A sign-in from a new browser');
  await withTicket(jar);
  const counting = () =>
    withClaims(portal.database.db, { userId }, (tx) =>
      tx.selectFrom('knownDevices').select('hasShownPassword').orderBy('createdAt').execute(),
    );
  expect(await counting()).toEqual([{ hasShownPassword: true }, { hasShownPassword: false }]);
  const deviceToken = /__Host-device=([^;]+)/.exec(jar)?.[1];
  const known = () =>
    withClaims(portal.database.db, { userId }, (tx) => findKnownDevice(tx, deviceToken, userId));
  expect(await known()).toBeNull();
  await signIn(email, jar);
  expect(await known()).not.toBeNull();
  await everyJobDone();
  expect(await countMails(email)).toBe(0);
});
