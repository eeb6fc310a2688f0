import * as z from 'zod/mini';
import { DEAL_STATUSES, SUBMISSION_STATUSES } from '../domain/deal-status.ts';
import { id, pageNumber, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { namedDeal } from './named-deal.ts';
import { date, money, percent } from './value-codecs.ts';

/** The tables of the book that are listed. */
export const BOOK_TABLES = ['deals', 'participations', 'payments', 'syndicates'] as const;
export type BookTable = (typeof BOOK_TABLES)[number];

export const PAYMENT_STATUSES = ['cleared', 'returned', 'reversed'] as const;
export const LISTED_DEAL_STATUSES = [...DEAL_STATUSES, ...SUBMISSION_STATUSES] as const;

/** The funder's own id, as an import brought it; null for what came in another way. */
const ownId = z.nullable(z.string());

export const LISTED = {
  deals: wireObject({
    id: ['id', id],
    ownId: ['external_id', ownId],
    mid: ['mid', z.string()],
    name: ['name', z.string()],
    status: ['status', z.string()],
    fundedDate: ['funded_date', z.nullable(date)],
    fundedAmountCents: ['funded_amount', z.nullable(money)],
    paybackAmountCents: ['payback_amount', z.nullable(money)],
    paymentCents: ['payment', z.nullable(money)],
    paymentFrequency: ['payment_frequency', z.nullable(z.string())],
    termDays: ['term_days', z.nullable(z.int())],
    collectedCents: ['collected', money],
    clearedCount: ['cleared_count', z.int()],
    returnedCount: ['returned_count', z.int()],
    correctedCount: ['corrected_count', z.int()],
    lastClearedDate: ['last_cleared_date', z.nullable(date)],
  }),
  participations: wireObject({
    id: ['id', id],
    ownId: ['external_id', ownId],
    dealId: ['deal_id', id],
    dealOwnId: ['deal_external_id', ownId],
    mid: ['mid', z.string()],
    syndicateId: ['syndicate_id', id],
    syndicateOwnId: ['syndicate_external_id', ownId],
    syndicate: ['syndicate', z.string()],
    dealStatus: ['deal_status', z.string()],
    agreementDate: ['agreement_date', date],
    sharePercent: ['share_percent', percent],
    participationAmountCents: ['participation_amount', money],
    commissionAmountCents: ['commission_amount', money],
    upfrontFeeCents: ['upfront_fee', money],
    investmentCostCents: ['cost', money],
    managementFeePercent: ['management_fee_percent', percent],
    anticipatedReturnCents: ['rtr', money],
    grossCents: ['gross', money],
    managementFeeCents: ['management_fees', money],
    netPayCents: ['paid_out', money],
    remainingBalanceCents: ['remaining_balance', money],
  }),
  payments: wireObject({
    id: ['id', id],
    reference: ['reference', z.string()],
    dealId: ['deal_id', id],
    dealOwnId: ['deal_external_id', ownId],
    mid: ['mid', z.string()],
    amountCents: ['amount', money],
    status: ['status', z.string()],
    clearedDate: ['cleared_date', z.nullable(date)],
    returnedDate: ['returned_date', z.nullable(date)],
    returnCode: ['return_code', z.nullable(z.string())],
    settlesDeal: ['settles_deal', z.boolean()],
    recordedAt: ['recorded_at', z.iso.datetime()],
  }),
  syndicates: wireObject({
    id: ['id', id],
    ownId: ['external_id', ownId],
    abbreviation: ['abbreviation', z.string()],
    name: ['name', z.string()],
    defaultSharePercent: ['default_share_percent', percent],
    managementFeePercent: ['management_fee_percent', percent],
    syndicationFeePercent: ['syndication_fee_percent', percent],
    cashBalanceCents: ['cash_balance', z.nullable(money)],
  }),
};

const page = {
  after: ['after', z.optional(pathId)],
  limit: ['limit', z.optional(pageNumber)],
} as const;
const days = { from: ['from', z.optional(date)], to: ['to', z.optional(date)] } as const;
/** Addresses are kept in logs, so these take neither a token nor a mail address. */
const words = z.string().check(z.regex(/^[^@]{1,40}$/));
const ofSyndicate = { syndicate: ['syndicate', z.optional(words)] } as const;
const ofDeal = { deal: ['deal', z.optional(namedDeal)] } as const;
const search = { search: ['search', z.optional(words)] } as const;

const FILTERS = {
  deals: {
    status: ['status', z.optional(z.enum(LISTED_DEAL_STATUSES))],
    ...ofSyndicate,
    ...days,
    ...search,
  },
  participations: { ...ofDeal, ...ofSyndicate },
  payments: { status: ['status', z.optional(z.enum(PAYMENT_STATUSES))], ...ofDeal, ...days },
  syndicates: search,
} as const;

/** What each table can be filtered by, and the statuses that its rows can have. */
export const filtersOf = (table: BookTable): readonly string[] => Object.keys(FILTERS[table]);
export const BOOK_STATUSES: { readonly [T in BookTable]?: readonly string[] } = {
  deals: LISTED_DEAL_STATUSES,
  payments: PAYMENT_STATUSES,
};

const PAGED = '`after` is `next` of the previous page, which is null on the last one.';

const ofPage = <T extends BookTable>(table: T) => ({
  method: 'GET' as const,
  path: `/api/operator/v1/book/${table}` as const,
  access: 'service token' as const,
  scope: 'book' as const,
  recordsUse: 'book read' as const,
  response: wireObject({ rows: [table, z.array(LISTED[table])], next: ['next', z.nullable(id)] }),
});

/** The funder's own book, read by its own systems. No call has bank numbers, addresses or telephone numbers. */
export const operatorBookContract = {
  deals: endpoint({
    ...ofPage('deals'),
    summary: `The deals, by id, with what was collected. \`from\` and \`to\` are days of funding; \`search\` is part of the merchant’s name or the MID. ${PAGED}`,
    refusals: ['syndicate_unknown'],
    query: wireObject({ ...FILTERS.deals, ...page }),
  }),
  participations: endpoint({
    ...ofPage('participations'),
    summary: `The participations, by id, with what was paid out. \`deal\` is the portal’s id, or your own after a colon. ${PAGED}`,
    refusals: ['syndicate_unknown', 'not_found'],
    query: wireObject({ ...FILTERS.participations, ...page }),
  }),
  payments: endpoint({
    ...ofPage('payments'),
    summary: `The payments, by id. \`from\` and \`to\` are the days on which they cleared or, if they never did, came back. ${PAGED}`,
    refusals: ['not_found'],
    query: wireObject({ ...FILTERS.payments, ...page }),
  }),
  syndicates: endpoint({
    ...ofPage('syndicates'),
    summary: `The syndicates, by id. \`search\` is part of the name or the abbreviation. ${PAGED}`,
    query: wireObject({ ...FILTERS.syndicates, ...page }),
  }),
  exportBook: endpoint({
    method: 'GET',
    path: '/api/operator/v1/book/export',
    access: 'service token',
    scope: 'book',
    downloads: 'text',
    recordsUse: 'book exported',
    summary:
      'All rows of one table, by id, as CSV or as one line of JSON for each, with the filters that its page takes.',
    refusals: ['syndicate_unknown', 'not_found'],
    query: wireObject({
      table: ['table', z.enum(BOOK_TABLES)],
      format: ['format', z.optional(z.enum(['csv', 'ndjson']))],
      status: ['status', z.optional(z.enum([...LISTED_DEAL_STATUSES, ...PAYMENT_STATUSES]))],
      ...ofDeal,
      ...ofSyndicate,
      ...days,
      ...search,
    }),
    response: z.string(),
  }),
};
