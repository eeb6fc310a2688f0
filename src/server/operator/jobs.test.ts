import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailResetLink } from '../features/passwords/passwords.jobs.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { errorInOneLine } from '../platform/jobs/kept-jobs.ts';
import { commandLineOn } from '../testing/command-line.ts';
import { createTenant } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner, { slug: 'harbor' });
});
afterAll(() => database.drop());

const run = (...args: string[]) => commandLineOn(database)('jobs', ...args);

async function giveUp(task: string, payload: object, error: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    with added as (select id from graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json))
    select id from added`.execute(database.db);
  const id = rows[0]?.id ?? 0n;
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error} where id = ${id}`.execute(
    database.db,
  );
  return id;
}

const attemptsOf = async () => {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from graphile_worker._private_jobs order by id`.execute(database.db);
  return rows.map(({ attempts }) => attempts);
};

test('OPS-41 jobs that were given up are listed without what they carry, done again, or dropped, and the tenant’s trail has it', async () => {
  const report = await giveUp(
    'mail nightly report',
    { tenantId, email: 'ann@lakeside.example' },
    'Can’t send mail: 550 <ann@lakeside.example> is unknown, token c2VjcmV0LXRva2VuLW9mLWEtbGluaw\n    at send (mail.ts:12)',
  );
  await giveUp('delete stored file', { tenantId }, 'timeout');
  const nobodys = await giveUp('purge', {}, 'timeout');
  await withClaims(database.db, {}, (tx) => addJob(tx, mailResetLink, { email: 'bo@lakeside.example' }));
  const { code, stdout } = await run('list');
  expect(code).toBe(0);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(lines[0]).toEqual(['id', 'task', 'tenant', 'state', 'tries', 'when', 'last error']);
  expect(lines.slice(1).map(([, task, tenant, state]) => [task, tenant, state])).toEqual([
    ['mail nightly report', 'harbor', 'given up'],
    ['delete stored file', 'harbor', 'given up'],
    ['purge', '-', 'given up'],
    ['mail reset link', '-', 'waiting'],
  ]);
  expect(lines[1]?.at(-1)).toBe('Can’t send mail: 550 <<address>> is unknown, token <…>');
  expect(stdout).not.toMatch(/lakeside/);

  expect(await run('retry', String(report), '999999')).toMatchObject({
    code: 1,
    stdout: '1 job will be done at once.\n',
  });
  expect(await attemptsOf()).toEqual([0, 25, 25, 0]);
  const waiting = lines.at(-1)?.[0] ?? '';
  for (const word of ['retry', 'drop'])
    expect({ word, ...(await run(word, waiting)) }).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^0 jobs /),
    });
  expect(await run('drop', '--all-given-up', '--tenant', 'harbor')).toMatchObject({
    code: 0,
    stdout: '1 job dropped.\n',
  });
  expect(await attemptsOf()).toEqual([0, 25, 0]);
  expect((await run('drop', String(nobodys))).stdout).toBe('1 job dropped.\n');
  const events = await withTenant(database.db, tenantId, (tx) =>
    tx.selectFrom('auditEvents').select(['action', 'subject', 'details']).orderBy('sequence').execute(),
  );
  expect(events).toEqual([
    {
      action: 'job retried',
      subject: 'job mail nightly report',
      details: expect.objectContaining({ jobs: 1, ids: String(report) }),
    },
    {
      action: 'job dropped',
      subject: 'job delete stored file',
      details: expect.objectContaining({ jobs: 1 }),
    },
  ]);
});

test('OPS-41 security rule: of an error, its first line is shown, without addresses and without what may be a secret', () => {
  expect(errorInOneLine('to: "Bo <bo@x.example>" failed\nstack')).toBe('to: "Bo <<address>>" failed');
  expect(errorInOneLine('x'.repeat(300))).toBe('<…>');
  expect(errorInOneLine(null)).toBe('');
});
