import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createPayingBook,
  fingerprint,
  openCashAccounts,
  timeBareInserts,
  writeFirstDay,
  writeSecondDay,
} from '../../testing/posting-book.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { findDifferences } from '../find-differences.ts';

// `npm run prove posting` sets both to their full size.
const KILLS = Number(process.env['KILLS'] ?? 3);
const ENTRIES = Number(process.env['ENTRIES'] ?? 2_000);
const LONG = { timeout: 60 * 60_000 };
const POST = join(import.meta.dirname, '../../testing/post-day-file.ts');

const say = (text: string) => process.stdout.write(`${text}\n`);

let whole: TestDatabase;
let killed: TestDatabase;
let folder: string;
let secondDay: string;
let tenantId: string;

beforeAll(async () => {
  whole = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'posting-'));
  tenantId = await createPayingBook(whole.owner, ENTRIES);
  const firstDay = join(folder, 'first-day.csv');
  secondDay = join(folder, 'second-day.csv');
  await writeFirstDay(whole.owner, tenantId, firstDay, ENTRIES);
  await writeSecondDay(whole.owner, tenantId, secondDay, ENTRIES);
  await run(whole, firstDay);
  await openCashAccounts(whole.owner, tenantId);
  killed = await whole.copy();
}, LONG.timeout);
afterAll(async () => {
  await Promise.all([whole.drop(), killed.drop()]);
  await rm(folder, { recursive: true });
});

const start = (database: TestDatabase, file: string) =>
  spawn(process.execPath, [POST, file, tenantId], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

async function run(database: TestDatabase, file: string): Promise<{ said: string; ms: number }> {
  const started = performance.now();
  const child = start(database, file);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'exit');
  expect({ code, output }).toMatchObject({ code: 0 });
  return { said: output.trim().split('\n').at(-1) ?? '', ms: performance.now() - started };
}

const positionOf = (database: TestDatabase) =>
  withTenant(database.db, tenantId, async (tx) => {
    const row = await tx
      .selectFrom('postingRuns')
      .select('position')
      .where('fileName', '=', 'second-day.csv')
      .executeTakeFirst();
    return row?.position ?? 0;
  });

async function countCashEntries(database: TestDatabase) {
  const { rows } = await withTenant(database.db, tenantId, (tx) =>
    sql<{ entries: number; reversals: number }>`
      select count(*)::integer as entries, count(*) filter (where kind = 'payout reversal')::integer as reversals
      from cash_entries where pay_date is not null`.execute(tx),
  );
  return rows[0] ?? { entries: 0, reversals: 0 };
}

/** Whether the posting process is in a transaction at this moment. */
async function isAtWork(database: TestDatabase): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and usename = 'portal_app'
    ) as busy`.execute(database.db);
  return rows[0]?.busy === true;
}

test(
  `DASH-07 CASH-03 posting ${ENTRIES} entries, killed ${KILLS} times at random points: nothing lost, nothing twice, nor in the cash accounts`,
  LONG,
  async () => {
    const alone = await run(whole, secondDay);
    const again = await run(whole, secondDay);
    say(`undisturbed: ${alone.said}`);
    expect(again.said).toMatch('Posted before');

    const pace = (alone.ms - again.ms) / KILLS;
    const seed = Date.now() % 1_000_000;
    const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: KILLS, seed });
    let atWork = 0;
    for (const [kills, part] of random.entries()) {
      // Spread over the file: who is ahead is killed while it starts, the others while they post.
      const isAhead = (await positionOf(killed)) / ENTRIES > kills / KILLS;
      const child = start(killed, secondDay);
      const ended = once(child, 'exit');
      child.stdout.resume();
      if (!isAhead) while (child.exitCode === null && !(await isAtWork(killed))) await setTimeout(10);
      await setTimeout(isAhead ? part * again.ms : part * 4 * pace);
      atWork += Number(await isAtWork(killed));
      child.kill('SIGKILL');
      const [code] = await ended;
      // Killed, or through with everything: it never ends in another way.
      expect([null, 0]).toContain(code);
    }
    const position = await positionOf(killed);
    const last = await run(killed, secondDay);
    say(
      `${KILLS} kills (seed ${seed}), ${atWork} of them in the middle of a transaction; ${position} entries were through then: ${last.said}`,
    );

    const counts = (said: string) => said.replace(/^[^:]*: /, '').replace(/; [\d.]+ s$/, '');
    expect(counts(last.said)).toBe(counts(alone.said));
    await withTenant(killed.db, tenantId, async (tx) => {
      await sql`set local statement_timeout = '10min'`.execute(tx);
      expect(await findDifferences(tx, tenantId)).toEqual([]);
    });
    const { entries, reversals } = await countCashEntries(killed);
    say(`cash accounts: ${entries} entries of pay dates, ${reversals} of them reversals`);
    expect(entries).toBeGreaterThan(20);
    expect(await fingerprint(killed.owner, tenantId)).toBe(await fingerprint(whole.owner, tenantId));
  },
);

test('DASH-07 what posting takes, beside bare statements for the same rows', LONG, async () => {
  const { lineCount, lines, all } = await timeBareInserts(whole.owner, tenantId);
  say(
    `bare INSERT … SELECT: ${lines.toFixed(1)} s for ${lineCount} lines alone, ${all.toFixed(1)} s for payments, lines, pay dates and totals`,
  );
  expect(lineCount).toBeGreaterThan(ENTRIES);
});
