import * as z from 'zod/mini';
import { MAX_CC_ADDRESSES } from '../domain/mail-address.ts';
import { rate, ZERO_RATE } from '../domain/rate.ts';
import { id, pageNumber, pathId, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { chosenPercent, date, money, percent } from './value-codecs.ts';

const ofSyndicate = wireObject({ syndicateId: ['syndicate_id', pathId] });
const ofChange = wireObject({ changeId: ['bank_change_id', pathId] });

const figures = {
  id: ['syndicate_id', id],
  name: ['name', z.string()],
  abbreviation: ['abbreviation', z.string()],
  dealCount: ['deals', z.int()],
  investmentCost: ['cost_of_deals', money],
  portfolioBalance: ['portfolio_balance', money],
  paidOut: ['paid_out', money],
  upcoming: ['upcoming', money],
  nextPayDate: ['next_paid_on', z.nullable(date)],
  /** Null where the syndicate has no cash account. */
  cashAvailable: ['cash_available', z.nullable(money)],
  peopleCount: ['people', z.int()],
  /** Whether a change of its bank account waits. */
  hasBankChange: ['has_bank_change', z.boolean()],
  /** Null while it takes part in new deals. */
  closedAt: ['closed_at', z.nullable(z.iso.datetime())],
} as const;

const HUNDRED = rate('100');

const given = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  abbreviation: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  /** Weekdays, Monday is 1. */
  payDays: z.array(z.int().check(z.minimum(1), z.maximum(5))).check(z.minLength(1), z.maxLength(5)),
  percent: chosenPercent.check(z.refine((value) => value.gte(ZERO_RATE) && value.lte(HUNDRED))),
  mail: z.string().check(z.maxLength(254)),
} as const;
const mails = z.array(given.mail).check(z.maxLength(MAX_CC_ADDRESSES));

const account = wireObject({
  bankName: ['syndicate_bank_name', z.string()],
  accountNumber: ['syndicate_account_number', z.string()],
  routingNumber: ['syndicate_routing_number', z.string()],
});

const bankChange = wireObject({
  id: ['bank_change_id', id],
  bankName: ['syndicate_bank_name', z.string()],
  accountNumber: ['syndicate_account_number', z.string()],
  routingNumber: ['syndicate_routing_number', z.string()],
  /** Null for a change that the funder imported. */
  requestedByName: ['requested_by', z.nullable(z.string())],
  requestedAt: ['requested_at', z.iso.datetime()],
  takesEffectAt: ['takes_effect_at', z.iso.datetime()],
});

