import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { lockLedgerExclusively } from '../../ledger/ledger-lock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isCollision } from '../../platform/db/outages.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { holdImports } from '../../statements/hold-imports.ts';
import { makeAskedStatements } from '../../statements/make-statements.ts';
import { sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import { createSyndicate, createTenant } from '../../testing/factories.ts';
import { MESSY_CONSTANTS } from '../../testing/messy-book.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const OCTOBER = calendarDate('2026-10-01');

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

/** A funder with one investor, and an import that adds a deal with a share. */
async function importedBook() {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  await withTenant(owner, tenantId, async (tx) => {
    await tx.updateTable('tenants').set({ statementsFrom: OCTOBER }).where('id', '=', tenantId).execute();
    await createSyndicate(tx, tenantId, { name: 'Own', abbreviation: 'OWN' });
  });
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  const { runId, run } = await ben.start({
    'Deals.csv': `Deal ID,Merchant Name,Funded Date,Funding Amount,Factor,RTR,Payment,Freq,Term (Days),Status
D-1,Canal St Bakery,10/05/26,"$10,000.00",1.40,"$14,000.00",$140.00,Daily,100,Performing
`,
    'Shares.csv': 'Deal ID,Investor,Agreed On,Share %,Comm %,Mgmt Fee\nD-1,Own,10/05/26,5%,10%,4%\n',
  });
  const kinds: Readonly<Record<string, string>> = { 'Deals.csv': 'deals', 'Shares.csv': 'participations' };
  const files = run.files.map(({ file_id, file_name }) => ({
    ...{ file_id, kind: kinds[file_name], columns: [] },
  }));
  expect((await ben.plan(runId, { files, constants: MESSY_CONSTANTS })).problems).toEqual([]);
  expect(await ben.confirm(runId)).toMatchObject({ state: 'done' });
  return { tenantId, ben, runId };
}

const countOf = (tenantId: string, table: 'statements' | 'deals') =>
  withTenant(portal.database.owner, tenantId, async (tx) => {
    const { rows } = await sql`
      select from ${sql.table(table)} where tenant_id = ${tenantId}::uuid`.execute(tx);
    return rows.length;
  });

test('IMPORT-21 statements that are being made of an import keep it, although nobody sees them yet', async () => {
  const { tenantId, ben, runId } = await importedBook();
  const { db, owner } = portal.database;
  // The statements are worked out, and are kept only when this has ended.
  const { making, asking } = await withTenant(owner, tenantId, async (tx) => {
    await sql`lock table statements in share mode`.execute(tx);
    const making = makeAskedStatements(db, tenantId, {
      ...{ kind: 'month', months: { first: OCTOBER, last: OCTOBER }, syndicateId: null },
    });
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_locks where relation = 'statements'::regclass and not granted`.execute(tx);
        return rows.length;
      })
      .toBe(1);
    const asking = ben.undo(runId);
    await Promise.race([asking, setTimeout(3_000)]);
    return { making, asking };
  });
  expect(await making).toMatchObject({ made: 1 });
  expect(await asking).toMatchObject({
    ...{ state: 'done', failure: 'This import stays: statements with its figures were made (1).' },
  });
  expect(await countOf(tenantId, 'deals')).toBe(1);
});

test('IMPORT-21 statements whose snapshot is of before an import was taken out are not kept, but made again', async () => {
  const { tenantId, ben, runId } = await importedBook();
  const { db, owner } = portal.database;
  const [locked, snapshot] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ledger = withTenant(owner, tenantId, async (tx) => {
    await lockLedgerExclusively(tx, tenantId);
    locked.resolve();
    await snapshot.promise;
  });
  await locked.promise;
  const undoing = ben.undo(runId);
  const states = (tx: Tx) => tx.selectFrom('importRuns').select('state').execute();
  await expect
    .poll(() => withTenant(owner, tenantId, states), { timeout: 10_000 })
    .toEqual([{ state: 'undoing' }]);
  let held = 'nothing';
  const statements = withTenant(
    db,
    tenantId,
    async (tx) => {
      expect(await states(tx)).toEqual([{ state: 'undoing' }]);
      snapshot.resolve();
      await ledger;
      await expect.poll(() => countOf(tenantId, 'deals'), { timeout: 20_000 }).toBe(0);
      held = await holdImports(tx, tenantId).then(
        () => 'kept',
        (error: unknown) => (isCollision(error) ? 'made again' : String(error)),
      );
    },
    { isSnapshot: true },
  );
  await statements.catch((error: unknown) => expect(String(error)).toMatch(/rolled back/));
  expect(held).toBe('made again');
  expect(await undoing).toMatchObject({ state: 'undone', failure: null });
});
