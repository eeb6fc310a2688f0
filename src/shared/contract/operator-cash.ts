import * as z from 'zod/mini';
import { OPERATOR_ENTRY_KINDS, SETTLED_STATES } from '../domain/cash-account.ts';
import { id, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { askedFields } from './operator-approval.ts';
import { date, money, moreThanNothing } from './value-codecs.ts';

/** The abbreviation of a syndicate, or its id. */
const syndicate = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const reference = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const reason = z.string().check(z.trim(), z.maxLength(500));

const accountFields = {
  posted: ['cash_balance', money],
  reserved: ['reserved', money],
  available: ['available', money],
  pending: ['pending', money],
} as const;
const account = wireObject(accountFields);

const withdrawal = wireObject({
  syndicateId: ['syndicate_id', id],
  syndicate: ['syndicate', z.string()],
  reference: ['reference', z.string()],
  amount: ['amount', money],
  askedAt: ['requested_at', z.iso.datetime()],
  askedBy: ['requested_by', z.string()],
  /** Where the investor was told that it would be paid to; null of a request that the funder entered. */
  bankName: ['syndicate_bank_name', z.nullable(z.string())],
  accountNumber: ['syndicate_account_number', z.nullable(z.string())],
});

const withScope = { access: 'service token', scope: 'cash' } as const;

export const operatorCashContract = {
  cashOfSyndicate: endpoint({
    ...withScope,
    method: 'GET',
    path: '/api/operator/v1/cash/accounts/:syndicate',
    summary: 'What the cash account of a syndicate holds, and what of it is reserved.',
    refusals: ['no_cash_account'],
    params: wireObject({ syndicate: ['syndicate', syndicate] }),
    response: account,
  }),

  recordCashEntry: endpoint({
    ...withScope,
    method: 'POST',
    path: '/api/operator/v1/cash/entries',
    isRepeatable: true,
    records: ['cash entry recorded', 'approval asked for'],
    summary:
      'Enters a deposit (also of a day to come), a fee, or an adjustment that adds an amount or takes it away. Under the same reference the same again changes nothing. Above the correction limit of a day it waits for an approval at the desk.',
    refusals: [
      'no_cash_account',
      'cash_reference_taken',
      'cash_entry_to_come',
      'date_unlikely',
      'cash_reason_missing',
      'approval_waiting',
    ],
    body: wireObject({
      syndicate: ['syndicate', syndicate],
      kind: ['kind', z.enum(OPERATOR_ENTRY_KINDS)],
      amount: ['amount', moreThanNothing],
      /** Only of an adjustment: the amount is taken away. A fee always is. */
      isTaken: ['take', z.optional(z.boolean())],
      reference: ['reference', reference],
      /** Needed of everything but a deposit. */
      reason: ['reason', z.optional(reason)],
      effectiveDate: ['date', z.optional(date)],
    }),
    response: wireObject({ ...accountFields, ...askedFields }),
  }),

  withdrawals: endpoint({
    ...withScope,
    method: 'GET',
    path: '/api/operator/v1/cash/withdrawals',
    summary: 'The withdrawals that were asked for and are not settled yet, the oldest first.',
    response: wireObject({ withdrawals: ['withdrawals', z.array(withdrawal)] }),
  }),

  enterWithdrawal: endpoint({
    ...withScope,
    method: 'POST',
    path: '/api/operator/v1/cash/withdrawals',
    isRepeatable: true,
    records: ['withdrawal asked for'],
    summary: 'Reserves an amount that an investor has asked the funder to pay.',
    refusals: ['no_cash_account', 'cash_not_available', 'cash_reference_taken', 'bank_account_new'],
    body: wireObject({
      syndicate: ['syndicate', syndicate],
      amount: ['amount', moreThanNothing],
      reference: ['reference', reference],
    }),
    response: account,
  }),

  settleWithdrawal: endpoint({
    ...withScope,
    method: 'POST',
    path: '/api/operator/v1/cash/withdrawals/settle',
    isRepeatable: true,
    records: ['withdrawal settled'],
    summary: 'Says what has become of a withdrawal: paid, declined or cancelled.',
    refusals: [
      'no_cash_account',
      'cash_not_available',
      'withdrawal_unknown',
      'withdrawal_settled',
      'second_person_needed',
    ],
    body: wireObject({
      syndicate: ['syndicate', syndicate],
      reference: ['reference', reference],
      state: ['state', z.enum(SETTLED_STATES)],
      reason: ['reason', z.optional(reason)],
    }),
    response: account,
  }),
};
