import * as z from 'zod/mini';
import { PAYMENT_FREQUENCIES } from '../domain/offer-terms.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money, percent } from './value-codecs.ts';

const ofOffer = wireObject({ offerId: ['offer_id', pathId] });

const REFUSALS = [
  'not_found',
  'offer_not_accepted',
  'deal_already_funded',
  'shares_exceed_cap',
  'shares_exceed_deal',
  'funding_changed_meanwhile',
  'payoff_exceeds_funding',
  'payoff_posted_before',
  'syndicate_closed',
] as const;

/** Deals that become funded from an accepted offer. */
export const deskFundingContract = {
  previewFunding: endpoint({
    method: 'POST',
    path: '/api/desk/v1/submissions/:offer_id/funding/preview',
    access: 'staff',
    needs: ['view-desk', 'send-offers'],
    isRepeatable: true,
    summary:
      'What funding the deal of an accepted offer would do: the payoff of an older deal, what the merchant gets, and the share of each syndicate as it will see it. Nothing is changed.',
    refusals: REFUSALS,
    params: ofOffer,
    response: wireObject({
      dealId: ['deal_id', id],
      dealName: ['deal_name', z.string()],
      mid: ['contract_MID', z.string()],
      fundedDate: ['funded_date', date],
      amount: ['amount', money],
      paybackAmount: ['payback_amount', money],
      payment: ['payment', money],
      frequency: ['payment_frequency', z.enum(PAYMENT_FREQUENCIES)],
      termDays: ['term_days', z.int()],
      factorRate: ['factor_rate', percent],
      /** The deal that is paid off from this one; null when it is no renewal. */
      former: [
        'renewal_of',
        z.nullable(
          wireObject({
            dealId: ['deal_id', id],
            mid: ['contract_MID', z.string()],
            status: ['status', z.string()],
            /** What is paid off: nothing once the deal has ended. */
            balance: ['balance', money],
          }),
        ),
      ],
      /** Shares that were accepted of another offer of the deal, and become nothing. */
      leftOut: [
        'other_shares',
        z.array(
          wireObject({
            syndicateId: ['syndicate_id', id],
            syndicateName: ['syndicate_name', z.string()],
            sharePercent: ['share_percent', percent],
          }),
        ),
      ],
      netToMerchant: ['net_to_merchant', money],
      takenPercent: ['taken_percent', percent],
      fingerprint: ['fingerprint', z.string()],
      shares: [
        'shares',
        z.array(
          wireObject({
            syndicateId: ['syndicate_id', id],
            syndicateName: ['syndicate_name', z.string()],
            sharePercent: ['share_percent', percent],
            participationAmount: ['participation_amount', money],
            commissionAmount: ['commission_amount', money],
            upfrontFee: ['upfront_fee', money],
            investmentCost: ['total_cost', money],
            anticipatedReturn: ['part_rtr', money],
            managementFeePercent: ['management_fee_percent', percent],
          }),
        ),
      ],
    }),
  }),

  fund: endpoint({
    method: 'POST',
    path: '/api/desk/v1/submissions/:offer_id/funding',
    access: 'staff',
    needs: ['view-desk', 'send-offers'],
    isCommand: true,
    records: ['deal funded'],
    summary:
      'Funds the deal of an accepted offer: accepted shares become participations, and an older deal is paid off from it. Refused if any of it is other than what was shown, which the fingerprint of the preview names.',
    refusals: [...REFUSALS, 'key_used_otherwise'],
    params: ofOffer,
    body: wireObject({ fingerprint: ['fingerprint', z.string().check(z.regex(/^[0-9a-f]{32}$/))] }),
    response: wireObject({ dealId: ['deal_id', id] }),
  }),
};
