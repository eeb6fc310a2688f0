import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { withTenant } from '../db/transactions.ts';
import { addJob, defineJob } from './jobs.ts';
import { defineTenantJobs } from './tenant-jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Five batches, which is more than a worker runs at once. */
const COUNT = 201;

const addTenants = () =>
  sql
    .raw(`do $$ begin
      for place in 1..${COUNT} loop
        perform set_config('app.tenant', gen_random_uuid()::text, true);
        insert into tenants (id, slug, name, support_email, support_url)
        values (current_setting('app.tenant')::uuid, 'many-' || place, 'Funder', 'help@many.example', 'https://many.example/help');
      end loop;
    end $$`)
    .execute(database.owner);

const PATIENCE = { timeout: 10_000, interval: 20 };

test('MANY-02 while the work of many tenants is under way, what a person waits for is done at once', async () => {
  const { db } = database;
  await addTenants();
  let begun = 0;
  let mails = 0;
  const gate = Promise.withResolvers<void>();
  const done = new Set<string>();
  const work = defineTenantJobs({
    name: 'long work of tenant',
    batchName: 'long work of tenants',
    priority: 20,
    with: {},
    // Of each batch some get a job of their own, because they are large or because their work fails.
    isLarge: async (_tx, tenantId) => tenantId.startsWith('0'),
    async run(_deps, tenantId) {
      begun += 1;
      await gate.promise;
      const isFirstTry = !done.has(tenantId);
      done.add(tenantId);
      if (isFirstTry && tenantId.startsWith('1')) throw new Error('tried again');
    },
  });
  const mail = defineJob({
    name: 'a mail',
    payload: z.object({}),
    async run() {
      mails += 1;
    },
  });
  await work.addForAll(db, {});
  const worker = await startTestWorker(database, { jobs: [...work.jobs, mail] });
  onTestFinished(async () => {
    gate.resolve();
    await worker.stop();
  });
  await vi.waitFor(() => expect(begun).toBe(2), PATIENCE);
  await withTenant(db, crypto.randomUUID(), (tx) => addJob(tx, mail, {}));
  await vi.waitFor(() => expect(mails).toBe(1), PATIENCE);
  expect(begun).toBe(2);

  gate.resolve();
  await vi.waitFor(() => expect(done.size).toBe(COUNT), PATIENCE);
});
