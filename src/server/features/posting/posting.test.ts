import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../../shared/contract/scopes.ts';
import { issueServiceToken } from '../../identity/service-tokens.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let token: string;
beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId, syndicateId } = portal;
  await withTenant(database.owner, tenantId, async (tx) => {
    for (const mid of ['M-1', 'M-2']) {
      const dealId = await createFundedDeal(tx, tenantId, { mid });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
    }
  });
  token = await issue('post');
});
afterAll(() => portal.close());

const issue = (scope: Scope) =>
  withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    const issued = await issueServiceToken(tx, portal.tenantId, {
      name: `ledger: ${scope}`,
      scopes: [scope],
      days: 1,
    });
    return issued.token;
  });

const HEADER = 'reference,mid,amount,date,result,return_code';
const DAY = [
  HEADER,
  'A,M-1,700.00,2026-11-12,cleared,',
  'B,M-2,100.50,2026-11-12,cleared,',
  'B,M-2,100.50,2026-11-13,returned,R01',
  'C,M-9,50.00,2026-11-12,cleared,',
  'D,M-1,90000.00,2026-11-12,cleared,',
  '',
].join('\n');

async function call(path: string, init: RequestInit = {}, as = token) {
  const headers = { authorization: `Bearer ${as}`, ...init.headers };
  const response = await portal.app.fetch(`/api/operator/v1/${path}`, { ...init, headers });
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
}

const post = (body: string, query = '', as = token) =>
  call(`postings${query}`, { method: 'POST', headers: { 'content-type': 'text/csv' }, body }, as);
const send = (path: string, body: object) =>
  call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const counted = (table: 'payments' | 'postingRuns') =>
  withTenant(portal.database.db, portal.tenantId, async (tx) => {
    const rows = await tx.selectFrom(table).select('id').execute();
    return rows.length;
  });

const REFUSED = [
  { line: 5, reference: 'C', mid: 'M-9', amount: '50.00', code: 'not_found' },
  { line: 6, reference: 'D', mid: 'M-1', amount: '90000.00', code: 'payment_exceeds_payback' },
];
const COUNTS = { posted: 2, reversed: 1, returned: 0, already_posted: 0, refused: 2, held: 0 };

test('OPS-44 a dry run says what posting would do to each deal and which lines it would refuse, and posts nothing', async () => {
  const answer = await post(DAY, '?dry_run=true');
  expect(answer).toMatchObject({
    status: 200,
    run_id: null,
    dry_run: true,
    applied: 'some',
    posted_before: false,
    entries: 5,
    counts: COUNTS,
    sums: { cleared: '90850.50', returned: '100.50' },
    refused: REFUSED,
    deals: [
      { mid: 'M-1', posted: '700.00', collected_before: '0.00', collected_after: '700.00' },
      { mid: 'M-2', posted: '100.50', reversed: '100.50', collected_after: '0.00' },
    ],
  });
  expect([await counted('payments'), await counted('postingRuns')]).toEqual([0, 0]);
});

test('OPS-44 a day is posted over HTTP: once, with what was refused, and in the trail under the token', async () => {
  expect(await post(`${HEADER}\nA,M-1,much,2026-11-12,cleared,\n`)).toMatchObject({
    status: 200,
    applied: 'nothing',
    problems: [{ line: 2, column: 'amount' }],
  });
  const first = await post(DAY);
  expect(first).toMatchObject({
    status: 200,
    run_id: expect.any(Number),
    applied: 'some',
    posted_before: false,
    counts: COUNTS,
    refused: REFUSED,
  });
  expect(await post(DAY)).toEqual({ ...first, posted_before: true });
  expect(await counted('payments')).toBe(2);
  const events = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx.selectFrom('auditEvents').select('details').where('action', '=', 'payments posted').execute(),
  );
  expect(events).toEqual([
    {
      details: expect.objectContaining({
        operator: expect.stringMatching(/^service token \d+: ledger: post$/),
      }),
    },
  ]);
  expect((await post(DAY, '', await issue('import'))).status).toBe(403);
  const lines = { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: '{}' };
  expect((await call('postings', lines)).status).toBe(415);
});

test('OPS-44 LEDGER-01 a debit that resembles another one is held, in a dry run too, until the sender confirms it', async () => {
  const twice = [HEADER, ...['E', 'F'].map((name) => `${name},M-2,20.00,2026-11-13,cleared,`), ''].join('\n');
  const held = [{ line: 3, reference: 'F', mid: 'M-2', amount: '20.00', date: '2026-11-13', resembles: 'E' }];
  const before = await counted('payments');
  expect(await post(twice, '?dry_run=true')).toMatchObject({
    applied: 'some',
    counts: { posted: 1, held: 1 },
    held,
    deals: [{ mid: 'M-2', entries: 1, posted: '20.00' }],
  });
  expect(await counted('payments')).toBe(before);
  const first = await post(twice);
  expect(first).toMatchObject({ applied: 'some', counts: { posted: 1, held: 1 }, held });
  expect(await post(twice, '?confirm=somebody-else')).toMatchObject({ held });
  expect(await post(twice, '?confirm=F')).toMatchObject({ applied: 'all', posted_before: true, held: [] });
  expect(await counted('payments')).toBe(before + 2);
  expect((await post(twice, '?confirm=%20')).status).toBe(400);
});

test('OPS-44 a system has the book reconciled and the reports of a day sent, and reads the result', async () => {
  expect(await call('reconciliation')).toMatchObject({ last: null, queued: false });
  for (let time = 0; time < 2; time += 1)
    expect(await send('reconciliation', { all: true })).toMatchObject({ status: 200, queued: true });
  expect(await call('reconciliation')).toMatchObject({ last: null, queued: true });
  const worker = await startTestWorker(portal.database);
  try {
    await expect
      .poll(() => call('reconciliation'), { timeout: 20_000, interval: 200 })
      .toMatchObject({
        queued: false,
        last: { whole_book: true, reconciles: true, payments: 4, differences: [] },
      });
  } finally {
    await worker.stop();
  }
  expect(await send('reports', { date: '2026-11-14' })).toMatchObject({ status: 422, code: 'no_report_day' });
  const queued = await send('reports', { date: '2026-11-12' });
  expect(queued).toMatchObject({ status: 200, date: '2026-11-12', to_be_sent: expect.any(Number) });
});
