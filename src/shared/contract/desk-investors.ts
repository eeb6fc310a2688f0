import * as z from 'zod/mini';
import { id, pageNumber, pathId, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { date, money, percent } from './value-codecs.ts';

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
} as const;

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
      account: ['account', z.nullable(account)],
      bankChange: ['waiting_bank_change', z.nullable(bankChange)],
    }),
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
    refusals: ['bank_change_settled', 'approval_waiting'],
    params: ofChange,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),
};
