import { sql } from 'kysely';
import * as z from 'zod/mini';
import { findParticipations } from '../../src/server/book/found-participations.ts';
import { toParticipationChoice } from '../../src/server/book/participation-choice.ts';
import { readPage } from '../../src/server/book/participations.queries.ts';
import { readSummaryStrip } from '../../src/server/book/portfolio.queries.ts';
import { readSince } from '../../src/server/book/since.queries.ts';
import {
  findDealOfSyndicate,
  readDebits,
  readDebitsOfPayDates,
} from '../../src/server/features/deal-page/deal-page.queries.ts';
import { readDealPayouts } from '../../src/server/features/portfolio/deal-details.queries.ts';
import { readFilterLists } from '../../src/server/features/portfolio/filter-lists.queries.ts';
import { readWatchlist, readWatchSummary } from '../../src/server/features/watchlist/watchlist.queries.ts';
import { readForecasts } from '../../src/server/ledger/forecast/read-forecasts.ts';
import { readListedTerms } from '../../src/server/ledger/listed-terms.ts';
import type { Tx } from '../../src/server/platform/db/database.ts';
import { dealPageContract } from '../../src/shared/contract/deal-page.ts';
import type { Input } from '../../src/shared/contract/endpoint.ts';
import { forecastContract } from '../../src/shared/contract/forecast.ts';
import {
  participationPageRequest,
  SORTABLE,
  type SortColumn,
} from '../../src/shared/contract/participations.ts';
import { portfolioContract } from '../../src/shared/contract/portfolio.ts';
import { sinceContract } from '../../src/shared/contract/since.ts';
import { type WatchPlace, watchlistContract, watchPlace } from '../../src/shared/contract/watchlist.ts';
import { type CalendarDate, calendarDate } from '../../src/shared/domain/calendar-date.ts';
import type { DealStatus } from '../../src/shared/domain/deal-status.ts';
import { wholeBook } from '../whole-book.ts';
import type { Call } from './portal-client.ts';

/** One user action in all its variants: as a call, and as the database work behind it. */
export interface Case {
  name: string;
  /** True when its throughput under full load is measured too. */
  atSaturation?: true;
  variants: readonly { call: Call; work: (tx: Tx) => Promise<unknown> }[];
}

type Body = Input<typeof portfolioContract.participations>['body'];
type Asked = Partial<Omit<Body, 'syndicateId'>>;

interface Book {
  tenantId: string;
  syndicateId: bigint;
  total: number;
  /** The ids of some deals in the middle of the book. */
  mids: readonly string[];
  /** The public ids of the same deals. */
  dealPublicIds: readonly string[];
  merchants: readonly string[];
  statuses: readonly DealStatus[];
  months: readonly CalendarDate[];
}

const DIRECTIONS = ['desc', 'asc'] as const;
const LENGTH = 25;
/** The beginning of the list, and places behind those with each reason. */
const WATCH_PLACES: readonly (WatchPlace | null)[] = [
  null,
  { gravity: 1, netBalance: 500_000n, participationId: 1n },
  { gravity: 3, netBalance: 500_000n, participationId: 1n },
  { gravity: 4, netBalance: 500_000n, participationId: 1n },
];

const dayBefore = (days: number): CalendarDate =>
  calendarDate(new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));

