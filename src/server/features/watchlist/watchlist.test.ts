import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import { completeDay } from '../../ledger/standings/complete-day.ts';
import { turnDay } from '../../ledger/standings/turn-of-day.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { type InvestorsPortal, openInvestorsPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { asMember, postAsMember } from '../../testing/test-app.ts';

const AS_OF = calendarDate('2026-10-09');
const BANK_DAYS = ['2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'].map(
  calendarDate,
);
let portal: InvestorsPortal;

/** Deals of $84,000 in $700 a bank day, funded on October 1. Each has paid on some of its six debit days. */
beforeAll(async () => {
  portal = await openInvestorsPortal();
  const { database, tenantId, syndicateId, otherSyndicateId } = portal;
  const add = (mid: string, paidOn: readonly number[], sharePercent = '10') =>
    withTenant(database.db, tenantId, async (tx) => {
      const dealId = await createFundedDeal(tx, tenantId, { mid, name: `Merchant ${mid}` });
      await createParticipation(tx, tenantId, { dealId, syndicateId }, { sharePercent });
      await createParticipation(tx, tenantId, { dealId, syndicateId: otherSyndicateId });
      for (const place of paidOn) {
        const clearedDate = BANK_DAYS[place] ?? AS_OF;
        const reference = `${mid}-${place}`;
        const payment = { dealId, reference, amount: 70_000n, clearedDate, postedOn: clearedDate };
        await postPayment(tx, tenantId, payment);
      }
      return dealId;
    });
  const paidAll = [0, 1, 2, 3, 4, 5];
  await add('GOOD', paidAll);
  await add('SLOW', [0, 1, 5]);
  // The larger of two with the same reason comes first.
  await add('MISSED-SMALL', [0, 1, 2], '5');
  await add('MISSED-LARGE', [0, 1, 2], '20');
  await add('REFUSED', paidAll);
  await withTenant(database.db, tenantId, (tx) =>
    reversePayment(tx, tenantId, {
      reference: 'REFUSED-4',
      returnedDate: AS_OF,
      returnCode: 'R02',
      postedOn: AS_OF,
    }),
  );
  const troubled = await add('TROUBLED', paidAll);
  await withTenant(database.db, tenantId, (tx) =>
    changeDealStatus(tx, tenantId, {
      dealId: troubled,
      status: 'Collections',
      reason: 'test',
      changedBy: null,
    }),
  );
  await withTenant(database.db, tenantId, (tx) => completeDay(tx, tenantId, AS_OF));
  await turnDay(database.db, tenantId);
});
afterAll(() => portal.close());

interface Watched {
  contract_MID: string;
  arrears: string;
  net_balance: string;
  since: string | null;
  reasons: Record<string, unknown>[];
}
interface Answer {
  data: Watched[];
  next: string | null;
  summary: Record<string, unknown> | null;
}
const ask = (query = '', syndicateId = portal.syndicateId) =>
  portal.app.fetch(`/api/watchlist/${syndicateId}?${query}`, asMember(portal.investor, portal.tenantId));
const read = async (query = '') => (await (await ask(query)).json()) as Answer;
const midsOf = ({ data }: Answer) => data.map((row) => row.contract_MID);
const cents = (text: unknown) => BigInt(String(text).replace('.', ''));

const IN_ORDER = ['TROUBLED', 'REFUSED', 'MISSED-LARGE', 'MISSED-SMALL', 'SLOW'];

test('SCHED-07 the watchlist has the gravest deals first, each with all its reasons, and the sums of all', async () => {
  const answer = await read();
  expect(midsOf(answer)).toEqual(IN_ORDER);
  expect(answer.next).toBeNull();
  const sum = (column: 'arrears' | 'net_balance') =>
    answer.data.reduce((total, row) => total + cents(row[column]), 0n);
  expect(answer.summary).toMatchObject({ watched_count: 5, deal_count: 6, as_of: AS_OF });
  expect(cents(answer.summary?.['arrears'])).toBe(sum('arrears'));
  expect(cents(answer.summary?.['net_balance'])).toBe(sum('net_balance'));
  const [, refused, missed, , slow] = answer.data;
  expect(refused?.reasons).toEqual([
    expect.objectContaining({ reason: 'refused', since: AS_OF, return_code: 'R02' }),
  ]);
  // Three of six debits of $700, of which the share is 20 %; what is owed less a fee of 4 %.
  expect(missed).toMatchObject({ arrears: '420.00', net_balance: '15724.80', since: '2026-10-07' });
  expect(missed?.reasons).toMatchObject([
    { reason: 'missed', missed_debits: 3 },
    { reason: 'slow', pace_percent: 50, pace_of_all_debits: true },
  ]);
  expect(slow?.reasons).toMatchObject([{ reason: 'slow', pace_percent: 50, missed_debits: null }]);
});

