import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { makeAskedStatements } from '../../statements/make-statements.ts';
import { sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
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

test('IMPORT-21 an import that is half undone can be undone to the end, whatever was built since', async () => {
  const { owner, db } = portal.database;
  const tenantId = await createTenant(owner);
  const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(owner, tenantId, work);
  const otherId = await inBook(async (tx) => {
    await tx.updateTable('tenants').set({ statementsFrom: OCTOBER }).where('id', '=', tenantId).execute();
    const syndicateId = await createSyndicate(tx, tenantId, { name: 'Own' });
    const dealId = await createFundedDeal(tx, tenantId, { mid: '901' });
    await createParticipation(tx, tenantId, { dealId, syndicateId }, { agreementDate: '2026-10-02' });
    return createFundedDeal(tx, tenantId, { mid: '902' });
  });
  const statusOf = (mid: string) =>
    inBook((tx) => tx.selectFrom('deals').select('status').where('mid', '=', mid).executeTakeFirstOrThrow());
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  const { runId } = await ben.startOf('deals', 'status.csv', 'Deal ID,Status\n901,Default\n');
  expect(await ben.confirm(runId)).toMatchObject({ state: 'done', taken_out_at: null });
  await inBook(async (tx) => {
    // As if it had been imported in October, whose statements are made only now.
    await sql`update import_runs set confirmed_at = '2026-10-20' where id = ${runId}`.execute(tx);
    await tx
      .insertInto('importRunRows')
      .values({
        ...{ tenantId, runId: BigInt(runId), kind: 'deals', rowId: otherId, externalId: '902' },
        ...{ isNew: false, before: { status: 'No longer a status' }, told: { external_id: '902' } },
      })
      .execute();
  });
  const half = await ben.undo(runId);
  expect(half).toMatchObject({ state: 'done', taken_out_at: expect.any(String) });
  expect(half.failure).toMatch(/what it added is taken out, but its changes are not/);
  expect(await statusOf('901')).toEqual({ status: 'Default' });
  const asked = { kind: 'month', months: { first: OCTOBER, last: OCTOBER }, syndicateId: null } as const;
  expect(await makeAskedStatements(db, tenantId, asked)).toMatchObject({ made: 1 });
  // Of a row of a release before nobody knows whether it was changed since.
  expect((await ben.undo(runId)).failure).toMatch(/stays: 1 statements with its figures were made/);
  await inBook(async (tx) => {
    // Nobody else removes what was kept, nor the owner.
    await sql`alter table import_run_rows disable trigger user`.execute(tx);
    await sql`delete from import_run_rows where run_id = ${runId} and external_id = '902'`.execute(tx);
    await sql`alter table import_run_rows enable trigger user`.execute(tx);
  });
  expect(await ben.undo(runId)).toMatchObject({ state: 'undone', failure: null });
  expect(await statusOf('901')).toEqual({ status: 'Active Advance' });
});
