import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '../../shared/contract/endpoint.ts';
import { createHostDirectory } from '../hosts/host-directory.ts';
import { requireKnownHost } from '../hosts/known-hosts.ts';
import { claim, withTenant } from '../platform/db/transactions.ts';
import { handleErrors } from '../platform/http/error-handler.ts';
import { serializerCompiler, validatorCompiler } from '../platform/http/validation.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { asMember, ORIGIN, passwords, signInAs } from '../testing/test-app.ts';
import { registerEndpoints } from './endpoints.ts';

let portal: TestPortal;
let app: FastifyInstance;
let url: string;
let otherTenant: string;
const tokens: Record<string, { token: string; tenantId: string; userId: number }> = {};
/** The streams that are under way. */
let running = 0;

/** Never ends, and is more than the network holds for a reader who takes nothing. */
async function* forever() {
  running += 1;
  try {
    for (;;) yield Buffer.alloc(64 * 1024);
  } finally {
    running -= 1;
  }
}

beforeAll(async () => {
  portal = await openTestPortal();
  const { owner, db } = portal.database;
  otherTenant = await createTenant(owner);
  const permissions = ['view-fcs'] as const;
  await portal.addInvestor('one@streams.example', { permissions });
  await portal.addInvestor('two@streams.example', { permissions });
  const userId = await createUser(owner, {
    email: 'other@streams.example',
    passwordHash: await passwords.hash(PASSWORD),
  });
  await withTenant(owner, otherTenant, async (tx) =>
    createMembership(tx, otherTenant, userId, {
      syndicateId: await createSyndicate(tx, otherTenant),
      permissions,
    }),
  );
  for (const name of ['one', 'two', 'other']) {
    const { accessToken: token, userId: id } = await signInAs(
      portal.app,
      `${name}@streams.example`,
      PASSWORD,
    );
    tokens[name] = { token, userId: id, tenantId: name === 'other' ? otherTenant : portal.tenantId };
  }
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  requireKnownHost(app, createHostDirectory({ db, publicOrigin: ORIGIN }));
  const endless = endpoint({
    method: 'GET',
    path: '/endless',
    summary: 'A download without an end.',
    access: 'investor',
    needs: ['view-fcs'],
    downloads: 'text',
    response: z.string(),
  });
  registerEndpoints(
    { app, db, guesses: { linkGuessed: async () => undefined }, handlers: new Map() },
    { endless },
    {
      endless: async () => ({
        fileName: 'a.txt',
        contentType: 'text/plain',
        open: () => Readable.from(forever()),
      }),
    },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://localhost:${(app.server.address() as AddressInfo).port}/endless`;
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
  await portal.close();
});

let leaving: AbortController;
/** Kept until the test ends: fetch cancels the body of an answer that is garbage collected, and its place becomes free. */
let answers: Response[];
beforeEach(() => {
  leaving = new AbortController();
  answers = [];
});
afterEach(async () => {
  leaving.abort();
  await expect.poll(() => running, { timeout: 10_000 }).toBe(0);
});

/** Begins a download and reads nothing of it. */
async function begin(name: string): Promise<string> {
  const { token = '', tenantId = '' } = tokens[name] ?? {};
  const response = await fetch(url, { ...asMember(token, tenantId), signal: leaving.signal });
  answers.push(response);
  if (response.ok) return '200';
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code} ${response.headers.get('retry-after')}`;
}

test('OPS-11 one reader and one tenant have only so many downloads at once, and another tenant finds a place', async () => {
  expect([await begin('one'), await begin('one')]).toEqual(['200', '200']);
  expect(await begin('one')).toBe('429 too_many_downloads 10');
  expect(await begin('two')).toBe('200');
  expect(await begin('two')).toBe('429 too_many_downloads 10');
  expect(await begin('other')).toBe('200');
  expect(await begin('other')).toBe('503 server_busy 10');
});

test('OPS-11 a download ends when its session has ended, its account is closed or a permission is gone, and others go on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    for (const name of ['one', 'two', 'other']) expect(await begin(name)).toBe('200');
    const look = () => vi.advanceTimersByTimeAsync(3_000);
    await look();
    expect(running).toBe(3);
    const { owner } = portal.database;
    await owner.transaction().execute(async (tx) => {
      const userId = BigInt(tokens['one']?.userId ?? 0);
      await claim(tx, { userId });
      await sql`update sessions set ended_at = now(), end_reason = 'logout' where user_id = ${userId}`.execute(
        tx,
      );
    });
    await look();
    await expect.poll(() => running, { timeout: 5_000 }).toBe(2);
    await withTenant(owner, portal.tenantId, (tx) =>
      sql`update memberships set is_terminated = true where user_id = ${tokens['two']?.userId ?? 0}`.execute(
        tx,
      ),
    );
    await look();
    await expect.poll(() => running, { timeout: 5_000 }).toBe(1);
    await withTenant(owner, otherTenant, (tx) => sql`update memberships set permissions = '{}'`.execute(tx));
    await look();
    await expect.poll(() => running, { timeout: 5_000 }).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
