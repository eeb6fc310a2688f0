import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { sitDown } from '../../testing/desk.ts';
import { createTenant } from '../../testing/factories.ts';
import { approveAsSeen, openRunBook, readRun } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { type Program, startProgram } from '../../testing/programs.ts';
import { untilBlockedBy } from '../../testing/until-waiting.ts';

// `npm run prove runs` sets it to its full size.
const KILLS = Number(process.env['KILLS'] ?? 3);

type Step = 'approve' | 'file';

/** Every table that a step writes to: the process is killed while it waits to write there. */
const MOMENTS: readonly (readonly [Step, string])[] = [
  ['file', 'payout_run_files'],
  ['approve', 'payout_run_items'],
  ['file', 'audit_events'],
  ['file', 'cash_entries'],
  ['approve', 'payout_runs'],
  ['file', 'withdrawal_requests'],
  ['file', 'payout_run_items'],
  ['approve', 'audit_events'],
  ['file', 'payout_runs'],
];

let portal: TestPortal;
let api: Program;
beforeAll(async () => {
  portal = await openTestPortal();
  api = await startProgram('api', { DATABASE_URL: portal.database.url });
}, 120_000);
afterAll(async () => {
  await api.end('SIGKILL');
  await portal.close();
});

/** A run that pays a syndicate and a withdrawal, as far as the step before the one that is killed. */
async function openRun(step: Step) {
  const tenantId = await createTenant(portal.database.owner);
  const app = { ...portal.app, fetch: (path: string, init?: RequestInit) => api.fetch(path, init) };
  const own = { ...portal, tenantId, app };
  const book = await openRunBook(own, [{ name: 'Paid' }, { name: 'Kept' }]);
  await book.nameOriginator();
  const syndicateId = book.syndicates.get('Kept') ?? 0n;
  await book.inTenant(async (tx) => {
    await openCashAccount(tx, tenantId, {
      syndicateId,
      cash: 500_00n,
      contributed: 500_00n,
      recordedBy: 'test',
    });
    const asked = { syndicateId, amount: 200_00n, reference: 'W-1' };
    await askForWithdrawal(tx, tenantId, asked, { via: 'command line', name: 'test' });
  });
  await book.pay();
  const ingrid = await sitDown(own, 'Ingrid Holm', { role: 'accounting' });
  const marcus = await sitDown(own, 'Marcus Lee', { role: 'accounting' });
  const runId = (await ingrid.post('payouts', { pay_date: book.payDate }))['run_id'];
  if (step === 'file') await approveAsSeen(marcus, runId);
  const cash = () => book.inTenant(async (tx) => (await readCashAccount(tx, tenantId, syndicateId)).posted);
  const take = () =>
    step === 'approve' ? approveAsSeen(marcus, runId) : ingrid.post(`payouts/${runId}/file`);
  return { tenantId, book, ingrid, runId, cash, take };
}

test(`RUN-08 RUN-15 the server is killed ${KILLS} times while it approves a run or makes its file: nothing is half done, nothing twice`, {
  timeout: 60_000 + KILLS * 60_000,
}, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [step, table] = MOMENTS[kill % MOMENTS.length] ?? ['file', 'payout_runs'];
    const { tenantId, book, ingrid, runId, cash, take } = await openRun(step);
    const before = { run: await readRun(ingrid, runId), cash: await cash() };
    await withTenant(portal.database.owner, tenantId, async (tx) => {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
      const taken = take().catch(() => null);
      await untilBlockedBy(portal.database.db, tx);
      await api.end('SIGKILL');
      await taken;
    });
    api = await startProgram('api', { DATABASE_URL: portal.database.url });
    expect({ run: await readRun(ingrid, runId), cash: await cash() }, `${step}, ${table}`).toEqual(before);
    expect(await take()).toMatchObject({ status: 200 });
    const again = await take();
    // Of a file that is made already nothing is said, because it is there.
    if (step === 'file') expect(again).toMatchObject({ status: 200 });
    if (step === 'approve') expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ status: 200 });
    const after = await readRun(ingrid, runId);
    expect(after).toMatchObject({ state: 'file made', file: { entries: 2, credit: '296.00' } });
    expect(new Set(after.items.map(({ trace_number }) => trace_number)).size).toBe(3);
    expect(await cash()).toBe(300_00n);
    const { rows } = await book.inTenant((tx) =>
      sql<{ times: number }>`select count(*)::integer as times from audit_events
        where tenant_id = ${tenantId}::uuid and action in ('payout run approved', 'payout file made')`.execute(
        tx,
      ),
    );
    expect(rows[0]?.times).toBe(2);
    expect(await book.inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);
  }
});
