import * as z from 'zod/mini';
import { PAYMENT_FREQUENCIES } from '../domain/offer-terms.ts';
import { givenId, givenIdOrNone, id, outcome, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { sentFileIds } from './sent-files.ts';
import { chosenPercent, money, percent } from './value-codecs.ts';

export const INVITE_EVENTS = ['invited', 'changed', 'mailed', 'adjustment requested', 'answered'] as const;

const invite = wireObject({
  id: ['id', id],
  publicId: ['unique_id', z.string()],
  syndicateId: ['syndicate_id', id],
  dealId: ['deal_id', id],
  dealName: ['deal_name', z.string()],
  mid: ['contract_MID', z.string()],
  /** The largest share that the syndicate may take. */
  maxSharePercent: ['participation_percent', percent],
  /** The share that the funder suggests. */
  offeredSharePercent: ['offered_percent', z.nullable(percent)],
  /** The share that currently applies: the one taken, otherwise the one suggested, otherwise the largest allowed. */
  sharePercent: ['pay_percent', percent],
  history: [
    'history',
    z.array(
      wireObject({
        id: ['id', id],
        event: ['event', z.enum(INVITE_EVENTS)],
        happenedAt: ['created_at', z.iso.datetime()],
      }),
    ),
  ],
  acceptance: [
    'acceptance',
    z.nullable(
      wireObject({
        sharePercent: ['participation_percent', percent],
        participationAmount: ['participation_amount', money],
        acceptedAt: ['accepted_at', z.iso.datetime()],
      }),
    ),
  ],
});

/** The syndicate's own investment cost: in total, and in the merchant, the industry and the state of the deal. */
const exposure = wireObject({
  total: ['total', money],
  merchant: ['merchant', money],
  industry: ['industry', money],
  state: ['state', money],
});

const invitedDeal = wireObject({
  id: ['deal_id', id],
  mid: ['contract_MID', z.string()],
  name: ['deal_name', z.string()],
  industry: ['company_industry', z.string()],
  /** Null when the company has no address. */
  state: ['company_state', z.nullable(z.string())],
  positionNumber: ['lender_position_number', z.int()],
  offerAmount: ['lender_offer_amount', money],
  paybackAmount: ['lender_payback_amount', money],
  payment: ['lender_payment', money],
  paymentFrequency: ['lender_payment_type', z.enum(PAYMENT_FREQUENCIES)],
  factorRate: ['lender_factor_rate', percent],
  termDays: ['lender_term', z.int()],
  commissionPercent: ['commission_percent', percent],
  syndicationFeePercent: ['syndication_fee_percent', percent],
  managementFeePercent: ['management_fee_percent', percent],
  leftPercent: ['remaining_percent', percent],
  isOpen: ['is_open', z.boolean()],
  exposure: ['exposure', exposure],
});

/** Room for a message of the largest size, written as JSON. */
const MESSAGE_BODY_BYTES = 256 * 1024;

/**
 * What a syndicate is asked about a deal, and its two possible answers: taking a share, or a message to accounting.
 */
export const invitesContract = {
  invite: endpoint({
    method: 'GET',
    path: '/api/get_accounting_reply_data/:unique_id',
    access: 'investor',
    summary: "An invite of the caller's own syndicate.",
    params: wireObject({ publicId: ['unique_id', z.string().check(z.maxLength(100))] }),
    response: invite,
  }),

  invitedDeal: endpoint({
    method: 'GET',
    path: '/api/get_deal_data_prefund/:deal_id',
    access: 'investor',
    summary:
      'The terms of a deal that the caller’s syndicate is invited to, the share that is left, and the syndicate’s investments in the same merchant, industry and state.',
    params: wireObject({ dealId: ['deal_id', pathId] }),
    response: invitedDeal,
  }),

  acceptPreFunding: endpoint({
    method: 'POST',
    path: '/api/prefunding_accept',
    access: 'investor',
    isRepeatable: true,
    records: ['pre-funding accepted', 'pre-funding declined'],
    summary:
      'Takes a share of a deal before it is funded, within what the invite offers and what is left; a share of 0 declines. The same share again changes nothing.',
    maxBodyBytes: MESSAGE_BODY_BYTES,
    body: wireObject({
      dealId: ['deal_id', givenId],
      syndicateId: ['syndicate_id', givenId],
      sharePercent: ['payPercent', chosenPercent],
      historyId: ['history_id', givenIdOrNone],
      messageHtml: ['message', z.string()],
    }),
    response: outcome,
  }),

  requestAdjustment: endpoint({
    method: 'POST',
    path: '/api/message_to_accounting',
    access: 'investor',
    isRepeatable: true,
    records: ['adjustment requested'],
    summary:
      'A message to accounting about an invite. The percent is the invite’s own; the same message again within ten minutes changes nothing.',
    maxBodyBytes: MESSAGE_BODY_BYTES,
    body: wireObject({
      messageHtml: ['message', z.string()],
      syndicateId: ['syndicate_id', givenId],
      dealId: ['deal_id', givenId],
      inviteId: ['id', givenIdOrNone],
      fileIds: sentFileIds,
    }),
    response: outcome,
  }),
};
