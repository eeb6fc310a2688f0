import * as z from 'zod/mini';
import { WATCH_REASONS } from '../domain/deal-standing.ts';
import { givenId, id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { dealStatus } from './participations.ts';
import { date, money } from './value-codecs.ts';

/** Where a reader of the watchlist is: the order of its last row, so that the list goes on there even if that row has left it. */
export interface WatchPlace {
  gravity: number;
  netBalance: bigint;
  participationId: bigint;
}

/** '3_1503524_71' on the wire: the gravity, the net balance in cents, the participation. */
export const watchPlace = z.codec(
  z.string().check(z.regex(/^[1-9]_-?\d{1,15}_\d{1,15}$/)),
  z.custom<WatchPlace>(),
  {
    decode: (text) => {
      const [gravity = '', netBalance = '', participationId = ''] = text.split('_');
      return {
        gravity: Number(gravity),
        netBalance: BigInt(netBalance),
        participationId: BigInt(participationId),
      };
    },
    encode: ({ gravity, netBalance, participationId }) => `${gravity}_${netBalance}_${participationId}`,
  },
);

const watchedFor = wireObject({
  reason: ['reason', z.enum(WATCH_REASONS)],
  /** Null where the deal came with its status and nobody knows since when. */
  since: ['since', z.nullable(date)],
  /** The bank's code, of a refused debit. */
  code: ['return_code', z.nullable(z.string())],
  /** How many debits were missed in a row. */
  missed: ['missed_debits', z.nullable(z.int())],
  /** Of what the last debits asked for, the whole percent that was paid. */
  pacePercent: ['pace_percent', z.nullable(z.int())],
  /** Whether these are all debits so far, because there were not yet twenty. */
  isOfAllDebits: ['pace_of_all_debits', z.boolean()],
});

const watchedDeal = wireObject({
  participationId: ['id', id],
  dealPublicId: ['deal_unique_id', z.string()],
  merchantName: ['syndication_company_name', z.string()],
  mid: ['contract_MID', z.string()],
  status: ['syndication_status', dealStatus],
  /** The gravest first. */
  reasons: ['reasons', z.array(watchedFor)],
  /** Of the gravest. */
  since: ['since', z.nullable(date)],
  /** The syndicate's share of what should have been paid by now and was not. */
  arrears: ['arrears', money],
  /** What the share would still pay, after fees. */
  netBalance: ['net_balance', money],
});

export const watchlistContract = {
  watchlist: endpoint({
    method: 'GET',
    path: '/api/watchlist/:syndication_id',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    readsOneMoment: true,
    summary: 'The deals of a syndicate that need a look, the gravest first, 25 at a time.',
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    query: wireObject({
      /** Return the deals that follow this place in the list. */
      after: ['after', z.optional(watchPlace)],
    }),
    response: wireObject({
      deals: ['data', z.array(watchedDeal)],
      /** The place after which the list goes on; null at its end. */
      next: ['next', z.nullable(watchPlace)],
      /** Of the whole list. Only with its beginning. */
      summary: [
        'summary',
        z.nullable(
          wireObject({
            watchedCount: ['watched_count', z.int()],
            /** All deals of the book, also those that have ended. */
            dealCount: ['deal_count', z.int()],
            arrears: ['arrears', money],
            netBalance: ['net_balance', money],
            portfolioBalance: ['portfolio_balance', money],
            /** The day through which everything is posted; null while nothing is. */
            asOf: ['as_of', z.nullable(date)],
          }),
        ),
      ],
    }),
  }),
  exportWatchlist: endpoint({
    method: 'POST',
    path: '/api/watchlist/export',
    access: 'investor',
    recordsUse: 'insights exported',
    reads: true,
    downloads: 'spreadsheet',
    summary: 'The deals that need a look as a spreadsheet.',
    body: wireObject({ syndicateId: ['syndication_id', givenId] }),
    response: z.void(),
  }),
};
