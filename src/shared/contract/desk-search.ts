import * as z from 'zod/mini';
import { SUBMISSION_STATES } from '../domain/submissions.ts';
import { id, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';

const ofDeal = {
  dealName: ['deal_name', z.string()],
  mid: ['contract_MID', z.string()],
} as const;

/** The search of every page of the desk. */
export const deskSearchContract = {
  search: endpoint({
    method: 'POST',
    path: '/api/desk/v1/search',
    access: 'staff',
    needs: ['view-desk'],
    reads: true,
    summary:
      'Deals by name or MID, investors by name or abbreviation, people by name or e-mail, payments by reference or exact amount, and offers; at most five of each. A POST, because addresses are kept in logs and people are searched by e-mail.',
    body: wireObject({ text: ['q', z.string().check(z.trim(), z.minLength(1), z.maxLength(100))] }),
    response: wireObject({
      deals: [
        'deals',
        z.array(
          wireObject({
            ...ofDeal,
            dealId: ['deal_id', id],
            companyId: ['company_id', id],
            status: ['status', z.string()],
            investorCount: ['investors', z.int()],
            lastPaymentDate: ['last_payment', z.nullable(date)],
          }),
        ),
      ],
      offers: [
        'offers',
        z.array(
          wireObject({
            ...ofDeal,
            offerId: ['offer_id', id],
            amount: ['amount', money],
            state: ['state', z.enum(SUBMISSION_STATES)],
          }),
        ),
      ],
      investors: [
        'investors',
        z.array(
          wireObject({
            syndicateId: ['syndicate_id', id],
            name: ['name', z.string()],
            abbreviation: ['abbreviation', z.string()],
          }),
        ),
      ],
      people: [
        'people',
        z.array(
          wireObject({
            userId: ['user_id', id],
            name: ['name', z.string()],
            email: ['email', z.string()],
            role: ['role', z.string()],
          }),
        ),
      ],
      payments: [
        'payments',
        z.array(
          wireObject({
            ...ofDeal,
            paymentId: ['payment_id', id],
            dealId: ['deal_id', id],
            reference: ['reference', z.string()],
            amount: ['amount', money],
            status: ['status', z.string()],
            day: ['day', z.nullable(date)],
          }),
        ),
      ],
    }),
  }),
};
