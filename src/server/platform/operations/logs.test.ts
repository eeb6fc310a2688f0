import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import { type Program, runProgram, startProgram } from '../../testing/programs.ts';
import {
  asMember,
  passwords,
  postAsMember,
  postJson,
  signInAs,
  solveCaptcha,
} from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { withTenant } from '../db/transactions.ts';

/** Planted wherever something personal can be: none of these may be in what a program writes. */
const CANARY = {
  email: 'canary-mail@investor.example',
  name: 'Canary Lastname',
  password: 'canary-password horse',
  token: 'canary-token-5d1e',
  accountNumber: '000123456789',
  routingNumber: '021000021',
};
const settings = (database: TestDatabase) => ({ DATABASE_URL: database.url });

let database: TestDatabase;
let api: Program;
let worker: Program;
let tenantId: string;
let syndicateId: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
  const userId = await createUser(database.owner, {
    email: CANARY.email,
    passwordHash: await passwords.hash(CANARY.password),
  });
  syndicateId = await withTenant(database.owner, tenantId, async (tx) => {
    const id = await createSyndicate(tx, tenantId, { name: CANARY.name, esignEmail: CANARY.email });
    await createMembership(tx, tenantId, userId, { syndicateId: id });
    return id;
  });
  api = await startProgram('api', settings(database));
  worker = await startProgram('worker', { ...settings(database), SMTP_URL: 'smtp://127.0.0.1:1' });
});
afterAll(async () => {
  await Promise.all([api.close(), worker.close()]);
  await database.drop();
});

function expectNobodyIn(written: string, more: string[] = []): void {
  for (const canary of [...Object.values(CANARY), ...more, 'canary', 'Canary'])
    expect(written).not.toContain(canary);
}

test('OPS-05 security rule: the api writes each request with its id, and nobody', async () => {
  const { accessToken, cookie, userId } = await signInAs(api, CANARY.email, CANARY.password);
  const member = asMember(accessToken, tenantId);
  await api.fetch(`/user/user_locked/${CANARY.email}`);
  await api.fetch(
    `/api/getPortalUserProfile/${userId}?q=${CANARY.token}&syndicate_id=${CANARY.name}`,
    member,
  );
  await api.fetch(`/api/session_user/${CANARY.token}`, {
    headers: { cookie: `__Host-session=${CANARY.token}` },
  });
  await api.fetch(`/offer/1/${CANARY.token}`);
  await api.fetch(`/plaid?id=${CANARY.token}`);
  await api.fetch(`/no/such/${CANARY.email}`, {
    headers: { referer: `http://x/${CANARY.token}`, 'user-agent': CANARY.name },
  });
  await api.fetch(
    '/api/non-tenant/oauth/token',
    postJson({
      grant_type: 'password',
      username: CANARY.email,
      password: CANARY.token,
      recaptcha: await solveCaptcha(api),
    }),
  );
  const bank = {
    account_number: CANARY.accountNumber,
    routing_number: CANARY.routingNumber,
    name: CANARY.name,
  };
  await api.fetch('/api/updateSyndicateBankInfo', postAsMember(bank, accessToken, tenantId));
  await api.fetch(
    '/api/payouts/get_dealsyndication_payouts',
    postAsMember({ search: CANARY.name, ...bank }, accessToken, tenantId),
  );
  await api.fetch('/api/non-tenant/oauth/token', { ...postJson({}), body: `{"username":"${CANARY.email}` });

  // A failure of ours, whose message quotes a value: what the session's user is named is no longer read.
  await sql`alter table users rename to canary_users`.execute(database.owner);
  const failed = await api.fetch(`/api/getPortalUserProfile/${userId}`, member);
  await sql`alter table canary_users rename to users`.execute(database.owner);
  expect(failed.status).toBe(500);
  const { request_id: requestId } = (await failed.json()) as { request_id: string };

  // The answer may be here before the line that the other process has written.
  const linesOf = () =>
    api
      .written()
      .split('\n')
      .filter((line) => line.includes(requestId))
      .join('\n');
  await expect.poll(linesOf, { timeout: 10_000 }).toContain('request completed');
  expect(linesOf()).toContain('request failed');
  expect(linesOf()).toContain('    at ');
  const written = api.written();
  expect(written).toContain('"route":"/user/user_locked/:email"');
  expectNobodyIn(written, [accessToken, cookie]);
});

test('OPS-05 security rule: a job that fails is named with its tries and where it failed, and nobody', async () => {
  const payload = {
    tenantId: CANARY.token,
    syndicateId: String(syndicateId),
    email: CANARY.email,
    reportDate: CANARY.name,
  };
  for (const job of ['send nightly report', 'reconcile book of tenant'])
    await sql`select graphile_worker.add_job(${job}, ${JSON.stringify(payload)}::json, max_attempts => 1)`.execute(
      database.db,
    );
  // The mail server is down: the job that sends the reset link fails, with the address in what it failed over.
  await api.fetch(
    '/user/send_reset_link',
    postJson({ email: CANARY.email, recaptcha: await solveCaptcha(api) }),
  );
  await vi.waitFor(() => expect(worker.written().match(/a job failed/g)?.length).toBeGreaterThanOrEqual(3), {
    timeout: 15_000,
  });
  expect(worker.written()).toContain('"job":"send nightly report"');
  expect(worker.written()).toContain('    at ');
  expectNobodyIn(worker.written());
});

test('OPS-05 security rule: a program that ends by an error writes where, and nobody', async () => {
  const { code, written } = await runProgram(['api.ts'], {
    ...settings(database),
    PORT: String(api.port),
    S3_SECRET_KEY: CANARY.token,
  });
  expect(code).toBe(1);
  expect(written).toContain('ended by an error that nothing caught');
  expectNobodyIn(written);
});
