import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../shared/domain/calendar-date.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { lockLedgerExclusively } from '../../ledger/ledger-lock.ts';
import { turnDay } from '../../ledger/standings/turn-of-day.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { untilBlockedBy } from '../../testing/until-waiting.ts';

let portal: TestPortal;
let operator: TestOperator;
beforeAll(async () => {
  portal = await openTestPortal();
  operator = await operatorOf(portal, ['post', 'settings']);
  const { database, tenantId, syndicateId } = portal;
  await withTenant(database.owner, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'M-1' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
  });
});
afterAll(() => portal.close());

const HEADER = 'reference,mid,amount,date,result,return_code';
const FIRST = `${HEADER}\nA,M-1,700.00,2026-10-02,cleared,\n`;
const SECOND = `${HEADER}\nB,M-1,700.00,2026-10-05,cleared,\n`;

async function post(body: string, query = '') {
  const headers = { authorization: operator.authorization, 'content-type': 'text/csv' };
  const answer = await portal.app.fetch(`/api/operator/v1/postings${query}`, {
    method: 'POST',
    headers,
    body,
  });
  return (await answer.json()) as Record<string, unknown>;
}

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

const completeThrough = () =>
  inTenant(async (tx) => {
    const book = await tx.selectFrom('tenantBooks').select('completeThrough').executeTakeFirst();
    return book?.completeThrough ?? null;
  });

const standing = () =>
  inTenant((tx) =>
    tx.selectFrom('dealStandings').select(['asOf', 'expectedCents', 'arrearsCents']).executeTakeFirst(),
  );

test('SCHED-06 who posts a file says through which day everything is posted', async () => {
  const tomorrow = addDays(await readToday(portal.database.db), 1);
  for (const query of [`?complete_through=${tomorrow}`, `?complete_through=${tomorrow}&dry_run=true`])
    expect(await post(FIRST, query)).toMatchObject({ code: 'complete_through_to_come' });
  expect(await post(FIRST, '?dry_run=true')).toMatchObject({ complete_through: '2026-10-02' });
  expect(await completeThrough()).toBeNull();
  expect(await post(FIRST)).toMatchObject({ applied: 'all', complete_through: '2026-10-02' });
  expect(await completeThrough()).toBe('2026-10-02');

  // The file's own latest date first; posted again, more is said of it, and nothing is posted twice.
  expect(await post(SECOND, '?complete_through=2026-10-09&dry_run=true')).toMatchObject({
    complete_through: '2026-10-09',
  });
  expect(await completeThrough()).toBe('2026-10-02');
  expect(await post(SECOND)).toMatchObject({ posted_before: false, complete_through: '2026-10-05' });
  expect(await completeThrough()).toBe('2026-10-05');
  expect(await post(SECOND, '?complete_through=2026-10-09')).toMatchObject({
    ...{ posted_before: true, complete_through: '2026-10-09' },
  });
  expect(await completeThrough()).toBe('2026-10-09');
  // An earlier file does not take it back.
  expect(await post(FIRST)).toMatchObject({ posted_before: true, complete_through: '2026-10-02' });
  expect(await completeThrough()).toBe('2026-10-09');
  await turnDay(portal.database.db, portal.tenantId);
  expect(await standing()).toEqual({ asOf: '2026-10-09', expectedCents: 420_000n, arrearsCents: 280_000n });
});

test('SCHED-06 another time to clear has all open deals looked at again', async () => {
  const { database, tenantId } = portal;
  const set = async (days: unknown) => {
    const answer = await operator.send('PUT', 'settings', { clearing_bank_days: days });
    return (await answer.json()) as Record<string, unknown>;
  };
  expect(await set(11)).toMatchObject({ code: 'setting_invalid' });
  expect(await set(2)).toMatchObject({ clearing_bank_days: 2 });
  expect(await standing()).toMatchObject({ expectedCents: null });
  const differences = () => inTenant((tx) => findDifferences(tx, tenantId));
  expect(await differences()).toEqual([]);
  await turnDay(database.db, tenantId);
  // What was due up to the 7th has had the time to clear.
  expect(await standing()).toEqual({ asOf: '2026-10-09', expectedCents: 280_000n, arrearsCents: 140_000n });
  expect(await differences()).toEqual([]);
  const run = commandLineOn(database);
  const shown = await run('tenant', 'set', portal.slug, '--clearing-bank-days', '0');
  expect(shown.stdout).toMatch(/^clearingBankDays\t0$/m);
  await turnDay(database.db, tenantId);
  expect(await standing()).toMatchObject({ expectedCents: 420_000n });
});

test('SCHED-06 another time to clear waits for an import, and neither breaks the other off', async () => {
  const { database, tenantId } = portal;
  const setting: Promise<Response>[] = [];
  await inTenant(async (tx) => {
    await lockLedgerExclusively(tx, tenantId);
    setting.push(operator.send('PUT', 'settings', { clearing_bank_days: 3 }));
    await untilBlockedBy(database.db, tx);
    // An import locks deals in the order of its files, so nobody may have one who waits for another.
    await sql`select from deal_totals for update nowait`.execute(tx);
    await recordAudit(tx, { actorId: null, action: 'import finished', subject: 'test' });
  });
  expect((await setting[0])?.status).toBe(200);
});

test('SCHED-06 the turn of the day waits for an import, and neither breaks the other off', async () => {
  const { database, tenantId } = portal;
  const turning: Promise<number>[] = [];
  await inTenant(async (tx) => {
    await lockLedgerExclusively(tx, tenantId);
    turning.push(turnDay(database.db, tenantId));
    await untilBlockedBy(database.db, tx);
    await sql`select from deal_totals for update nowait`.execute(tx);
  });
  expect(await turning[0]).toBe(1);
});
