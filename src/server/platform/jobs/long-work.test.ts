import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allJobs } from '../../all-jobs.ts';
import { addCheck } from '../../features/import-runs/import-run.jobs.ts';
import { queueRecheck, queueReconciliation } from '../../features/reconciliation/reconciliation.jobs.ts';
import { queueTurnOfDay } from '../../ledger/standings/turn-of-day.jobs.ts';
import { dropSheet, settledSheet } from '../../testing/day-sheet.ts';
import { sitDown } from '../../testing/desk.ts';
import { createTenant } from '../../testing/factories.ts';
import { openTestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { withTenant } from '../db/transactions.ts';

/** `ROWS=249990 MS=0` measures how long a small funder's file waits beside eight large ones. */
const ROWS = Number(process.env['ROWS'] ?? 3);
const MS = Number(process.env['MS'] ?? 200);
const SHEETS = 8;
const PATIENCE_MS = 60_000 + ROWS * SHEETS;

const sheetOf = (rows: number, name: string) =>
  ['MID,Amount,Date,Reference']
    .concat(Array.from({ length: rows }, (_, row) => `${row},12.50,2026-11-13,${name}-${row}`))
    .join('\n');

/** All jobs, each a little longer than it takes. It notes who has how many at once, and in which order they end. */
function noted() {
  const running: string[] = [];
  const ended: string[] = [];
  const most = new Map<string, number>();
  const jobs = allJobs.map((job) => ({
    ...job,
    async run(...[deps, payload]: Parameters<typeof job.run>) {
      const { tenantId = '' } = payload as { tenantId?: string };
      running.push(tenantId);
      const own = running.filter((other) => other === tenantId).length;
      most.set(tenantId, Math.max(most.get(tenantId) ?? 0, own));
      try {
        await setTimeout(MS);
        await job.run(deps, payload);
      } finally {
        running.splice(running.indexOf(tenantId), 1);
        ended.push(tenantId);
      }
    },
  }));
  return { jobs, most, ended };
}

test('UPLOAD-04 the files, imports and checks of a book that one funder asks for take one place of a worker, and another funder’s file does not wait for them', {
  timeout: 4 * PATIENCE_MS,
}, async () => {
  const portal = await openTestPortal();
  const { database, tenantId } = portal;
  const other = await createTenant(database.owner);
  const ana = await sitDown(portal, 'Ana Ruiz', { role: 'servicing' });
  const kim = await sitDown({ ...portal, tenantId: other }, 'Kim Soto', { role: 'servicing' });
  const first = await startTestWorker(database);
  const dropped = [];
  for (let index = 0; index < SHEETS; index += 1)
    dropped.push(await dropSheet(ana, 'day.csv', sheetOf(ROWS, `large${index}`)));
  const small = await dropSheet(kim, 'day.csv', sheetOf(3, 'small'));
  await first.stop();

  for (const { file_id, mapping } of dropped)
    expect((await ana.put(`day_sheets/${file_id}/mapping`, { name: 'Bank', mapping })).status).toBe(200);
  await withTenant(database.db, tenantId, async (tx) => {
    await addCheck(tx, { tenantId, runId: 1n, revision: 1 });
    await queueReconciliation(tx, tenantId, false);
    await queueRecheck(tx, tenantId);
    await queueTurnOfDay(tx, tenantId);
  });
  const { jobs, most, ended } = noted();
  const worker = await startTestWorker(database, { jobs });
  const begun = performance.now();
  await kim.put(`day_sheets/${small.file_id}/mapping`, { name: 'Bank', mapping: small['mapping'] });
  await settledSheet(kim, small.file_id, /^checked$/, PATIENCE_MS);
  const waited = performance.now() - begun;
  process.stdout.write(`the small file was checked after ${Math.round(waited)} ms\n`);
  const before = ended.filter((whose) => whose === tenantId).length;
  for (const { file_id } of dropped) await settledSheet(ana, file_id, /^checked$/, SHEETS * PATIENCE_MS);
  await worker.stop();
  await portal.close();
  expect(Object.fromEntries(most)).toMatchObject({ [tenantId]: 1, [other]: 1 });
  expect(before).toBeLessThan(SHEETS / 2);
});
