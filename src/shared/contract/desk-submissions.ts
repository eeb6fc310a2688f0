import * as z from 'zod/mini';
import { INVITE_ANSWERS, SUBMISSION_STATES } from '../domain/submissions.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { deskLink } from './desk-links.ts';
import { endpoint } from './endpoint.ts';
import { money, percent } from './value-codecs.ts';

const moment = z.iso.datetime();

const offerFields = {
  offerId: ['offer_id', id],
  dealId: ['deal_id', id],
  dealName: ['deal_name', z.string()],
  mid: ['contract_MID', z.string()],
  lenderName: ['lender', z.string()],
  /** Null for a deal without a broker. */
  brokerName: ['broker_person', z.nullable(z.string())],
  brokerCompany: ['broker_company', z.nullable(z.string())],
  amount: ['amount', money],
  factorRate: ['factor_rate', percent],
  termDays: ['term_days', z.int()],
  state: ['state', z.enum(SUBMISSION_STATES)],
  madeAt: ['made_at', moment],
} as const;

const invite = wireObject({
  id: ['invite_id', id],
  syndicateId: ['syndicate_id', id],
  syndicateName: ['syndicate_name', z.string()],
  offeredSharePercent: ['offered_percent', z.nullable(percent)],
  maxSharePercent: ['max_percent', percent],
  answer: ['answer', z.enum(INVITE_ANSWERS)],
  /** The share that was taken. */
  acceptedPercent: ['accepted_percent', z.nullable(percent)],
  acceptedAmount: ['accepted_amount', z.nullable(money)],
  answeredAt: ['answered_at', z.nullable(moment)],
  invitedAt: ['invited_at', moment],
  mailedTo: ['mailed_to', z.nullable(z.string())],
  queuedAt: ['queued_at', z.nullable(moment)],
  /** When the mail server accepted the last mail. */
  mailedAt: ['mailed_at', z.nullable(moment)],
  openedAt: ['opened_at', z.nullable(moment)],
});

/** Offers made, with what became of them. */
export const deskSubmissionsContract = {
  submissions: endpoint({
    method: 'GET',
    path: '/api/desk/v1/submissions',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The offers, newest first, 25 at a time.',
    query: wireObject({
      state: ['state', z.optional(z.enum(SUBMISSION_STATES))],
      before: ['before', z.optional(pathId)],
    }),
    response: wireObject({
      submissions: ['data', z.array(wireObject(offerFields))],
      /** Passed as `before`, it returns the next ones. */
      next: ['next', z.nullable(id)],
    }),
  }),

  submission: endpoint({
    method: 'GET',
    path: '/api/desk/v1/submissions/:offer_id',
    access: 'staff',
    needs: ['view-desk'],
    summary:
      'One offer: its terms, its links, the invites of syndicates with their answers, and what is left of the deal.',
    refusals: ['not_found'],
    params: wireObject({ offerId: ['offer_id', pathId] }),
    response: wireObject({
      ...offerFields,
      companyId: ['company_id', id],
      companyName: ['company_name', z.string()],
      dealStatus: ['deal_status', z.string()],
      brokerEmail: ['broker_email', z.nullable(z.string())],
      positionNumber: ['position', z.int()],
      paybackAmount: ['payback_amount', money],
      payment: ['payment', money],
      paymentFrequency: ['payment_frequency', z.string()],
      buyRate: ['buy_rate', percent],
      commissionPercent: ['commission_percent', percent],
      /** Whether a link to it can be sent. */
      isOpen: ['is_open', z.boolean()],
      /** Whether syndicates can be invited and can still take a share. */
      isOpenForParticipation: ['is_open_for_participation', z.boolean()],
      capPercent: ['cap_percent', percent],
      takenPercent: ['taken_percent', percent],
      leftPercent: ['left_percent', percent],
      links: ['links', z.array(deskLink)],
      invites: ['invites', z.array(invite)],
    }),
  }),
};
