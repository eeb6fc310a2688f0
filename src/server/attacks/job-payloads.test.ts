import * as fc from 'fast-check';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allJobs } from '../all-jobs.ts';
import { readQueue } from '../platform/operations/queue.ts';
import { createTenant } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { altered, nasty, wireValue } from './arbitraries.ts';

/** `npm run prove jobs` tries 500 payloads of each job. */
const PAYLOADS = Number(process.env['PAYLOADS'] ?? 4);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('OPS-10 whatever is in the payload of a job, the job is done or given up at once', {
  timeout: 3_600_000,
}, async () => {
  const tenantId = await createTenant(database.owner, { name: 'Harbor', slug: 'harbor' });
  const lines: { job?: string; msg: string }[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const worker = await startTestWorker(database, { logger, lookEveryMs: 100 });
  try {
    let added = 0;
    for (const { name, payload } of allJobs) {
      const within = wireValue(payload);
      const tried = fc.oneof(
        within,
        within.chain((value) => altered(value, payload)),
        fc.tuple(within, someId).map(([value, id]) => withIds(value, tenantId, id)),
        nasty,
      );
      for (const value of fc.sample(tried, PAYLOADS)) {
        await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(value)}::json)`.execute(
          database.db,
        );
        added += 1;
      }
    }
    const counts = async () => {
      const queue = await readQueue(database.db);
      const sum = (states: readonly ('ready' | 'running' | 'retrying' | 'failed')[]) =>
        queue.reduce((total, row) => total + states.reduce((all, state) => all + row[state], 0), 0);
      return { toDo: sum(['ready', 'running']), retrying: sum(['retrying']), givenUp: sum(['failed']) };
    };
    const timeout = 60_000 + 20 * added;
    await expect.poll(async () => (await counts()).toDo, { timeout, interval: 200 }).toBe(0);
    const { retrying, givenUp } = await counts();
    process.stdout.write(`${added} jobs: ${givenUp} given up, ${retrying} to be tried again\n`);
    const { rows: again } = await sql<{ job: string; error: string }>`
      select task_identifier as job, last_error as error from graphile_worker.jobs where attempts < max_attempts and attempts > 0`.execute(
      database.db,
    );
    expect(again).toEqual([]);
    expect(lines.filter(({ msg }) => msg === 'a job was given up').length).toBe(givenUp);
  } finally {
    await worker.stop();
  }
});

/** Of nobody, and some that no column holds. */
const someId = fc.oneof(
  fc.nat().map(String),
  fc.constantFrom('0', '-1', '', '9223372036854775808', '9'.repeat(40)),
);

/** The same payload for a tenant that exists, with ids that are numbers. */
function withIds(value: unknown, tenantId: string, id: string): unknown {
  const isNumberId = (name: string, given: unknown) =>
    name.endsWith('Id') && typeof given === 'string' && !/^[0-9a-f-]{36}$/i.test(given);
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, given]) => {
      if (name === 'tenantId') return [name, tenantId];
      return [name, isNumberId(name, given) ? id : given];
    }),
  );
}
