import * as z from 'zod/mini';
import { APPROVAL_KINDS } from '../domain/approvals.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { money } from './value-codecs.ts';

const ofApproval = wireObject({ approvalId: ['approval_id', pathId] });
const settled = wireObject({ approvalId: ['approval_id', id] });

const approval = wireObject({
  id: ['approval_id', id],
  kind: ['kind', z.enum(APPROVAL_KINDS)],
  /** The change of a bank account, the user, the service token, the payment, the deal, the offer, or the new value of a setting, by the kind. */
  subjectId: ['subject_id', id],
  askedFor: ['asked_for', z.string()],
  /** What exactly it changes, row by row: the first rows, and how many there are. Null where the words say it all. */
  table: [
    'table',
    z.nullable(
      wireObject({
        columns: ['columns', z.array(z.string())],
        rows: ['rows', z.array(z.array(z.string()))],
        rowCount: ['row_count', z.int()],
      }),
    ),
  ],
  /** What is asked for as facts: what it is about, what it is now and after, from when. */
  facts: ['facts', z.array(wireObject({ label: ['label', z.string()], value: ['value', z.string()] }))],
  /** What it does to the balances of investors, as it was when it was asked for. */
  effects: [
    'effects',
    z.array(
      wireObject({
        investor: ['investor', z.string()],
        before: ['before', money],
        after: ['after', money],
      }),
    ),
  ],
  reason: ['reason', z.string()],
  askedByName: ['asked_by', z.string()],
  askedAt: ['asked_at', z.iso.datetime()],
  expiresAt: ['expires_at', z.iso.datetime()],
  /** When whoever can decide it was last told by mail. */
  toldAt: ['told_at', z.nullable(z.iso.datetime())],
  isOwn: ['is_own', z.boolean()],
  mayDecide: ['may_decide', z.boolean()],
  /** The page of the desk that it belongs to. */
  address: ['address', z.string()],
  /** Who else can decide, by name. */
  deciders: ['deciders', z.array(z.string())],
});

/** What one person of the staff asks for and another one approves. */
export const deskApprovalsContract = {
  approvals: endpoint({
    method: 'GET',
    path: '/api/desk/v1/approvals',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'What waits for a second person, the oldest first, with who can decide.',
    response: wireObject({ approvals: ['approvals', z.array(approval)] }),
  }),

  approve: endpoint({
    method: 'POST',
    path: '/api/desk/v1/approvals/:approval_id/approve',
    access: 'staff',
    needs: ['view-desk'],
    needsFreshFactor: true,
    records: [
      'approval given',
      'bank account changed',
      'bank change cancelled',
      'second factor reset requested',
      'settings changed',
      'service token issued',
      'payment corrected',
      'deal status changed',
      'deal funded',
      'cash entry recorded',
      'payout file refused',
      'investors left out',
      'payout run not settled',
      'payout returned',
      'return file entered',
      'payout return taken back',
      'change notice applied',
      'bank change requested',
      'payout account described',
      'offer link issued',
    ],
    summary:
      'Approves what somebody else has asked for, and does it at once. It needs the permission that asking for it needs.',
    refusals: [
      'approval_settled',
      'own_approval',
      'decider_of_asker',
      'source_of_request',
      'permission_needed',
      'asker_lost_permission',
      'bank_change_settled',
      'user_is_closed',
      'user_has_no_factor',
      'factor_reset_pending',
      'factor_of_others_too',
      'payment_changed_meanwhile',
      'payment_corrected',
      'payment_returned',
      'payment_exceeds_payback',
      'deal_changed_meanwhile',
      'run_not_draft',
      'run_not_settled',
      'offer_not_accepted',
      'deal_already_funded',
      'shares_exceed_cap',
      'shares_exceed_deal',
      'funding_changed_meanwhile',
      'payoff_exceeds_funding',
      'payoff_posted_before',
      'syndicate_closed',
      'no_cash_account',
      'cash_reference_taken',
      'run_without_file',
      'run_settled',
      'run_file_refused',
      'return_file_settled',
      'return_changed',
      'payout_return_brought_in',
      'notice_settled',
      'notice_incomplete',
      'notice_outdated',
      'notice_change_waiting',
      'bank_account_missing',
      'offer_closed',
    ],
    params: ofApproval,
    response: wireObject({
      approvalId: ['approval_id', id],
      /** What happened in place of what was asked for, in words; null when it was done. */
      instead: ['instead', z.nullable(z.string())],
      /** The address of a link that was given out. It is only in this answer, and only its hash is stored. */
      address: ['address', z.nullable(z.url())],
    }),
  }),

  reject: endpoint({
    method: 'POST',
    path: '/api/desk/v1/approvals/:approval_id/reject',
    access: 'staff',
    needs: ['view-desk'],
    records: ['approval refused'],
    summary: 'Turns down what somebody else has asked for.',
    refusals: ['approval_settled', 'own_approval', 'permission_needed'],
    params: ofApproval,
    response: settled,
  }),

  remind: endpoint({
    method: 'POST',
    path: '/api/desk/v1/approvals/:approval_id/remind',
    access: 'staff',
    needs: ['view-desk'],
    records: ['approvers reminded'],
    summary:
      'Tells whoever can decide what one has asked for once more, by mail. They were told when it was asked for; once in 15 minutes.',
    refusals: ['approval_settled', 'approval_of_others', 'told_lately'],
    params: ofApproval,
    response: settled,
  }),

  withdraw: endpoint({
    method: 'POST',
    path: '/api/desk/v1/approvals/:approval_id/withdraw',
    access: 'staff',
    needs: ['view-desk'],
    records: ['approval withdrawn'],
    summary: 'Takes back what one has asked for oneself.',
    refusals: ['approval_settled', 'approval_of_others'],
    params: ofApproval,
    response: settled,
  }),
};