test('SCHED-07 the list goes on after any place, also of a deal that has left it', async () => {
  const { database, tenantId, syndicateId } = portal;
  const rows = await withTenant(database.db, tenantId, (tx) =>
    tx
      .selectFrom('watchedParticipations')
      .select(['gravity', 'netBalanceCents', 'participationId'])
      .where('syndicateId', '=', syndicateId)
      .orderBy('gravity')
      .orderBy('netBalanceCents', 'desc')
      .execute(),
  );
  for (const [place, { gravity, netBalanceCents, participationId }] of rows.entries()) {
    const answer = await read(`after=${gravity}_${netBalanceCents}_${participationId}`);
    expect(midsOf(answer)).toEqual(IN_ORDER.slice(place + 1));
    expect(answer.summary).toBeNull();
  }
  expect(midsOf(await read('after=3_1_1'))).toEqual(['SLOW']);
  expect((await ask('after=nonsense')).status).toBe(400);
});

test('SCHED-07 DASH-03 the watchlist of another syndicate is refused, and of another tenant not found', async () => {
  expect((await ask('', portal.otherSyndicateId)).status).toBe(403);
  const { database } = portal;
  const tenantId = await createTenant(database.owner);
  const foreign = await withTenant(database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  expect((await ask('', foreign)).status).toBe(403);
  const { rows } = await withTenant(database.db, tenantId, (tx) =>
    sql`select from watched_participations`.execute(tx),
  );
  expect(rows).toEqual([]);
});

const table = (filter: object, path = 'get_dealsyndication_payouts') =>
  portal.app.fetch(
    `/api/payouts/${path}`,
    postAsMember(
      { syndication_id: Number(portal.syndicateId), filter, type: 'quickview' },
      portal.investor,
      portal.tenantId,
    ),
  );

test('SCHED-07 TABLE-01 the filter leaves the watched deals of a table, with their count', async () => {
  const rowsOf = async (filter: object) => {
    const answer = (await (await table(filter)).json()) as {
      deal_syndication_data: { data: { contract_MID: string }[]; total: number };
    };
    const { data, total } = answer.deal_syndication_data;
    return { mids: data.map((row) => row.contract_MID).sort(), total };
  };
  expect(await rowsOf({ on_watchlist: 1 })).toEqual({ mids: [...IN_ORDER].sort(), total: 5 });
  expect(await rowsOf({ on_watchlist: 1, syndication_status: 'Collections' })).toEqual({
    mids: ['TROUBLED'],
    total: 1,
  });
  for (const filter of [{ on_watchlist: 0 }, {}]) expect(await rowsOf(filter)).toMatchObject({ total: 6 });
});

test('SCHED-07 TABLE-02 an export has the deals that the filter leaves, and names it', async () => {
  const response = await table({ on_watchlist: 1 }, 'export_syndicated_deals');
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  const text = JSON.stringify(sheets[0]?.rows);
  expect(IN_ORDER.filter((mid) => text.includes(mid))).toEqual(IN_ORDER);
  expect(text).not.toContain('GOOD');
  expect(sheets.at(-1)?.rows).toContainEqual(['Watchlist', 'Only deals on it']);
});

test('INSIGHT-08 TABLE-02 the watchlist as a spreadsheet: every deal in order with its reasons, and the sums of the list', async () => {
  const asked = (syndicateId: bigint) =>
    portal.app.fetch(
      '/api/watchlist/export',
      postAsMember({ syndication_id: Number(syndicateId) }, portal.investor, portal.tenantId),
    );
  const listed = (await (
    await portal.app.fetch(`/api/watchlist/${portal.syndicateId}`, asMember(portal.investor, portal.tenantId))
  ).json()) as { data: { contract_MID: string }[]; summary: { arrears: string; net_balance: string } };
  const response = await asked(portal.syndicateId);
  expect(response.headers.get('content-disposition')).toMatch(/filename="watchlist_2026-\d\d-\d\d.xlsx"/);
  const [sheet] = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets;
  const rows = sheet?.rows ?? [];
  expect(rows.slice(1, -1).map(([mid]) => mid)).toEqual(listed.data.map((deal) => deal.contract_MID));
  expect(rows.slice(1, -1).every(([, , , why]) => typeof why === 'string' && why !== '')).toBe(true);
  expect(rows.at(-1)?.slice(5)).toEqual([Number(listed.summary.arrears), Number(listed.summary.net_balance)]);
  expect((await asked(portal.otherSyndicateId)).status).toBe(403);
});
