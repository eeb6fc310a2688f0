import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const run = (...args: string[]) => commandLineOn(portal.database)('token', ...args, '--tenant', portal.slug);

async function issue(name: string, ...more: string[]): Promise<string> {
  const { stdout } = await run('add', '--name', name, '--scopes', 'import,links', ...more);
  return stdout.trim();
}

const describe = (token: string) =>
  portal.app.fetch('/api/operator/v1/token', { headers: { authorization: `Bearer ${token}` } });

const statusOf = async (token: string) => (await describe(token)).status;

test('OPS-01 OPS-02 a token is printed once, says what it may do, and is kept as a hash', async () => {
  const token = await issue('accounting', '--days', '30');
  expect(token).toMatch(/^portal_[\w-]{64}$/);
  const answer = await describe(token);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    name: 'accounting',
    tenant: portal.slug,
    scopes: ['import', 'links'],
  });
  const kept = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    sql<{ text: string }>`select t::text as text from service_tokens t`.execute(tx),
  );
  expect(kept.rows).toHaveLength(1);
  expect(JSON.stringify(kept.rows)).not.toContain(token.slice('portal_'.length));
  const { stdout } = await run('list');
  expect(stdout).toMatch(/^\d+\taccounting\timport,links\tvalid, expires .+\tlast used .+Z$/m);
});

test('OPS-01 a token that is revoked, expired, made up or another kind of credential opens nothing', async () => {
  const revoked = await issue('revoked');
  const id = /^(\d+)\trevoked\t/m.exec((await run('list')).stdout)?.[1] ?? '';
  expect(await statusOf(revoked)).toBe(200);
  expect((await run('revoke', id)).stdout).toBe(`Service token ${id} is revoked.\n`);
  expect((await run('revoke', id)).code).toBe(2);
  expect(await statusOf(revoked)).toBe(401);

  const expired = await issue('expired');
  await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .updateTable('serviceTokens')
      .set({ expiresAt: sql<Date>`now()` })
      .where('name', '=', 'expired')
      .execute(),
  );
  expect(await statusOf(expired)).toBe(401);
  expect(await statusOf(`${expired.slice(0, -2)}AA`)).toBe(401);
  expect(await statusOf('portal_')).toBe(401);
  // What opens the portal for a person opens nothing here, and the other way round.
  const asMember = await portal.app.fetch('/user/sessions', {
    headers: { authorization: `Bearer ${await issue('valid')}`, 'x-tenant': portal.tenantId },
  });
  expect(asMember.status).toBe(401);
});

test('OPS-01 a name is of one token at a time, and that of an expired one is free again', async () => {
  const first = await issue('nightly');
  const id = /^(\d+)\tnightly\t/m.exec((await run('list')).stdout)?.[1] ?? '';
  expect(await run('add', '--name', 'nightly', '--scopes', 'import')).toMatchObject({
    code: 1,
    stderr: `Service token ${id} has that name: please revoke it first, or take another name.\n`,
  });
  expect(await statusOf(first)).toBe(200);
  await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .updateTable('serviceTokens')
      .set({ expiresAt: sql<Date>`now()` })
      .where('name', '=', 'nightly')
      .execute(),
  );
  expect(await statusOf(await issue('nightly'))).toBe(200);
  expect((await run('list')).stdout).toMatch(new RegExp(`^${id}\\tnightly\\t.+\\trevoked, `, 'm'));
});

test('OPS-01 of two who ask for one name at once, one gets it and the other is told who has it', async () => {
  const both = await Promise.all(
    ['import', 'links'].map((scope) => run('add', '--name', 'raced', '--scopes', scope)),
  );
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(both.find(({ code }) => code === 1)?.stderr).toMatch(/^Service token \d+ has that name: /);
});

test('OPS-04 what is done with tokens is in the audit trail, with who did it', async () => {
  await issue('audited');
  const events = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .selectFrom('auditEvents')
      .select(['action', 'details'])
      .where('action', 'like', 'service token%')
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute(),
  );
  expect(events).toEqual([
    {
      action: 'service token issued',
      details: {
        name: 'audited',
        scopes: 'import links',
        days: 90,
        operator: expect.stringMatching(/^command line: ./),
      },
    },
  ]);
});

test('OPS-01 a command that makes no sense says what does', async () => {
  for (const [args, words] of [
    [['add', '--name', 'x', '--scopes', 'everything'], 'There is no scope everything'],
    [['add', '--scopes', 'import'], '--name is missing.'],
    [['add', '--name', 'x', '--scopes', 'import', '--days', '900'], '--days expects a number from 1 to 366.'],
    [['revoke', '999999'], 'The tenant has no service token 999999'],
    [['renew'], 'token expects one of'],
  ] as const) {
    const { code, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(words) });
  }
});