export const deskInvestorsContract = {
  investors: endpoint({
    method: 'GET',
    path: '/api/desk/v1/investors',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The syndicates with their figures, by name.',
    query: wireObject({
      search: ['search', z.optional(z.string().check(z.regex(/^[^@]{1,40}$/)))],
      page: ['page', z.optional(pageNumber)],
    }),
    response: wireObject({
      investors: ['investors', z.array(wireObject(figures))],
      count: ['count', z.int()],
      pageLength: ['page_length', z.int()],
    }),
  }),

  investor: endpoint({
    method: 'GET',
    path: '/api/desk/v1/investors/:syndicate_id',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'One syndicate: its figures, contact, bank account with the last four digits, and settings.',
    params: ofSyndicate,
    response: wireObject({
      ...figures,
      contactPerson: ['contact_person', z.nullable(z.string())],
      phoneNumber: ['phone_number', z.nullable(z.string())],
      street: ['street', z.nullable(z.string())],
      city: ['city', z.nullable(z.string())],
      state: ['state', z.nullable(z.string())],
      zip: ['zip', z.nullable(z.string())],
      esignEmail: ['esign_email', z.string()],
      ccEmails: ['cc_emails', z.array(z.string())],
      payDays: ['pay_days', z.array(z.int())],
      defaultSharePercent: ['default_share_percent', percent],
      managementFeePercent: ['management_fee_percent', percent],
      syndicationFeePercent: ['syndication_fee_percent', percent],
      showsSimpleView: ['shows_simple_view', z.boolean()],
      showsDetailedView: ['shows_detailed_view', z.boolean()],
      showsDealsTab: ['shows_deals_tab', z.boolean()],
      showsCashBalance: ['shows_cash_balance', z.boolean()],
      closedBy: ['closed_by', z.nullable(z.string())],
      closedReason: ['closed_reason', z.nullable(z.string())],
      account: ['account', z.nullable(account)],
      bankChange: ['waiting_bank_change', z.nullable(bankChange)],
    }),
  }),

  addInvestor: endpoint({
    method: 'POST',
    path: '/api/desk/v1/investors',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    needsFreshFactor: true,
    records: ['syndicate added'],
    summary: 'Adds a syndicate, to which people can then be invited.',
    refusals: [
      'abbreviation_taken',
      'former_name_taken',
      'name_ambiguous',
      'name_like_address',
      'own_id_taken',
      'email_invalid',
    ],
    body: wireObject({
      name: ['name', given.name],
      abbreviation: ['abbreviation', given.abbreviation],
      payDays: ['pay_days', given.payDays],
      defaultSharePercent: ['default_share_percent', given.percent],
      managementFeePercent: ['management_fee_percent', given.percent],
      syndicationFeePercent: ['syndication_fee_percent', given.percent],
      esignEmail: ['esign_email', given.mail],
      ccEmails: ['cc_emails', mails],
      usesCashAccount: ['uses_cash_balance', z.boolean()],
      /** The id that the funder's own system uses, by which an import finds it. */
      ownId: ['external_id', z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))],
    }),
    response: wireObject({ syndicateId: ['syndicate_id', id] }),
  }),

  changeInvestor: endpoint({
    method: 'PUT',
    path: '/api/desk/v1/investors/:syndicate_id',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    needsFreshFactor: true,
    records: ['syndicate changed', 'e-sign email changed', 'CC emails changed'],
    summary:
      'Changes how a syndicate is paid, charged, written to and shown its book. Absent fields stay unchanged.',
    refusals: [
      'abbreviation_taken',
      'former_name_taken',
      'name_ambiguous',
      'name_like_address',
      'email_invalid',
    ],
    params: ofSyndicate,
    body: wireObject({
      name: ['name', z.optional(given.name)],
      abbreviation: ['abbreviation', z.optional(given.abbreviation)],
      payDays: ['pay_days', z.optional(given.payDays)],
      defaultSharePercent: ['default_share_percent', z.optional(given.percent)],
      managementFeePercent: ['management_fee_percent', z.optional(given.percent)],
      syndicationFeePercent: ['syndication_fee_percent', z.optional(given.percent)],
      esignEmail: ['esign_email', z.optional(given.mail)],
      ccEmails: ['cc_emails', z.optional(mails)],
      showsSimpleView: ['shows_simple_view', z.optional(z.boolean())],
      showsDetailedView: ['shows_detailed_view', z.optional(z.boolean())],
      showsDealsTab: ['shows_deals_tab', z.optional(z.boolean())],
      showsCashBalance: ['shows_cash_balance', z.optional(z.boolean())],
    }),
    response: wireObject({ syndicateId: ['syndicate_id', id] }),
  }),

  closeInvestor: endpoint({
    method: 'POST',
    path: '/api/desk/v1/investors/:syndicate_id/close',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    needsFreshFactor: true,
    records: ['syndicate closed'],
    summary:
      'Closes a syndicate: it takes part in nothing new. What it is owed stays visible and is paid out, and its people sign in as before.',
    refusals: ['syndicate_closed'],
    params: ofSyndicate,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ syndicateId: ['syndicate_id', id] }),
  }),

  reopenInvestor: endpoint({
    method: 'POST',
    path: '/api/desk/v1/investors/:syndicate_id/reopen',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    records: ['syndicate reopened'],
    summary: 'Opens a closed syndicate again.',
    refusals: ['syndicate_open'],
    params: ofSyndicate,
    response: wireObject({ syndicateId: ['syndicate_id', id] }),
  }),

  cancelBankChange: endpoint({
    method: 'POST',
    path: '/api/desk/v1/bank_changes/:bank_change_id/cancel',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    records: ['bank change cancelled'],
    summary: 'Cancels a change of a bank account that waits, and tells the addresses on file.',
    refusals: ['bank_change_settled'],
    params: ofChange,
    response: wireObject({ changeId: ['bank_change_id', id] }),
  }),

  askToRelease: endpoint({
    method: 'POST',
    path: '/api/desk/v1/bank_changes/:bank_change_id/release',
    access: 'staff',
    needs: ['view-desk', 'manage-people'],
    records: ['approval asked for'],
    summary:
      'Asks for a change of a bank account to take effect before its waiting period ends. A second person approves it.',
    refusals: ['bank_change_settled', 'approval_waiting', 'change_of_releaser'],
    params: ofChange,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),
};
