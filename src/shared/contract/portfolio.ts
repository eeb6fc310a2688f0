import * as z from 'zod/mini';
import { NOTE_KINDS } from '../domain/deal-notes.ts';
import { flag, givenId, id, mid, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import {
  dealStatus,
  month,
  participationExportRequest,
  participationPage,
  participationPageRequest,
} from './participations.ts';
import { payDateSummary } from './payouts.ts';
import { date, money } from './value-codecs.ts';

const sums = wireObject({
  participationCount: ['participation_count', z.int()],
  participationAmount: ['total_participation_amt', money],
  anticipatedReturn: ['total_syndication_part_rtr', money],
  investmentCost: ['total_participation_cost', money],
  portfolioBalance: ['portfolio_balance', money],
});

const compactSyndicate = wireObject({
  id: ['id', id],
  abbreviation: ['syndicate_abbreviation', z.string()],
  name: ['syndicate_name', z.string()],
  /** The id of the syndicate's first user; null before one is invited. */
  userId: ['user_id', z.nullable(id)],
});

const dealNote = wireObject({
  id: ['id', id],
  dealId: ['deal_id', id],
  authorId: ['user_id', z.nullable(id)],
  bodyHtml: ['deal_user_note', z.string()],
  kind: ['deal_note_type', z.enum(NOTE_KINDS)],
  authorRole: ['deal_note_processor_role', z.nullable(z.string())],
  isPinned: ['pinned', flag],
  writtenAt: ['created_at', z.iso.datetime()],
  authorName: ['name', z.string()],
});

export const portfolioContract = {
  portfolioTotals: endpoint({
    method: 'GET',
    path: '/api/payouts/syndication_sums/:syndication_id',
    access: 'investor',
    guests: 'tables',
    recordsUse: 'syndicate viewed',
    readsOneMoment: true,
    summary: "The figures of a syndicate's summary strip, read from the ledger's rollups.",
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    response: wireObject({
      // The older system answered a list with one element, and its clients read sums[0].
      sums: ['sums', z.tuple([sums])],
      /** Everything posted: what is paid and what is on its way. */
      totalPayouts: ['total_payouts', money],
      paidPayouts: ['paid_payouts', money],
      /** The total of the pay dates that have not come yet. */
      upcomingPayouts: ['upcoming_payouts', money],
      /** The first and the last of those pay dates; null when nothing is on its way. */
      upcomingPayDate: ['upcoming_pay_date', z.nullable(date)],
      lastUpcomingPayDate: ['last_upcoming_pay_date', z.nullable(date)],
      netInvestmentOverride: ['netInvestmentNew', z.nullable(money)],
      latestPayout: ['latest_payout', z.nullable(payDateSummary)],
      cashBalance: ['cash_balance', z.nullable(money)],
      showsCashBalance: ['show_cash_balance', flag],
      /** When the funder's book was last reconciled and agreed to the cent: what had changed, and a part of the rest. */
      tiedOutAt: ['tied_out_at', z.nullable(z.iso.datetime())],
      /** Everything in the book has been reconciled since then. */
      tiedOutSince: ['tied_out_since', z.nullable(z.iso.datetime())],
    }),
  }),

  compactSyndicates: endpoint({
    method: 'GET',
    path: '/api/syndicate/get_compact_syndicates',
    access: 'investor',
    needs: ['switch-syndicates'],
    summary: "The tenant's syndicates, for a manager who switches between them.",
    response: wireObject({ syndicates: ['data', z.array(compactSyndicate)] }),
  }),

  participations: endpoint({
    method: 'POST',
    path: '/api/payouts/get_dealsyndication_payouts',
    access: 'investor',
    guests: 'tables',
    recordsUse: 'syndicate viewed',
    readsOneMoment: true,
    reads: true,
    summary: "A page of a syndicate's deals, filtered, searched and sorted.",
    body: participationPageRequest,
    response: wireObject({ page: ['deal_syndication_data', participationPage] }),
  }),

  exportParticipations: endpoint({
    method: 'POST',
    path: '/api/payouts/export_syndicated_deals',
    access: 'investor',
    guests: 'tables',
    recordsUse: 'deals exported',
    reads: true,
    downloads: 'spreadsheet',
    summary:
      'Every row of a table with its current filters, as a spreadsheet: quickview, detailedview or syndicated deals.',
    body: participationExportRequest,
    response: z.void(),
  }),

  filterLists: endpoint({
    method: 'GET',
    path: '/api/payouts/get_dealsyndication_aggrementDate_statuses/:syndication_id',
    access: 'investor',
    guests: 'tables',
    recordsUse: 'syndicate viewed',
    readsOneMoment: true,
    summary: "The statuses and agreement months that occur among a syndicate's deals.",
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    response: wireObject({
      statuses: ['statuses', z.array(dealStatus)],
      agreementMonths: ['agreement_dates', z.array(month)],
    }),
  }),

  dealPayouts: endpoint({
    method: 'POST',
    path: '/api/payouts/deal_payouts',
    access: 'investor',
    guests: 'tables',
    recordsUse: 'syndicate viewed',
    readsOneMoment: true,
    reads: true,
    summary: 'What one deal has paid a syndicate, by pay date, the newest first.',
    body: wireObject({ syndicateId: ['syndication_id', givenId], mid: ['contract_MID', mid] }),
    response: z.array(
      wireObject({
        gross: ['total_gross_amount', money],
        managementFee: ['total_mgt_fee', money],
        netPay: ['total_net_pay', money],
        payDate: ['pay_date', date],
        transactionCount: ['numbers_of_transactions', z.int()],
        /** Something was taken back with this payout, because the bank returned a payment of the merchant. */
        hasReturn: ['has_returned_payment', z.boolean()],
        /** Something was taken back with this payout, because the funder corrected a payment. */
        hasCorrection: ['has_corrected_payment', z.boolean()],
      }),
    ),
  }),

  dealNotes: endpoint({
    method: 'GET',
    path: '/api/submission_note/submission_notes',
    access: 'investor',
    summary: 'The notes about a deal that investors may read, newest first.',
    query: wireObject({
      mid: ['contract_MID', mid],
      // Ready2Fund notes are returned with the Collection notes, because investors may read both kinds and no others.
      kind: ['deal_note_type', z.literal('Collection')],
    }),
    response: z.array(dealNote),
  }),
};
