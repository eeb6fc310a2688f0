import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit/audit.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import { createTenant } from '../../testing/factories.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

const USER = 'auditor@northgate.example';
let portal: TestPortal;
let operator: TestOperator;
let userId: bigint;
let slug: string;
const otherSlug = 'other';

beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId } = portal;
  operator = await operatorOf(portal, ['audit']);
  userId = await portal.addInvestor(USER);
  ({ slug } = portal);
  const other = await createTenant(database.owner, { slug: otherSlug });
  await withTenant(database.db, other, (tx) =>
    recordAudit(tx, { actorId: null, action: 'signed in', subject: 'foreign' }),
  );
  await withTenant(database.db, tenantId, async (tx) => {
    for (let index = 1; index <= 12; index += 1) {
      const isView = index % 4 === 0;
      await recordAudit(tx, {
        actorId: index % 2 === 0 ? userId : null,
        action: isView ? 'deal file viewed' : 'contact changed',
        subject: isView ? 'company 7' : `=cmd|' /C calc'!A${index}`,
        details: { note: 'a "quoted", note\nof two lines' },
      });
    }
  });
});
afterAll(() => portal.close());

const run = (...args: string[]) => commandLineOn(portal.database)('audit', ...args);

interface Listed {
  events: { sequence: number; at: string; user: string | null; action: string; subject: string }[];
}

const list = async (query: string) =>
  ((await (await operator.send('GET', `audit?${query}`)).json()) as Listed).events;
const numbers = async (query: string) => (await list(query)).map(({ sequence }) => sequence);

test('OPS-04 the trail is listed by pages, newest first, and by time, user, action and subject', async () => {
  const subject = encodeURIComponent('company 7');
  expect(await numbers('limit=3')).toEqual([12, 11, 10]);
  expect(await numbers('limit=3&before=10')).toEqual([9, 8, 7]);
  expect(await numbers(`subject=${subject}`)).toEqual([12, 8, 4]);
  expect(await numbers('action=deal%20file%20viewed&limit=2')).toEqual([12, 8]);
  expect(await numbers(`user_id=${userId}&action=contact%20changed`)).toEqual([10, 6, 2]);
  expect(await numbers('user_id=999999999')).toEqual([]);
  const [event] = await list('before=7&limit=1');
  expect(event).toMatchObject({ sequence: 6, user: USER, action: 'contact changed' });
  // Events of the same millisecond are told with the same time.
  const since = event?.at ?? '';
  const later = (await list('limit=100')).filter(({ at }) => at >= since).map(({ sequence }) => sequence);
  expect(later).toEqual(expect.arrayContaining([12, 7, 6]));
  expect(await numbers(`since=${encodeURIComponent(since)}&until=2099-01-01T00:00:00Z`)).toEqual(later);
  expect(await numbers('until=2020-01-01T00:00:00Z')).toEqual([]);
  expect((await operator.send('GET', 'audit?action=flew')).status).toBe(400);
  const narrow = await operatorOf(portal, ['users', 'settings', 'import', 'links']);
  expect((await narrow.send('GET', 'audit')).status).toBe(403);
  expect((await narrow.send('GET', 'audit/export')).status).toBe(403);
});

test('OPS-04 the command lists the same, of its tenant alone', async () => {
  const { stdout } = await run('list', '--tenant', slug, '--user', USER, '--limit', '2');
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^12\t\d{4}-\S+Z\tauditor@northgate\.example\tdeal file viewed\tcompany 7\t\{/),
    expect.stringMatching(/^10\t/),
  ]);
  expect((await run('list', '--tenant', slug)).stdout).not.toContain('foreign');
  for (const [args, words] of [
    [['list'], '--tenant expects'],
    [['list', '--tenant', slug, '--since', 'yesterday'], '--since expects a day or a time'],
    [['list', '--tenant', slug, '--action', 'flew'], '--action expects one of'],
    [['verify', '--since', `1:${'0'.repeat(64)}`], '--since applies to one tenant'],
    [['verify', '--tenant', slug, '--since', '1'], '--since expects what audit head printed'],
    [['export', '--tenant', slug, '--format', 'xml'], '--format expects one of csv, ndjson'],
    [['forget'], 'audit expects one of'],
  ] as const)
    expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
});

