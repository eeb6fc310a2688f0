import { sql } from 'kysely';
import { findParticipations } from '../../src/server/book/found-participations.ts';
import { listInvestors, readInvestor } from '../../src/server/book/investors.queries.ts';
import {
  listDeals,
  listParticipations,
  listPayments,
  listSyndicates,
} from '../../src/server/book/listed-book.queries.ts';
import { idOf } from '../../src/server/book/named-subject.ts';
import { requireOpenSyndicate } from '../../src/server/book/open-syndicate.ts';
import {
  type ParticipationChoice,
  toParticipationChoice,
} from '../../src/server/book/participation-choice.ts';
import {
  countParticipations,
  readPage,
  readParticipationIds,
  streamParticipations,
} from '../../src/server/book/participations.queries.ts';
import { readPayDate, readStuckPayDates } from '../../src/server/book/pay-dates.queries.ts';
import {
  estimatePayouts,
  payoutLinesSheet,
  sumPayoutLines,
} from '../../src/server/book/payout-lines-sheet.ts';
import {
  readBookName,
  readPortfolioTotals,
  readSummaryStrip,
} from '../../src/server/book/portfolio.queries.ts';
import { readPromises } from '../../src/server/book/queue-promises.ts';
import { readShareLeft } from '../../src/server/book/share-left.ts';
import { readSince, type SincePeriod } from '../../src/server/book/since.queries.ts';
import {
  findDealOfSyndicate,
  readDebits,
  readDebitsOfPayDates,
} from '../../src/server/features/deal-page/deal-page.queries.ts';
import {
  countDealsOfPayDate,
  countPayDates,
  readDealsOfPayDate,
  readPayDates,
  streamDealsOfPayDate,
} from '../../src/server/features/payouts/payouts.queries.ts';
import { readCompactSyndicates } from '../../src/server/features/portfolio/compact-syndicates.queries.ts';
import {
  findDeal,
  findParticipation,
  readDealNotes,
  readDealPayouts,
} from '../../src/server/features/portfolio/deal-details.queries.ts';
import { readFilterLists } from '../../src/server/features/portfolio/filter-lists.queries.ts';
import { readFilteredReturns } from '../../src/server/features/returns/filtered-returns.ts';
import { readWatchlist, readWatchSummary } from '../../src/server/features/watchlist/watchlist.queries.ts';
import { readCauses, readChanges } from '../../src/server/ledger/book-changes/difference-lines.ts';
import {
  readImports,
  readKnown,
  readRecordedBook,
} from '../../src/server/ledger/book-changes/recorded-book.ts';
import { readForecasts } from '../../src/server/ledger/forecast/read-forecasts.ts';
import {
  readClearedDebits,
  readLastClearedDates,
  readPayments,
  readPostedShares,
} from '../../src/server/ledger/payments.queries.ts';
import { readReturns } from '../../src/server/ledger/returns/read-returns.ts';
import type { Tx } from '../../src/server/platform/db/database.ts';
import { SORTABLE } from '../../src/shared/contract/participations.ts';
import { type CalendarDate, calendarDate } from '../../src/shared/domain/calendar-date.ts';

const TWO_DAYS = { from: calendarDate('2026-10-13'), to: calendarDate('2026-11-13') };

/** The book and the deal that the queries ask about. */
export interface Subject {
  tenantId: string;
  syndicateId: bigint;
  participationId: bigint;
  dealId: bigint;
  dealPublicId: string;
  mid: string;
  reference: string;
  paymentId: bigint;
  payDate: CalendarDate;
}

export const EXAMPLE: Subject = {
  tenantId: '00000000-0000-4000-8000-000000000001',
  syndicateId: 7n,
  participationId: 70n,
  dealId: 700n,
  dealPublicId: 'deal-of-the-example',
  mid: 'H10001',
  reference: 'ACH-1',
  paymentId: 7000n,
  payDate: calendarDate('2026-11-13'),
};

export interface Example {
  /** The name of the function that queries, and what it asks for. */
  name: string;
  run: (tx: Tx, subject: Subject) => Promise<unknown>;
}

