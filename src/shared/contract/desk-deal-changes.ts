import * as z from 'zod/mini';
import { DEAL_STATUSES } from '../domain/deal-status.ts';
import { TERMS_CHANGES } from '../domain/deal-terms.ts';
import { PAYMENT_FREQUENCIES } from '../domain/offer-terms.ts';
import { givenId, id, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { investorEffect, movingAlone } from './moving-alone.ts';
import { date, money, moreThanNothing } from './value-codecs.ts';
import { weekday } from './weekday.ts';

/** More at once would hold the ledger of too many deals for too long. */
export const MOST_DEALS_AT_ONCE = 100;

const terms = wireObject({
  change: ['change', z.enum(TERMS_CHANGES)],
  payment: ['payment', z.optional(moreThanNothing)],
  frequency: ['payment_frequency', z.optional(z.enum(PAYMENT_FREQUENCIES))],
  /** Of weekly debits; what is left out stays as it is. */
  weekday: ['weekday', z.optional(weekday)],
  /** Today unless it is given. */
  effectiveDate: ['effective_date', z.optional(date)],
});

/** Either a status or terms. */
const change = {
  dealIds: ['deal_ids', z.array(givenId).check(z.minLength(1), z.maxLength(MOST_DEALS_AT_ONCE))],
  status: ['status', z.optional(z.enum(DEAL_STATUSES))],
  terms: ['terms', z.optional(terms)],
  reason: ['reason', reason],
} as const;

/** A deal as the preview showed it, so that nothing else is changed. */
const seenDeal = wireObject({
  dealId: ['deal_id', givenId],
  status: ['status', z.string()],
  payment: ['payment', z.nullable(money)],
});

const outcome = wireObject({
  dealId: ['deal_id', id],
  dealName: ['deal_name', z.string()],
  mid: ['contract_MID', z.string()],
  result: ['result', z.enum(['changed', 'same', 'refused'])],
  /** Why it was refused, or what is contradictory about it. */
  remark: ['remark', z.nullable(z.string())],
  formerStatus: ['former_status', z.string()],
  status: ['status', z.string()],
  /** What the shares of all syndicates count in their portfolio balances, before and after. */
  formerBalance: ['former_balance', money],
  balance: ['balance', money],
  syndicateCount: ['syndicates', z.int()],
  /** One debit, before and after; 0 while the deal is paused. */
  formerPayment: ['former_payment', z.nullable(money)],
  payment: ['payment', z.nullable(money)],
  /** How often, and of weekly debits on which day, before and after. */
  formerFrequency: ['former_frequency', z.nullable(z.enum(PAYMENT_FREQUENCIES))],
  frequency: ['payment_frequency', z.nullable(z.enum(PAYMENT_FREQUENCIES))],
  formerWeekday: ['former_weekday', z.nullable(weekday)],
  weekday: ['weekday', z.nullable(weekday)],
  formerPayoff: ['former_payoff', z.nullable(date)],
  payoff: ['payoff', z.nullable(date)],
});

const response = wireObject({ outcomes: ['outcomes', z.array(outcome)] });

/** What is sent once it was shown. */
const seenChange = wireObject({
  ...change,
  seen: ['seen', z.array(seenDeal).check(z.maxLength(MOST_DEALS_AT_ONCE))],
  /** The letter or the agreement: a file that staff have added to the deal, and that was found clean. */
  proofFileId: ['proof_file_id', z.optional(z.uuid())],
});

/** Changes of the status and the terms of deals by the staff, one or several at once. */
export const deskDealChangesContract = {
  previewChange: endpoint({
    method: 'POST',
    path: '/api/desk/v1/deal_changes/preview',
    access: 'staff',
    needs: ['view-desk', 'change-deals'],
    isRepeatable: true,
    summary:
      'What changing the status or the terms of deals would do to each and to each investor, and whether it takes a second person. Nothing is changed.',
    refusals: ['not_found', 'one_deal_with_letter'],
    body: wireObject(change),
    response: wireObject({
      outcomes: ['outcomes', z.array(outcome)],
      /** The balances of investors, of these deals together. */
      effects: ['effects', z.array(investorEffect)],
      /** What the status gives to investors or takes from them, of all deals together. */
      moved: ['moved', money],
      ...movingAlone,
    }),
  }),

  change: endpoint({
    method: 'POST',
    path: '/api/desk/v1/deal_changes',
    access: 'staff',
    needs: ['view-desk', 'change-deals'],
    isRepeatable: true,
    needsFreshFactor: 'for some changes',
    records: ['deal status changed', 'deal terms changed'],
    summary:
      'Changes the status or the terms of deals. Each has its own outcome: one that is refused stays as it is, and the others are changed. A deal that is not as it was shown any more is refused. The same again changes nothing more. What takes a second person is refused, and nothing is changed.',
    refusals: [
      'not_found',
      'letter_missing',
      'one_deal_with_letter',
      'proof_unknown',
      'second_person_needed',
      'deal_changed_meanwhile',
    ],
    body: seenChange,
    response,
  }),

  askToChange: endpoint({
    method: 'POST',
    path: '/api/desk/v1/deal_changes/ask',
    access: 'staff',
    needs: ['view-desk', 'change-deals'],
    needsFreshFactor: true,
    records: ['approval asked for'],
    summary: 'Asks a second person for a change of status, who approves exactly this.',
    refusals: [
      'not_found',
      'letter_missing',
      'one_deal_with_letter',
      'proof_unknown',
      'deal_not_changeable',
      'approval_waiting',
    ],
    body: seenChange,
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),
};
