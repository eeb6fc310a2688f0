import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDifferences } from '../ledger/find-differences.ts';
import { listTenants } from '../platform/db/tenants.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createTenant } from '../testing/factories.ts';
import { timeBareCopy, writeHistory } from '../testing/import-history.ts';
import { fingerprint } from '../testing/posting-book.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';

// `npm run prove import` sets all of them to their full size.
const KILLS = Number(process.env['KILLS'] ?? 2);
const ROWS = Number(process.env['ROWS'] ?? 20_000);
const DEALS = Number(process.env['DEALS'] ?? 400);
const LONG = { timeout: 3 * 60 * 60_000 };
const CLI = join(import.meta.dirname, '../cli.ts');

const say = (text: string) => process.stdout.write(`${text}\n`);

let whole: TestDatabase;
let killed: TestDatabase;
let folder: string;
let tenantId: string;
let slug: string;

beforeAll(async () => {
  whole = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  tenantId = await createTenant(whole.owner);
  slug = (await listTenants(whole.db))[0]?.slug ?? '';
  await writeHistory(folder, DEALS, ROWS);
  for (const name of ['syndicates', 'companies', 'deals', 'participations']) {
    const { said, seconds } = await run(whole, `${name}.csv`);
    say(`${said[0]}; ${seconds.toFixed(1)} s`);
  }
  await sql`vacuum analyze`.execute(whole.owner);
  killed = await whole.copy();
}, LONG.timeout);
afterAll(async () => {
  await Promise.all([whole.drop(), killed.drop()]);
  await rm(folder, { recursive: true });
});

const start = (database: TestDatabase, file: string) =>
  spawn(process.execPath, [CLI, 'import', join(folder, file), '--tenant', slug], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** How much memory the process has held at most, in MB. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function run(database: TestDatabase, file: string) {
  const started = performance.now();
  const child = start(database, file);
  let peak = 0;
  const watch = setInterval(async () => {
    peak = Math.max(peak, await peakOf(child.pid));
  }, 250);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  expect({ code, output }).toMatchObject({ code: 0 });
  return {
    said: output.trim().split('\n').slice(-2),
    output,
    seconds: (performance.now() - started) / 1000,
    peak,
  };
}

const recorded = (database: TestDatabase) =>
  withTenant(database.db, tenantId, async (tx) => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(cleared_count + returned_count), 0) as sum from deal_totals`.execute(tx);
    return Number(rows[0]?.sum);
  });

test(
  `OPS-01 ${ROWS} payments, killed ${KILLS} times at random points: nothing lost, nothing twice`,
  LONG,
  async () => {
    const load = loadavg()[0]?.toFixed(1);
    const alone = await run(whole, 'payments.csv');
    if (ROWS > 100_000) say(alone.output);
    say(
      `${ROWS} payments over ${DEALS} deals: ${alone.seconds.toFixed(1)} s, ${Math.round(ROWS / alone.seconds)} rows/s, ` +
        `at most ${Math.round(alone.peak)} MB; load before ${load}, after ${loadavg()[0]?.toFixed(1)}`,
    );
    const bare = await timeBareCopy(
      urlOf('DATABASE_OWNER_URL', new URL(whole.url).pathname.slice(1)),
      tenantId,
      folder,
    );
    say(
      `bare COPY of the same payments and lines: ${bare.toFixed(1)} s; ratio ${(alone.seconds / bare).toFixed(1)}`,
    );
    const again = await run(whole, 'payments.csv');
    say(`told again: ${again.said[0]}; ${again.seconds.toFixed(1)} s`);
    expect(again.said[0]).toMatch(/^payments: [\d,]+ unchanged$/);
    // It does not grow with the file: 100,000 rows and 300,000 rows took 270 MB on a busy machine, and a million 311 MB.
    if (ROWS >= 1_000_000) expect(alone.peak).toBeLessThan(350);

    const seed = Date.now() % 1_000_000;
    const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { numRuns: KILLS, seed });
    let posted = 0;
    let inTheMiddle = 0;
    for (const [kills, part] of random.entries()) {
      const child = start(killed, 'payments.csv');
      child.stdout.resume();
      const ended = once(child, 'exit');
      // Some while the file is read, the others a while after something more has been posted.
      if (kills % 5 === 0) await setTimeout(part * again.seconds * 1000);
      else {
        while (child.exitCode === null && (await recorded(killed)) === posted) await setTimeout(20);
        // Short enough that it is not done by then, even if the machine has become twice as quick since.
        await setTimeout((part * 1000 * (alone.seconds - again.seconds)) / (2 * KILLS));
      }
      child.kill('SIGKILL');
      const [code] = await ended;
      expect([null, 0]).toContain(code);
      const now = await recorded(killed);
      inTheMiddle += Number(now > posted && now < ROWS);
      posted = now;
    }
    const last = await run(killed, 'payments.csv');
    say(
      `${KILLS} kills (seed ${seed}), ${inTheMiddle} with some posted and some not; ${posted} were there then: ${last.said[0]}`,
    );

    expect(inTheMiddle).toBeGreaterThan(0);
    await withTenant(killed.db, tenantId, async (tx) => {
      await sql`set local statement_timeout = '30min'`.execute(tx);
      expect(await findDifferences(tx, tenantId)).toEqual([]);
    });
    expect(await fingerprint(killed.owner, tenantId)).toBe(await fingerprint(whole.owner, tenantId));
  },
);