test('OPS-04 AUDIT-02 exports hold every event, name themselves in the trail, and no cell is a formula', async () => {
  const csv = await run('export', '--tenant', slug, '--subject', "=cmd|' /C calc'!A1");
  expect(csv.stdout).toMatch(
    /^sequence,at,user,action,subject,details,hash,address\r\n"1","\d{4}-\S+Z","","contact changed","'=cmd\|' \/C calc'!A1","\{""note"":""a \\""quoted\\"", note\\nof two lines""\}","[0-9a-f]{64}",""\r\n$/,
  );
  const response = await operator.send('GET', 'audit/export?format=ndjson');
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit.ndjson"');
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Listed['events'][number]);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({
    action: 'audit trail exported',
    details: { format: 'ndjson', operator: expect.stringMatching(/^service token/) },
    address: '127.0.0.1',
  });
  const byCommand = await trailOf(portal.database, portal.tenantId, 'audit trail');
  expect(byCommand[0]?.details).toMatchObject({
    format: 'csv',
    operator: expect.stringMatching(/^command line/),
  });
});

test('OPS-04 verify names the first broken event of each tenant and fails; a kept head finds a chain written anew', async () => {
  const whole = await run('verify');
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringMatching(/: \d+ events hold, \d+\.\d s\n/) });
  expect(whole.stdout).toContain(`${otherSlug}: 1 event holds`);
  const head = (await run('head', '--tenant', slug)).stdout.trim().split('\t')[1] ?? '';
  expect(head).toMatch(/^\d+:[0-9a-f]{64}$/);
  expect(await run('verify', '--tenant', slug, '--since', head)).toMatchObject({ code: 0 });

  const tamper = (change: string) =>
    withTenant(portal.database.owner, portal.tenantId, async (tx) => {
      await sql`alter table audit_events disable trigger append_only`.execute(tx);
      await sql.raw(change).execute(tx);
      await sql`alter table audit_events enable trigger append_only`.execute(tx);
    });
  await tamper("update audit_events set subject = 'company 8' where sequence = 8");
  const broken = await run('verify');
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(new RegExp(`^${slug}: broken at event 8; 7 events hold before it`, 'm'));
  expect(broken.stdout).toContain(`${otherSlug}: 1 event holds`);
  await tamper("update audit_events set subject = 'company 7' where sequence = 8");
  expect((await run('verify', '--tenant', slug)).code).toBe(0);
  const [sequence, hash = ''] = head.split(':');
  const forged = `${sequence}:${hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`;
  expect(await run('verify', '--tenant', slug, '--since', forged)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`broken at event ${sequence}`),
  });
});

test('OPS-04 the trail, and the token, are free for others while an export is sent', {
  timeout: 60_000,
}, async () => {
  const { db } = portal.database;
  // More than the network holds for a reader who takes nothing.
  await withTenant(db, portal.tenantId, (tx) =>
    sql`select append_audit_event(null, 'contact changed', 'syndicate 1', jsonb_build_object('note', repeat('x', 40000)))
      from generate_series(1, 1500)`.execute(tx),
  );
  const slow = await operatorOf(portal, ['audit']);
  const answer = await slow.send('GET', 'audit/export?format=ndjson');
  expect(answer.status).toBe(200);
  const { rows: sending } = await sql<{ count: bigint }>`
    select count(*) from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
    db,
  );
  expect(sending[0]?.count).toBe(1n);
  // The server's role may not lock the head itself.
  const { rows } = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    sql<{ heads: bigint; tokens: bigint }>`
      with head as (select from audit_heads for update skip locked),
        token as (select from service_tokens for update skip locked)
      select (select count(*) from head) as heads, (select count(*) from token) as tokens`.execute(tx),
  );
  expect(rows[0]?.heads).toBe(1n);
  const { tokens } = await withTenant(db, portal.tenantId, (tx) =>
    tx
      .selectFrom('serviceTokens')
      .select(({ fn }) => fn.countAll<bigint>().as('tokens'))
      .executeTakeFirstOrThrow(),
  );
  expect(rows[0]?.tokens).toBe(tokens);
  await withTenant(db, portal.tenantId, (tx) =>
    recordAudit(tx, { actorId: null, action: 'contact changed', subject: 'meanwhile' }),
  );
  const text = await answer.text();
  expect(text.split('\n').length).toBeGreaterThan(1500);
  expect(text).not.toContain('"meanwhile"');
});
