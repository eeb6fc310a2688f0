import * as z from 'zod/mini';
import { TERMS_CHANGES, TERMS_REASONS } from '../domain/deal-terms.ts';
import { PAYMENT_FREQUENCIES } from '../domain/offer-terms.ts';
import { mid, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';
import { weekday } from './weekday.ts';

const terms = wireObject({
  effectiveDate: ['effective_date', date],
  payment: ['payment', money],
  frequency: ['payment_frequency', z.enum(PAYMENT_FREQUENCIES)],
  weekday: ['weekday', z.nullable(weekday)],
  firstDebitDate: ['first_debit_date', z.nullable(date)],
  change: ['change', z.enum(TERMS_REASONS)],
  note: ['reason', z.string()],
  recordedBy: ['recorded_by', z.nullable(z.string())],
  recordedAt: ['recorded_at', z.iso.datetime()],
});

export const operatorDealTermsContract = {
  changeTerms: endpoint({
    method: 'POST',
    path: '/api/operator/v1/deals/terms',
    access: 'service token',
    scope: 'post',
    isRepeatable: true,
    records: ['deal terms changed'],
    summary:
      'Records what a funded deal asks of its merchant from a day on: `modified`, `paused` (nothing is debited) or `resumed` (with what was debited before, unless something else is given). What is left out stays as it is. The same terms again change nothing.',
    refusals: [
      'not_found',
      'terms_above_payback',
      'terms_before_funding',
      'first_debit_too_early',
      'weekday_of_daily_terms',
      'pause_with_payment',
      'deal_not_paused',
    ],
    body: wireObject({
      mid: ['mid', mid],
      change: ['change', z.enum(TERMS_CHANGES)],
      /** Today unless it is given. */
      effectiveDate: ['effective_date', z.optional(date)],
      payment: ['payment', z.optional(money.check(z.refine((amount) => amount >= 0n)))],
      frequency: ['payment_frequency', z.optional(z.enum(PAYMENT_FREQUENCIES))],
      weekday: ['weekday', z.optional(weekday)],
      firstDebitDate: ['first_debit_date', z.optional(date)],
      reason: ['reason', z.string().check(z.trim(), z.minLength(1), z.maxLength(500))],
    }),
    response: wireObject({ mid: ['mid', z.string()], terms: ['terms', terms] }),
  }),

  terms: endpoint({
    method: 'GET',
    path: '/api/operator/v1/deals/terms',
    access: 'service token',
    scope: 'post',
    summary:
      'All terms that a funded deal has had, in the order in which they were recorded. Of those with one effective date the last one counts.',
    refusals: ['not_found'],
    query: wireObject({ mid: ['mid', z.string().check(z.regex(/^[^@]{1,40}$/))] }),
    response: wireObject({ mid: ['mid', z.string()], terms: ['terms', z.array(terms)] }),
  }),
};