const SLICE = { offset: 0, limit: 25 };
/** A page closer to the end of a book of 60,000 rows than to its beginning. */
const FAR_SLICE = { offset: 55_000, limit: 25 };
const MONTH = calendarDate('2026-10-01');
const TIME = { payoutsFrom: MONTH, payoutsTo: calendarDate('2026-10-31') };

type Asked = Partial<Omit<ParticipationChoice, 'tenantId' | 'syndicateId'>>;

const choice = ({ tenantId, syndicateId }: Subject, asked: Asked = {}): ParticipationChoice => ({
  ...toParticipationChoice(tenantId, { syndicateId }),
  ...asked,
});

async function drain(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

/** Works like the call, which resolves the search first. */
async function page(tx: Tx, subject: Subject, asked: Asked, slice = SLICE): Promise<void> {
  const chosen = choice(subject, asked);
  await readPage(tx, chosen, await findParticipations(tx, chosen), slice);
}

/** As the dashboard asks, of somebody who was there the day before the pay date. */
const sinceOf = ({ tenantId, syndicateId, payDate }: Subject): SincePeriod => ({
  tenantId,
  syndicateId,
  from: sql<Date>`${'2026-11-12T14:04:00Z'}::timestamptz`,
  to: sql<Date>`'infinity'::timestamptz`,
  payDates: { from: payDate, to: payDate },
});

const descending = { direction: 'desc' } as const;

const LISTED_PAGE = { after: 100n, limit: 101 };

export const EXAMPLES: readonly Example[] = [
  { name: 'listDeals', run: (tx, s) => listDeals(tx, s.tenantId, {}, LISTED_PAGE) },
  {
    name: 'listDeals: every filter',
    run: (tx, s) =>
      listDeals(
        tx,
        s.tenantId,
        {
          status: 'Active Advance',
          syndicateId: s.syndicateId,
          from: MONTH,
          to: TIME.payoutsTo,
          search: 'oak',
        },
        LISTED_PAGE,
      ),
  },
  { name: 'listParticipations', run: (tx, s) => listParticipations(tx, s.tenantId, {}, LISTED_PAGE) },
  {
    name: 'listParticipations: of a syndicate',
    run: (tx, s) => listParticipations(tx, s.tenantId, { syndicateId: s.syndicateId }, LISTED_PAGE),
  },
  {
    name: 'listParticipations: of a deal',
    run: (tx, s) => listParticipations(tx, s.tenantId, { dealId: s.dealId }, LISTED_PAGE),
  },
  { name: 'listPayments', run: (tx, s) => listPayments(tx, s.tenantId, {}, LISTED_PAGE) },
  {
    name: 'listPayments: of a day',
    run: (tx, s) => listPayments(tx, s.tenantId, { from: s.payDate, to: s.payDate }, LISTED_PAGE),
  },
  {
    name: 'listPayments: of a deal, reversed',
    run: (tx, s) => listPayments(tx, s.tenantId, { dealId: s.dealId, status: 'reversed' }, LISTED_PAGE),
  },
  {
    name: 'listSyndicates',
    run: (tx, s) => listSyndicates(tx, s.tenantId, { search: 'north' }, LISTED_PAGE),
  },
  {
    name: 'listInvestors',
    run: (tx, s) => listInvestors(tx, s.tenantId, 'north', { page: 1, length: 50 }),
  },
  { name: 'readInvestor', run: (tx, s) => readInvestor(tx, s.tenantId, s.syndicateId) },
  { name: 'readSince', run: (tx, s) => readSince(tx, sinceOf(s)) },
  { name: 'readSummaryStrip', run: (tx, s) => readSummaryStrip(tx, s.tenantId, s.syndicateId) },
  { name: 'readPortfolioTotals', run: (tx, s) => readPortfolioTotals(tx, s.tenantId, s.syndicateId) },
  { name: 'readBookName', run: (tx, s) => readBookName(tx, s.tenantId, s.syndicateId) },
  { name: 'readFilterLists', run: (tx, s) => readFilterLists(tx, s.tenantId, s.syndicateId) },
  {
    name: 'findParticipations: two words',
    run: (tx, s) => findParticipations(tx, choice(s, { search: 'bright dental' })),
  },
  {
    name: 'findParticipations: a time of payouts, sorted by merchant',
    run: (tx, s) =>
      findParticipations(tx, choice(s, { ...TIME, sort: { column: 'merchantName', ...descending } })),
  },
  {
    name: 'findParticipations: a word and a time of payouts',
    run: (tx, s) => findParticipations(tx, choice(s, { ...TIME, search: 'bright' })),
  },
  { name: 'countParticipations: whole book', run: (tx, s) => countParticipations(tx, choice(s), null) },
  {
    name: 'readParticipationIds: of a status',
    run: (tx, s) => readParticipationIds(tx, choice(s, { status: 'Default' }), null),
  },
  ...SORTABLE.map((column) => ({
    name: `readPage: by ${column}`,
    run: (tx: Tx, s: Subject) => page(tx, s, { sort: { column, ...descending } }),
  })),
  {
    name: 'readPage: by lastClearedDate, ascending',
    run: (tx, s) => page(tx, s, { sort: { column: 'lastClearedDate', direction: 'asc' } }),
  },
  { name: 'readPage: near the end', run: (tx, s) => page(tx, s, {}, FAR_SLICE) },
  { name: 'readPage: a status', run: (tx, s) => page(tx, s, { status: 'Active Advance' }) },
  { name: 'readPage: an agreement month', run: (tx, s) => page(tx, s, { agreementMonth: MONTH }) },
  { name: 'readPage: on the watchlist', run: (tx, s) => page(tx, s, { onWatchlist: true }) },
  { name: 'readPage: a time of payouts', run: (tx, s) => page(tx, s, TIME) },
  { name: 'readPage: found by a search', run: (tx, s) => page(tx, s, { search: 'dental' }) },
  { name: 'readPage: found by a search, many', run: (tx, s) => page(tx, s, { search: 'llc' }) },
  { name: 'streamParticipations', run: (tx, s) => drain(streamParticipations(tx, choice(s), null)) },
  { name: 'estimatePayouts', run: (tx, s) => estimatePayouts(tx, choice(s, TIME), 100) },
  {
    name: 'payoutLinesSheet',
    run: (tx, s) => drain(asStream(payoutLinesSheet(tx, choice(s), null).rows)),
  },
  {
    name: 'payoutLinesSheet: a time of payouts',
    async run(tx, s) {
      const chosen = choice(s, TIME);
      await drain(asStream(payoutLinesSheet(tx, chosen, await findParticipations(tx, chosen)).rows));
    },
  },
  { name: 'sumPayoutLines', run: (tx, s) => sumPayoutLines(tx, choice(s)) },
  { name: 'readShareLeft', run: (tx, s) => readShareLeft(tx, s.tenantId, s.dealId, '100') },
  { name: 'requireOpenSyndicate', run: (tx, s) => requireOpenSyndicate(tx, s.tenantId, s.syndicateId) },
  { name: 'readPromises', run: (tx, s) => readPromises(tx, s.tenantId) },
  { name: 'idOf', run: (tx, s) => idOf(tx, s, 'deal', { ownId: 'D-1' }) },
  { name: 'readForecasts', run: (tx, s) => readForecasts(tx, s.tenantId, [s.syndicateId]) },
  { name: 'readRecordedBook', run: (tx, s) => readRecordedBook(tx, s, calendarDate('2026-11-13')) },
  { name: 'readKnown', run: (tx, s) => readKnown(tx, s) },
  { name: 'readImports', run: (tx, s) => readImports(tx, s, calendarDate('2026-11-13')) },
  { name: 'readCauses', run: (tx, s) => readCauses(tx, { ...s, ...TWO_DAYS }) },
  {
    name: 'readChanges',
    run: (tx, s) => readChanges(tx, { ...s, ...TWO_DAYS }, { cause: null, offset: 0, limit: 25 }),
  },
  { name: 'readReturns', run: (tx, s) => readReturns(tx, s.tenantId, s.syndicateId) },
  {
    name: 'readReturns: of the last twelve months',
    run: (tx, s) => readReturns(tx, s.tenantId, s.syndicateId, 'recent'),
  },
  {
    name: 'readFilteredReturns: of a status',
    run: (tx, s) => readFilteredReturns(tx, choice(s, { status: 'Default' })),
  },
  {
    name: 'readPayDates: the newest',
    run: (tx, s) => readPayDates(tx, { ...s, before: null, ...SLICE }),
  },
  {
    name: 'readPayDates: before a day',
    run: (tx, s) => readPayDates(tx, { ...s, before: s.payDate, ...SLICE }),
  },
  { name: 'readPayDate', run: readPayDate },
  { name: 'readStuckPayDates', run: (tx, s) => readStuckPayDates(tx, s.tenantId, s.syndicateId) },
  { name: 'countPayDates', run: (tx, s) => countPayDates(tx, s.tenantId, s.syndicateId) },
  {
    name: 'readDealsOfPayDate: the first',
    run: (tx, s) => readDealsOfPayDate(tx, { ...day(s), after: null, ...SLICE }),
  },
  {
    name: 'readDealsOfPayDate: after one',
    run: (tx, s) => readDealsOfPayDate(tx, { ...day(s), after: s.participationId, ...SLICE }),
  },
  { name: 'streamDealsOfPayDate', run: (tx, s) => drain(streamDealsOfPayDate(tx, day(s))) },
  { name: 'countDealsOfPayDate', run: countDealsOfPayDate },
  { name: 'readWatchlist: the first', run: (tx, s) => readWatchlist(tx, book(s), null, 26) },
  {
    name: 'readWatchlist: after one',
    run: (tx, s) => readWatchlist(tx, book(s), { ...s, gravity: 3, netBalance: 70_000n }, 26),
  },
  { name: 'readWatchSummary', run: (tx, s) => readWatchSummary(tx, book(s)) },
  { name: 'readCompactSyndicates', run: (tx, s) => readCompactSyndicates(tx, s.tenantId) },
  { name: 'findParticipation', run: findParticipation },
  { name: 'findDeal', run: (tx, s) => findDeal(tx, s.tenantId, s.mid) },
  { name: 'readDealPayouts', run: readDealPayouts },
  { name: 'findDealOfSyndicate', run: findDealOfSyndicate },
  { name: 'readDebits', run: (tx, s) => readDebits(tx, s.tenantId, s) },
  { name: 'readDebitsOfPayDates', run: (tx, s) => readDebitsOfPayDates(tx, s.tenantId, s) },
  { name: 'readDealNotes', run: (tx, s) => readDealNotes(tx, s.tenantId, s.dealId) },
  {
    name: 'readClearedDebits',
    run: (tx, s) =>
      readClearedDebits(tx, s.tenantId, [
        { reference: s.reference, dealId: s.dealId, amount: 70_000n, date: s.payDate },
      ]),
  },
  { name: 'readPayments', run: (tx, s) => readPayments(tx, s.tenantId, [s.reference]) },
  { name: 'readLastClearedDates', run: (tx, s) => readLastClearedDates(tx, s.tenantId, [s.dealId]) },
  { name: 'readPostedShares', run: (tx, s) => readPostedShares(tx, s.tenantId, [s.paymentId]) },
];

const book = ({ tenantId, syndicateId }: Subject) => ({ tenantId, syndicateId });
const day = ({ tenantId, syndicateId, payDate }: Subject) => ({ tenantId, syndicateId, payDate });

async function* asStream<T>(batches: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* batches;
}

/** Answers with just enough for the code to continue: what was found, and how many rows there are. */
export const answerOf =
  ({ name }: Example) =>
  (sql: string): object[] => {
    const total = name.endsWith('many') ? 5000n : 2n;
    if (sql.includes('array_agg(participation_id)')) return [{ total, ids: '{70,71}' }];
    if (sql.includes('as watched_count')) return [{ watchedCount: 2, completeThrough: null }];
    if (sql.includes('"external_ids"')) return [{ id: 700n }];
    if (sql.includes('as "taken"')) return [{ taken: '0' }];
    if (sql.startsWith('select (')) return [{ total: 60_000n }];
    return /^select count\b/.test(sql) ? [{ count: 60_000n }] : [];
  };
