import * as z from 'zod/mini';
import { isAccountNumber, isRoutingNumber } from '../domain/bank-account.ts';
import { ACCOUNT_TYPES } from '../domain/payout-runs.ts';
import { RETURN_SOURCES } from '../domain/return-files.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';

const PREPARES = { method: 'POST', access: 'staff', needs: ['view-desk', 'prepare-payouts'] } as const;
const ofNotice = wireObject({ noticeId: ['notice_id', pathId] });
const accountType = z.nullable(z.enum(ACCOUNT_TYPES));
const lastFour = z.nullable(z.string());

const notice = wireObject({
  id: ['notice_id', id],
  syndicateId: ['syndicate_id', id],
  syndicateName: ['syndicate', z.string()],
  code: ['code', z.string()],
  traceNumber: ['trace_number', z.string()],
  /** What it says is right; null where it says nothing about it. */
  accountNumberLast4: ['account_last4', lastFour],
  routingNumberLast4: ['routing_last4', lastFour],
  accountType: ['account_type', accountType],
  receivedAt: ['received_at', z.iso.datetime()],
  /** In a bank's file or typed in, and by whom; null where it is not known. */
  source: ['source', z.nullable(z.enum(RETURN_SOURCES))],
  receivedByName: ['received_by', z.nullable(z.string())],
  /** Why it cannot be applied: it says nothing that could be, the account has changed since, or a change of it waits. */
  obstacle: ['obstacle', z.enum(['', 'nothing to apply', 'account changed', 'change waiting'])],
  /** A second person has been asked to let it be applied. */
  isAsked: ['is_asked', z.boolean()],
});

/** What banks write about the accounts that payouts went to. */
export const deskChangeNoticesContract = {
  notices: endpoint({
    method: 'GET',
    access: 'staff',
    needs: ['view-desk'],
    path: '/api/desk/v1/change_notices',
    summary: 'The notifications of change that wait, the oldest first.',
    response: wireObject({ notices: ['notices', z.array(notice)] }),
  }),

  enter: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/change_notices',
    records: ['change notice received'],
    isRepeatable: true,
    summary: 'Enters a notification of change by hand. The same one again changes nothing.',
    refusals: ['payout_unknown', 'notice_code_unknown', 'notice_incomplete', 'notice_received_otherwise'],
    body: wireObject({
      traceNumber: ['trace_number', z.string().check(z.regex(/^\d{15}$/))],
      code: ['code', z.string().check(z.regex(/^C\d{2}$/))],
      accountNumber: ['account_number', z.nullable(z.string().check(z.refine(isAccountNumber)))],
      routingNumber: ['routing_number', z.nullable(z.string().check(z.refine(isRoutingNumber)))],
      accountType: ['account_type', accountType],
    }),
    response: wireObject({ noticeId: ['notice_id', id] }),
  }),

  apply: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/change_notices/:notice_id/apply',
    needsFreshFactor: true,
    records: ['approval asked for'],
    summary:
      'Asks a second person to let a notification of change become a change of the account, which then waits as any other.',
    refusals: [
      'not_found',
      'notice_settled',
      'notice_incomplete',
      'notice_outdated',
      'notice_change_waiting',
      'approval_waiting',
    ],
    params: ofNotice,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),

  dismiss: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/change_notices/:notice_id/dismiss',
    records: ['change notice dismissed'],
    isRepeatable: true,
    summary: 'Says that a notification of change is not followed, and why. Its numbers are deleted.',
    refusals: ['not_found', 'notice_settled'],
    params: ofNotice,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ noticeId: ['notice_id', id] }),
  }),
};
