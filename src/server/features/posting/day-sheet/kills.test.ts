import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../../platform/db/transactions.ts';
import { bankDay } from '../../../testing/bank-day.ts';
import { type DroppedSheet, dropSheet, settledSheet } from '../../../testing/day-sheet.ts';
import { type AtDesk, sitDown } from '../../../testing/desk.ts';
import { differencesIn } from '../../../testing/differences.ts';
import { openTestPortal, type TestPortal } from '../../../testing/portal.ts';
import { createPayingBook, writeFirstDay } from '../../../testing/posting-book.ts';
import { startProgram } from '../../../testing/programs.ts';
import { startTestWorker } from '../../../testing/test-worker.ts';

// `npm run prove post-day` sets it to its full size.
const LINES = Number(process.env['LINES'] ?? 1000);
/** A minute until another worker takes over, and then less than this for each line. */
const LONG = { timeout: 2 * 60_000 + LINES * 36 };

let portal: TestPortal;
let tenantId: string;
let ana: AtDesk;
let folder: string;
beforeAll(async () => {
  portal = await openTestPortal();
  tenantId = await createPayingBook(portal.database.owner, LINES);
  ana = await sitDown({ ...portal, tenantId }, 'Ana Ruiz', { role: 'servicing' });
  folder = await mkdtemp(join(tmpdir(), 'post-day-'));
}, LONG.timeout);
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.db, tenantId, work);
const position = () =>
  inTenant(async (tx) => {
    const run = await tx.selectFrom('postingRuns').select('position').executeTakeFirst();
    return run?.position ?? 0;
  });
const startWorker = () => startProgram('worker', { DATABASE_URL: portal.database.url });
const say = (words: string) => process.stdout.write(`${words}\n`);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

test(
  `POST-14 a day of ${LINES} lines, dropped, checked and posted while its worker is killed, comes to the same cents`,
  LONG,
  async () => {
    const path = join(folder, 'day.csv');
    await writeFirstDay(portal.database.owner, tenantId, path, LINES, bankDay(1));
    const worker = await startTestWorker(portal.database);
    let sheet: DroppedSheet;
    const dropped = performance.now();
    try {
      const { file_id, mapping } = await dropSheet(ana, 'day.csv', await readFile(path));
      say(`dropped and scanned: ${seconds(dropped)}`);
      expect(await ana.put(`day_sheets/${file_id}/mapping`, { name: 'Bank', mapping })).toMatchObject({
        status: 200,
      });
      sheet = await settledSheet(ana, file_id, /^checked$/, LONG.timeout);
    } finally {
      await worker.stop();
    }
    say(`checked: ${seconds(dropped)}`);
    const began = performance.now();
    const { file_id, check_number, counts, effects } = sheet;
    expect(counts).toContainEqual(expect.objectContaining({ verdict: 'will post', line_count: LINES }));
    const confirm = { check_number, complete_through: bankDay(1) };
    expect(await ana.post(`day_sheets/${file_id}/post`, confirm)).toMatchObject({ status: 200 });
    const killed = await startWorker();
    while ((await position()) === 0) await setTimeout(5);
    await killed.end('SIGKILL');
    const reached = await position();
    say(`killed after ${reached} of ${LINES}: ${seconds(began)}`);
    expect(reached).toBeLessThan(LINES);
    // A job of a worker that died is taken over after a minute, which the small version does not wait for.
    if (LINES < 10_000)
      for (const table of ['_private_jobs', '_private_job_queues'])
        await sql`update ${sql.table(`graphile_worker.${table}`)} set locked_at = locked_at - interval '2 minutes'
          where locked_at is not null`.execute(portal.database.owner);
    const next = await startWorker();
    try {
      await settledSheet(ana, file_id, /^posted$/, LONG.timeout);
    } finally {
      await next.end('SIGTERM');
    }
    say(`posted: ${seconds(began)}`);
    const { rows } = await inTenant((tx) =>
      sql<{ syndicateId: bigint; payDate: string; net: bigint }>`
        select syndicate_id as "syndicateId", pay_date::text as "payDate", sum(net_pay_cents)::bigint as net from payout_lines
        group by 1, 2`.execute(tx),
    );
    const paid = rows.map(({ syndicateId, payDate, net }) => `${syndicateId} ${payDate} ${net}`).toSorted();
    const foretold = (effects as { syndicate_id: number; pay_date: string; net_pay: string }[])
      .map(
        ({ syndicate_id, pay_date, net_pay }) =>
          `${syndicate_id} ${pay_date} ${net_pay.replace(/\.|^(-?)0+(?=\d)/g, '$1')}`,
      )
      .toSorted();
    expect(paid).toEqual(foretold);
    const payments = await inTenant((tx) =>
      tx
        .selectFrom('payments')
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    expect(payments.count).toBe(BigInt(LINES));
    expect(await differencesIn(portal.database.db, tenantId)).toEqual([]);
  },
);
