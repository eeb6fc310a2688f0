import * as z from 'zod/mini';
import { PAYMENT_FREQUENCIES } from '../domain/offer-terms.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { investorEffect, movingAlone } from './moving-alone.ts';
import { date, money, percent } from './value-codecs.ts';

const ofOffer = wireObject({ offerId: ['offer_id', pathId] });

/** The funding as it was shown, so that nothing else is funded. */
const shown = {
  fingerprint: ['fingerprint', z.string().check(z.regex(/^[0-9a-f]{32}$/))],
  /** The agreement: a file that staff have added to the deal, and that was found clean. */
  proofFileId: ['proof_file_id', z.optional(z.uuid())],
} as const;

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
      'What funding the deal of an accepted offer would do: the payoff of an older deal, what the merchant gets, the share of each syndicate as it will see it, and whether it takes a second person. Nothing is changed.',
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
      /** The balances of investors, of the deal and of the one that is paid off. */
      effects: ['effects', z.array(investorEffect)],
      ...movingAlone,
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
    needsFreshFactor: true,
    records: ['deal funded'],
    summary:
      'Funds the deal of an accepted offer: accepted shares become participations, and an older deal is paid off from it. Refused if any of it is other than what was shown, which the fingerprint of the preview names, and where it takes a second person.',
    refusals: [...REFUSALS, 'proof_unknown', 'second_person_needed', 'key_used_otherwise'],
    params: ofOffer,
    body: wireObject(shown),
    response: wireObject({ dealId: ['deal_id', id] }),
  }),

  askToFund: endpoint({
    method: 'POST',
    path: '/api/desk/v1/submissions/:offer_id/funding/ask',
    access: 'staff',
    needs: ['view-desk', 'send-offers'],
    needsFreshFactor: true,
    records: ['approval asked for'],
    summary: 'Asks a second person to fund the deal of an accepted offer, who approves exactly this.',
    refusals: [...REFUSALS, 'proof_unknown', 'approval_waiting'],
    params: ofOffer,
    body: wireObject({ ...shown, reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),
};