export function casesOf(book: Book): Case[] {
  const { tenantId, syndicateId } = book;
  const pages = (total: number) => {
    const last = Math.max(1, Math.ceil(total / LENGTH));
    return [...new Set([1, 2, Math.ceil(last / 4), Math.ceil(last / 2), Math.ceil((3 * last) / 4), last])];
  };
  const page = (asked: Asked) => {
    const body: Body = {
      ...wholeBook(syndicateId),
      page: 1,
      length: LENGTH,
      ...asked,
    };
    return {
      call: {
        path: portfolioContract.participations.path,
        body: z.encode(participationPageRequest, body) as object,
      },
      work: async (tx: Tx) => {
        const choice = toParticipationChoice(tenantId, body);
        const found = await findParticipations(tx, choice);
        const offset = ((body.page ?? 1) - 1) * LENGTH;
        await readPage(tx, choice, found, { offset, limit: LENGTH });
      },
    };
  };
  const sorted = (column: SortColumn) => DIRECTIONS.map((direction) => ({ column, direction }));
  const filter = (status: DealStatus | null, agreementMonth: CalendarDate | null) => ({
    status,
    agreementMonth,
    onWatchlist: false,
  });
  const ofSyndicate = (path: string) => path.replace(':syndication_id', String(syndicateId));
  const sums = ofSyndicate(portfolioContract.portfolioTotals.path);
  const lists = ofSyndicate(portfolioContract.filterLists.path);
  const watchlist = ofSyndicate(watchlistContract.watchlist.path);
  const someMonths = book.months.filter((_, index) => index % 5 === 1);
  return [
    {
      name: 'sums of the strip',
      atSaturation: true,
      variants: [
        {
          call: { path: sums },
          work: (tx) => readSummaryStrip(tx, tenantId, syndicateId),
        },
      ],
    },
    {
      name: 'filter lists',
      atSaturation: true,
      variants: [
        {
          call: { path: lists },
          work: (tx) => readFilterLists(tx, tenantId, syndicateId),
        },
      ],
    },
    {
      name: 'the watchlist, its beginning and places in it',
      atSaturation: true,
      variants: WATCH_PLACES.map((after) => ({
        call: { path: after === null ? watchlist : `${watchlist}?after=${z.encode(watchPlace, after)}` },
        work: async (tx) => {
          await readWatchlist(tx, book, after, LENGTH + 1);
          if (after === null) await readWatchSummary(tx, book);
        },
      })),
    },
    {
      // Since yesterday, which is when the person who signs in is made to have looked last.
      name: 'what happened since yesterday',
      atSaturation: true,
      variants: [
        {
          call: { path: ofSyndicate(sinceContract.sinceLastVisit.path) },
          work: (tx) =>
            readSince(tx, {
              tenantId,
              syndicateId,
              from: sql<Date>`(now() - interval '1 day')`,
              to: sql<Date>`'infinity'::timestamptz`,
              payDates: { from: dayBefore(1), to: dayBefore(0) },
            }),
        },
      ],
    },
    {
      name: 'forecast of the payouts',
      atSaturation: true,
      variants: [
        {
          call: { path: ofSyndicate(forecastContract.forecast.path) },
          work: (tx) => readForecasts(tx, tenantId, [syndicateId]),
        },
      ],
    },
    {
      name: 'on the watchlist, any sort column',
      variants: SORTABLE.map((column) =>
        page({ filter: { ...filter(null, null), onWatchlist: true }, sort: { column, direction: 'desc' } }),
      ),
    },
    { name: 'first page, as it opens', atSaturation: true, variants: [page({})] },
    ...SORTABLE.map((column) => ({
      name: `by ${column}, any page, both ways`,
      ...(column === 'merchantName' && { atSaturation: true as const }),
      variants: sorted(column).flatMap((sort) =>
        pages(book.total).map((number) => page({ sort, page: number })),
      ),
    })),
    {
      name: 'a status, any page',
      variants: book.statuses.flatMap((status) =>
        [1, 3].map((number) => page({ filter: filter(status, null), page: number })),
      ),
    },
    {
      name: 'a status, any sort column',
      variants: book.statuses.flatMap((status, index) =>
        [0, 5, 10].flatMap((step) => {
          const column = SORTABLE[(index + step) % SORTABLE.length] ?? 'mid';
          return sorted(column).map((sort) => page({ filter: filter(status, null), sort }));
        }),
      ),
    },
    {
      name: 'an agreement month, any sort column',
      variants: someMonths.flatMap((month, index) =>
        [0, 8].map((step) =>
          page({
            filter: filter(null, month),
            sort: { column: SORTABLE[(index + step) % SORTABLE.length] ?? 'mid', direction: 'desc' },
          }),
        ),
      ),
    },
    {
      name: 'status and month together',
      variants: someMonths.flatMap((month) =>
        book.statuses.slice(0, 3).map((status) => page({ filter: filter(status, month) })),
      ),
    },
    {
      name: 'search by merchant, one word',
      variants: book.merchants.map((name) => page({ search: name.split(' ')[0] ?? name })),
    },
    {
      name: 'search by merchant, whole name',
      variants: book.merchants.map((name) => page({ search: name })),
    },
    {
      name: 'search by merchant, any sort column',
      variants: book.merchants.map((name, index) =>
        page({
          search: name.split(' ')[0] ?? name,
          sort: { column: SORTABLE[index % SORTABLE.length] ?? 'mid', direction: 'asc' },
        }),
      ),
    },
    {
      name: 'search by merchant, middle of a word',
      variants: book.merchants.map((name) => page({ search: (name.split(' ')[0] ?? name).slice(1, -1) })),
    },
    {
      name: 'search by two letters',
      variants: book.merchants.map((name) => page({ search: name.slice(1, 3).trim() })),
    },
    { name: 'search by MID', variants: book.mids.map((mid) => page({ search: mid })) },
    {
      name: 'search by digits in the middle of a MID',
      variants: book.mids.map((mid) => page({ search: mid.slice(-4, -1) })),
    },
    {
      name: 'search by a word of every fourth deal (LLC)',
      variants: [1, 2, 10].map((number) => page({ search: 'llc', page: number })),
    },
    {
      name: 'search for what nobody holds',
      variants: ['qqqq', 'xyzzy', '99999999'].map((text) => page({ search: text })),
    },
    {
      name: 'deals whose payouts ran in a month',
      variants: someMonths.flatMap((month) =>
        [1, 2].map((number) =>
          page({ payoutsFrom: month, payoutsTo: calendarDate(`${month.slice(0, 8)}28`), page: number }),
        ),
      ),
    },
    {
      name: 'payouts of an opened deal',
      atSaturation: true,
      variants: book.mids.map((mid) => ({
        call: {
          path: portfolioContract.dealPayouts.path,
          body: z.encode(portfolioContract.dealPayouts.body, { syndicateId, mid }) as object,
        },
        work: (tx: Tx) => readDealPayouts(tx, { tenantId, syndicateId, mid }),
      })),
    },
    {
      name: 'page of a deal',
      atSaturation: true,
      variants: book.dealPublicIds.map((dealPublicId) => ({
        call: {
          path: ofSyndicate(dealPageContract.dealOfSyndicate.path).replace(':deal_unique_id', dealPublicId),
        },
        work: async (tx: Tx) => {
          const deal = await findDealOfSyndicate(tx, { tenantId, syndicateId, dealPublicId });
          if (!deal) throw new Error(`The book has no deal ${dealPublicId}.`);
          await readListedTerms(tx, tenantId, deal.dealId);
          await readDebits(tx, tenantId, deal);
          await readDebitsOfPayDates(tx, tenantId, deal);
        },
      })),
    },
  ];
}
