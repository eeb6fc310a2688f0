import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { issueServiceToken } from '../../identity/service-tokens.ts';
import { correctPayment } from '../../ledger/correct-payment.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';

type Row = Record<string, unknown>;
const DAYS = [calendarDate('2026-11-09'), calendarDate('2026-11-10'), calendarDate('2026-11-11')];
const POSTED_ON = calendarDate('2026-11-12');

let portal: TestPortal;
let dealIds: bigint[];
let token: string;
beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId, syndicateId } = portal;
  dealIds = await withTenant(database.owner, tenantId, async (tx) => {
    const other = await createSyndicate(tx, tenantId, { abbreviation: 'OTHR' });
    const ids: bigint[] = [];
    for (let index = 0; index < 5; index += 1) {
      const dealId = await createFundedDeal(tx, tenantId, { name: `Bright Oak ${index}`, mid: `M-${index}` });
      await createParticipation(tx, tenantId, { dealId, syndicateId: index < 2 ? other : syndicateId });
      ids.push(dealId);
    }
    await tx
      .insertInto('externalIds')
      .values({ tenantId, kind: 'deals', externalId: 'D-0', id: ids[0] ?? 0n, contentHash: Buffer.alloc(32) })
      .execute();
    for (const [index, clearedDate] of DAYS.entries())
      await postPayment(tx, tenantId, {
        dealId: ids[0] ?? 0n,
        reference: `ACH-${index}`,
        amount: 70_000n,
        clearedDate,
        postedOn: POSTED_ON,
      });
    const returned = { reference: 'ACH-2', returnedDate: POSTED_ON, returnCode: 'R01', postedOn: POSTED_ON };
    await reversePayment(tx, tenantId, returned);
    return ids;
  });
  token = await issue(tenantId, 'book');
});
afterAll(() => portal.close());

const issue = (tenantId: string, scope: 'book' | 'files') =>
  withTenant(portal.database.owner, tenantId, async (tx) => {
    const issued = await issueServiceToken(tx, tenantId, {
      name: crypto.randomUUID(),
      scopes: [scope],
      days: 1,
    });
    return issued.token;
  });

const get = (path: string, as = token) =>
  portal.app.fetch(`/api/operator/v1/book/${path}`, { headers: { authorization: `Bearer ${as}` } });

async function rowsOf(table: string, query = '', as = token): Promise<Row[]> {
  const response = await get(`${table}${query}`, as);
  expect(response.status).toBe(200);
  return ((await response.json()) as Record<string, Row[]>)[table] ?? [];
}

const numbers = (rows: readonly Row[]) => rows.map(({ id }) => id);

test('OPS-43 a funder’s system reads the whole book page by page, each row once, with both ids and exact amounts', async () => {
  const seen: unknown[] = [];
  let next: number | null = 0;
  while (next !== null && seen.length < 10) {
    const page: Response = await get(`deals?limit=2&after=${next}`);
    const answer = (await page.json()) as { deals: Row[]; next: number | null };
    seen.push(...numbers(answer.deals));
    next = answer.next;
  }
  expect(seen).toEqual(dealIds.map(Number));
  expect((await rowsOf('deals', '?limit=1'))[0]).toMatchObject({
    external_id: 'D-0',
    mid: 'M-0',
    funded_amount: '60000.00',
    collected: '1400.00',
    cleared_count: 2,
    returned_count: 1,
    corrected_count: 0,
    last_cleared_date: '2026-11-10',
  });
  const [participation] = await rowsOf('participations', '?deal=:D-0');
  expect(participation).toMatchObject({ deal_external_id: 'D-0', syndicate: 'OTHR', gross: '140.00' });
  expect(await rowsOf('syndicates', '?search=oth')).toMatchObject([
    { abbreviation: 'OTHR', cash_balance: null },
  ]);
});

test('OPS-43 rows are chosen by status, deal, syndicate, days and words', async () => {
  const references = async (query: string) =>
    (await rowsOf('payments', query)).map(({ reference }) => reference);
  expect(await references('?from=2026-11-10&to=2026-11-10')).toEqual(['ACH-1']);
  expect(await references('?status=reversed')).toEqual(['ACH-2']);
  expect(await references(`?deal=${dealIds[1]}`)).toEqual([]);
  expect(numbers(await rowsOf('deals', '?syndicate=OTHR'))).toEqual(dealIds.slice(0, 2).map(Number));
  expect(numbers(await rowsOf('deals', '?search=oak%203'))).toEqual([Number(dealIds[3])]);
  // What is typed is looked for as it is, and is no pattern.
  expect(await rowsOf('deals', '?search=%25')).toEqual([]);
  expect(await rowsOf('deals', '?status=Default')).toEqual([]);
  // A filter that a table does not have is refused: ignored, it would send what was not asked for.
  for (const query of [
    'table=payments&syndicate=OTHR',
    'table=deals&status=cleared',
    'table=syndicates&to=2026-11-10',
  ])
    expect({ query, status: (await get(`export?${query}`)).status }).toEqual({ query, status: 400 });
  expect((await get('deals?status=Nonsense')).status).toBe(400);
  expect((await get('payments?deal=:D-9')).status).toBe(404);
});

test('OPS-43 security rule: only a token of this scope reads, only its own tenant’s rows, and the trail has it', async () => {
  const elsewhere = await createTenant(portal.database.owner);
  const foreign = await issue(elsewhere, 'book');
  for (const table of ['deals', 'participations', 'payments', 'syndicates']) {
    expect(await rowsOf(table, '', foreign)).toEqual([]);
    expect((await get(table, await issue(portal.tenantId, 'files'))).status).toBe(403);
  }
  expect((await get(`participations?deal=${dealIds[0]}`, foreign)).status).toBe(404);
  const events = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .selectFrom('auditEvents')
      .select('subject')
      .where('action', '=', 'book read')
      .orderBy('subject')
      .execute(),
  );
  expect(events.map(({ subject }) => subject)).toEqual(['deals', 'participations', 'payments', 'syndicates']);
});

test('OPS-43 a payment that was corrected is told apart from those that the bank returned, as at the desk', async () => {
  const dealId = dealIds.at(-1) ?? 0n;
  await withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    const payment = { dealId, amount: 70_000n, clearedDate: POSTED_ON, postedOn: POSTED_ON };
    for (const reference of ['wrong', 'sent-back', 'stays'])
      await postPayment(tx, portal.tenantId, { ...payment, reference });
    const asked = { reference: 'wrong', reason: 'Posted twice', instead: null };
    await correctPayment(tx, portal.tenantId, asked, { via: 'command line', name: 'test' });
    const returned = { returnedDate: POSTED_ON, returnCode: 'R01', postedOn: POSTED_ON };
    await reversePayment(tx, portal.tenantId, { ...returned, reference: 'sent-back' });
  });
  expect((await rowsOf('deals')).at(-1)).toMatchObject({
    collected: '700.00',
    cleared_count: 1,
    returned_count: 1,
    corrected_count: 1,
  });
});
