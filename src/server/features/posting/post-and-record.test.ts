import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createPayingBook, writeFirstDay } from '../../testing/posting-book.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { postAndRecord } from './post-and-record.ts';

const ENTRIES = 20;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'posted-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test('OPS-04 a day that was posted is in the audit trail once, also where the process ended before it said so', async () => {
  const tenantId = await createPayingBook(database.owner, ENTRIES);
  const file = join(folder, 'day.csv');
  await writeFirstDay(database.owner, tenantId, file, ENTRIES);
  const operator = { via: 'command line', name: 'test' } as const;
  const post = () =>
    postAndRecord(database.db, tenantId, file, { operator, file: 'day.csv', confirm: undefined });
  const posted = async () =>
    (await trailOf(database, tenantId)).filter(({ action }) => action === 'payments posted');
  const event = {
    subject: expect.stringMatching(/^posting run \d+$/),
    details: { file: 'day.csv', entries: ENTRIES, operator: expect.stringMatching(/^command line: ./) },
  };
  for (let run = 0; run < 2; run += 1) {
    expect((await post()).wasFinished).toBe(run === 1);
    expect(await posted()).toMatchObject([event]);
  }
  await withTenant(database.owner, tenantId, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    await sql`update audit_events set subject = 'forgotten' where action = 'payments posted'`.execute(tx);
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
  });
  expect((await post()).wasFinished).toBe(true);
  expect(await posted()).toMatchObject([{ subject: 'forgotten' }, event]);
});
