import * as z from 'zod/mini';
import { CASH_ENTRY_KINDS, RESERVATION_KINDS, SETTLED_STATES } from '../domain/cash-account.ts';
import { done, givenId, id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money, month, moreThanNothing } from './value-codecs.ts';

const params = wireObject({ syndicateId: ['syndication_id', pathId] });
const kind = z.enum(CASH_ENTRY_KINDS);
const text = z.nullable(z.string());

const reservation = wireObject({
  kind: ['kind', z.enum(RESERVATION_KINDS)],
  amount: ['amount', money],
  since: ['since', z.iso.datetime()],
  /** Of an accepted share. */
  mid: ['contract_MID', text],
  merchantName: ['merchant_name', text],
  /** Of a withdrawal. */
  withdrawalId: ['withdrawal_id', z.nullable(id)],
  payTo: ['pay_to', text],
});

const settledWithdrawal = wireObject({
  withdrawalId: ['withdrawal_id', id],
  state: ['state', z.enum(SETTLED_STATES)],
  amount: ['amount', money],
  payTo: ['pay_to', text],
  askedAt: ['requested_at', z.iso.datetime()],
  settledAt: ['settled_at', z.iso.datetime()],
  /** In the words of whoever settled it; empty where there were none. */
  reason: ['reason', z.string()],
});

const movement = wireObject({
  id: ['id', id],
  kind: ['kind', kind],
  effectiveDate: ['effective_date', date],
  amount: ['amount', money],
  /** What the account held after it; null of a deposit of a day to come, which is not counted yet. */
  balance: ['balance', z.nullable(money)],
  /** Of a share. */
  mid: ['contract_MID', text],
  merchantName: ['merchant_name', text],
  dealPublicId: ['deal_unique_id', text],
  payDate: ['pay_date', z.nullable(date)],
  /** Where a withdrawal was paid to, and when it had been asked for. */
  payTo: ['pay_to', text],
  askedAt: ['requested_at', z.nullable(z.iso.datetime())],
  reason: ['reason', z.string()],
  reference: ['reference', z.string()],
});

const chosen = {
  month: ['month', z.optional(month)],
  kind: ['kind', z.optional(kind)],
} as const;

export const cashContract = {
  cashAccount: endpoint({
    method: 'GET',
    path: '/api/cash/:syndication_id',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary:
      'What the cash account of a syndicate holds, what of it is reserved, what became of the last withdrawals, and whether it can be withdrawn.',
    refusals: ['not_found', 'switch_not_allowed', 'no_cash_account'],
    params,
    response: wireObject({
      available: ['available', money],
      reserved: ['reserved', money],
      posted: ['cash_balance', money],
      pending: ['pending', money],
      reservations: ['reservations', z.array(reservation)],
      /** The last withdrawals that were paid, declined or cancelled, the newest first. */
      settledWithdrawals: ['settled_withdrawals', z.array(settledWithdrawal)],
      asOf: ['as_of', date],
      /** The day on which the account was opened. */
      openedOn: ['opened_on', date],
      /** The account that withdrawals are paid to, masked except for the last four digits; null before there is one. */
      payTo: ['pay_to', text],
      /** Until when nothing can be withdrawn because the bank account was changed; null when it was not. */
      heldUntil: ['held_until', z.nullable(z.iso.datetime())],
      /** When the ledger last added up. */
      tiedOutAt: ['tied_out_at', z.nullable(z.iso.datetime())],
    }),
  }),

  cashMovements: endpoint({
    method: 'GET',
    path: '/api/cash/:syndication_id/movements',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary:
      'The entries of a cash account in one month, the newest first, each with what the account held after it.',
    refusals: ['not_found', 'switch_not_allowed', 'no_cash_account'],
    params,
    query: wireObject({
      ...chosen,
      /** Return the entries that follow this one in the list. */
      after: ['after', z.optional(pathId)],
    }),
    response: wireObject({
      month: ['month', month],
      movements: ['data', z.array(movement)],
      hasMore: ['has_more', z.boolean()],
      /** Deposits of days to come, whatever the month. */
      toCome: ['to_come', z.array(movement)],
      /** What the account held before the month, and after it or by now. */
      carriedOver: ['carried_over', money],
      closing: ['closing', money],
      /** Of all entries of the month and kind, however few are in this answer. */
      count: ['number_of_movements', z.int()],
      moneyIn: ['money_in', money],
      moneyOut: ['money_out', money],
    }),
  }),

  exportCash: endpoint({
    method: 'POST',
    path: '/api/cash/export',
    access: 'investor',
    recordsUse: 'cash account exported',
    reads: true,
    downloads: 'spreadsheet',
    summary: 'The entries of a cash account as a spreadsheet: of one month or kind, or all of them.',
    refusals: ['not_found', 'switch_not_allowed', 'no_cash_account'],
    body: wireObject({ syndicateId: ['syndication_id', givenId], ...chosen }),
    response: z.void(),
  }),

  requestWithdrawal: endpoint({
    method: 'POST',
    path: '/api/cash/withdrawals',
    access: 'investor',
    needsFreshFactor: true,
    opensTransactions: true,
    isRepeatable: true,
    records: ['withdrawal asked for'],
    summary:
      "Asks for a withdrawal from the cash account of the caller's own syndicate, to the bank account in its profile. The amount is reserved until it is paid, declined or cancelled. Needs the password.",
    refusals: [
      'profile_not_yours',
      'no_cash_account',
      'cash_not_available',
      'cash_reference_taken',
      'bank_account_missing',
      'bank_account_new',
      'password_wrong',
    ],
    body: wireObject({
      syndicateId: ['syndication_id', givenId],
      amount: ['amount', moreThanNothing],
      /** Chosen by the sender, so that the same request again is the same withdrawal. */
      requestId: ['request_id', z.uuid()],
      password: ['password', z.string().check(z.minLength(1), z.maxLength(128))],
    }),
    response: done,
  }),

  cancelWithdrawal: endpoint({
    method: 'POST',
    path: '/api/cash/withdrawals/cancel',
    access: 'investor',
    isRepeatable: true,
    records: ['withdrawal settled'],
    summary: "Cancels a withdrawal that the caller's own syndicate has asked for and that is not paid yet.",
    refusals: ['profile_not_yours', 'withdrawal_unknown', 'withdrawal_settled', 'withdrawal_in_run'],
    body: wireObject({
      syndicateId: ['syndication_id', givenId],
      withdrawalId: ['withdrawal_id', givenId],
    }),
    response: done,
  }),
};
