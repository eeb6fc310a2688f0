import * as z from 'zod/mini';
import { isAccountNumber, isRoutingNumber } from '../domain/bank-account.ts';
import {
  ACCOUNT_TYPES,
  FIRST_PAYOUTS,
  HOLDER_KINDS,
  ITEM_REASONS,
  RUN_ITEM_KINDS,
  RUN_OUTCOMES,
  RUN_STATES,
} from '../domain/payout-runs.ts';
import { RETURN_SOURCES } from '../domain/return-files.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';

const moment = z.iso.datetime();
const ofRun = wireObject({ runId: ['run_id', pathId] });
const state = z.enum(RUN_STATES);
const changedRun = wireObject({ runId: ['run_id', id], state: ['state', state] });
const READS = { method: 'GET', access: 'staff', needs: ['view-desk'] } as const;
const PREPARES = { method: 'POST', access: 'staff', needs: ['view-desk', 'prepare-payouts'] } as const;
const APPROVES = { method: 'POST', access: 'staff', needs: ['view-desk', 'approve-money'] } as const;

const listedRun = wireObject({
  id: ['run_id', id],
  payDate: ['pay_date', date],
  state: ['state', state],
  ledger: ['ledger', money],
  inFile: ['in_file', money],
  syndicateCount: ['syndicates', z.int()],
  returnedCount: ['returned', z.int()],
  /** The bank did not take its file. */
  isRefused: ['is_refused', z.boolean()],
  preparedBy: ['prepared_by', z.string()],
  approvedBy: ['approved_by', z.nullable(z.string())],
});

const due = wireObject({
  payDate: ['pay_date', date],
  netPay: ['amount', money],
  syndicateCount: ['syndicates', z.int()],
  preparedFrom: ['prepared_from', date],
  isPreparable: ['is_preparable', z.boolean()],
  movesOn: ['moves_on', date],
});

const totals = wireObject({
  ledger: ['ledger', money],
  broughtIn: ['brought_in', money],
  inFile: ['in_file', money],
  kept: ['kept', money],
  held: ['held', money],
  blocked: ['blocked', money],
  carried: ['carried', money],
  withdrawn: ['withdrawn', money],
});

const item = wireObject({
  syndicateId: ['syndicate_id', id],
  syndicateName: ['syndicate', z.string()],
  kind: ['kind', z.enum(RUN_ITEM_KINDS)],
  outcome: ['outcome', z.enum(RUN_OUTCOMES)],
  reason: ['reason', z.enum(ITEM_REASONS)],
  lineCount: ['lines', z.int()],
  gross: ['gross_amt', money],
  managementFee: ['mgt_fee', money],
  ledger: ['ledger', money],
  carriedIn: ['carried_in', money],
  releasedIn: ['released_in', money],
  returnedIn: ['returned_in', money],
  amount: ['amount', money],
  accountNumberLast4: ['account_last4', z.nullable(z.string())],
  traceNumber: ['trace_number', z.nullable(z.string())],
  returnCode: ['return_code', z.nullable(z.string())],
  /** Null before it is approved. */
  itemId: ['item_id', z.nullable(id)],
  /** Nothing of an earlier run has reached this investor, or this account of it. */
  firstPayout: ['first_payout', z.nullable(z.enum(FIRST_PAYOUTS))],
  /** What of its money an earlier run has sent and the bank has sent back. */
  sentBefore: [
    'sent_before',
    z.array(
      wireObject({
        payDate: ['pay_date', date],
        amount: ['amount', money],
        returnCode: ['return_code', z.string()],
        /** Null where it is not known. */
        source: ['source', z.nullable(z.enum(RETURN_SOURCES))],
        byName: ['by', z.nullable(z.string())],
      }),
    ),
  ],
});

const bankFile = wireObject({
  name: ['name', z.string()],
  entryCount: ['entries', z.int()],
  batchCount: ['batches', z.int()],
  entryHash: ['entry_hash', z.string()],
  credit: ['credit', money],
  downloadedByName: ['downloaded_by', z.nullable(z.string())],
  downloadedAt: ['downloaded_at', z.nullable(moment)],
});

const originator = wireObject({
  odfiRouting: ['odfi_routing', z.string()],
  bankName: ['bank_name', z.string()],
  immediateOrigin: ['immediate_origin', z.string()],
  companyId: ['company_id', z.string()],
  companyName: ['company_name', z.string()],
  /** Minutes since midnight in New York. */
  cutoffMinute: ['cutoff_minute', z.int()],
  offsetAccountLast4: ['offset_last4', z.nullable(z.string())],
});

/** One line, which a bank file can say. */
const inFile = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));

/** The payouts to the syndicates, as runs: prepared by one, approved by another, made into a file for the bank. */
export const deskPayoutsContract = {
  runs: endpoint({
    ...READS,
    path: '/api/desk/v1/payouts',
    summary: 'The payout runs, the newest pay date first, and the pay dates that wait for one.',
    response: wireObject({
      runs: ['runs', z.array(listedRun)],
      due: ['due', z.array(due)],
      /** Null until one is named and approved. */
      originator: ['originator', z.nullable(originator)],
    }),
  }),

  run: endpoint({
    ...READS,
    path: '/api/desk/v1/payouts/:run_id',
    summary:
      'A payout run with what each syndicate is paid: a draft as the ledger is now, any other as it was approved.',
    refusals: ['not_found'],
    readsOneMoment: true,
    params: ofRun,
    response: wireObject({
      id: ['run_id', id],
      payDate: ['pay_date', date],
      state: ['state', state],
      preparedByName: ['prepared_by', z.string()],
      preparedAt: ['prepared_at', moment],
      /** When whoever can approve it was last told by mail. */
      toldAt: ['told_at', z.nullable(moment)],
      approvedByName: ['approved_by', z.nullable(z.string())],
      approvedAt: ['approved_at', z.nullable(moment)],
      madeByName: ['made_by', z.nullable(z.string())],
      madeAt: ['made_at', z.nullable(moment)],
      /** The day on which the bank pays; of a run without a file, the one it would be now. */
      effectiveDate: ['effective_date', date],
      settledByName: ['settled_by', z.nullable(z.string())],
      settledAt: ['settled_at', z.nullable(moment)],
      /** That the bank did not take its file was approved by this person. */
      refusedByName: ['refused_by', z.nullable(z.string())],
      refusedAt: ['refused_at', z.nullable(moment)],
      /** Of a draft: names what is approved. */
      fingerprint: ['fingerprint', z.nullable(z.string())],
      totals: ['totals', totals],
      /** What returned payments of merchants take back, which a day's file may bring without a second person. */
      takenBack: ['taken_back', wireObject({ count: ['payments', z.int()], amount: ['amount', money] })],
      items: ['items', z.array(item)],
      file: ['file', z.nullable(bankFile)],
      originator: ['originator', z.nullable(originator)],
      /** Of a draft: who can approve it as it is, by name. */
      approvers: ['approvers', z.array(z.string())],
      /** Of a draft: what approving it would answer the caller, who approves money; null where they can. */
      hindrance: ['hindrance', z.nullable(z.string())],
      /** Of a draft: approvers whose address a syndicate in it has named for copies of its mail. They may approve; others should know. */
      copied: [
        'copied',
        z.array(wireObject({ name: ['name', z.string()], syndicateName: ['syndicate', z.string()] })),
      ],
      isOwn: ['is_own', z.boolean()],
      /** Who prepared it may no longer do so: whoever prepares the run of this pay date takes it over. */
      isOrphaned: ['is_orphaned', z.boolean()],
      /** Whether it pays a syndicate of the caller's. */
      isPaidToCaller: ['is_paid_to_caller', z.boolean()],
      mayDownload: ['may_download', z.boolean()],
      /** Investors whose figures do not reconcile: until then it is not approved, and its file not made. */
      differing: [
        'differing',
        z.array(wireObject({ syndicateId: ['syndicate_id', id], name: ['syndicate', z.string()] })),
      ],
    }),
  }),

  prepare: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/payouts',
    records: ['payout run prepared'],
    isRepeatable: true,
    summary:
      'Prepares the run of a pay date, from the bank day before it on. There is one for each pay date; a draft of somebody who may no longer prepare payouts is taken over.',
    refusals: ['run_nothing_due', 'run_no_bank_day', 'run_too_early', 'run_before_first'],
    body: wireObject({ payDate: ['pay_date', date] }),
    response: wireObject({ runId: ['run_id', id] }),
  }),

  remind: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/payouts/:run_id/remind',
    records: ['approvers reminded'],
    summary:
      'Tells whoever can approve a draft once more, by mail. They were told when it was prepared; once in 15 minutes.',
    refusals: ['not_found', 'run_not_draft', 'told_lately'],
    params: ofRun,
    response: wireObject({ runId: ['run_id', id], toldAt: ['told_at', moment] }),
  }),

  discard: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/payouts/:run_id/discard',
    records: ['payout run discarded'],
    isRepeatable: true,
    summary: 'Gives a draft up. Its pay date can be prepared again.',
    refusals: ['not_found', 'run_not_draft', 'run_is_first'],
    params: ofRun,
    response: changedRun,
  }),

  approve: endpoint({
    ...APPROVES,
    path: '/api/desk/v1/payouts/:run_id/approve',
    needsFreshFactor: true,
    records: ['payout run approved'],
    isRepeatable: true,
    summary:
      'Approves the draft that the caller saw, which closes its pay date. Never for who prepared it or is paid by it.',
    refusals: [
      'not_found',
      'run_not_draft',
      'run_changed',
      'run_pays_own_postings',
      'run_pays_you',
      'run_pays_brought_in',
      'run_file_first',
      'run_not_reconciled',
      'own_run',
      'decider_of_asker',
      'asker_lost_permission',
    ],
    params: ofRun,
    body: wireObject({ fingerprint: ['fingerprint', z.string().check(z.regex(/^[0-9a-f]{32}$/))] }),
    response: changedRun,
  }),

  withdrawApproval: endpoint({
    ...APPROVES,
    path: '/api/desk/v1/payouts/:run_id/reopen',
    records: ['payout run reopened'],
    isRepeatable: true,
    summary: 'Withdraws an approval, until the bank file is made. The pay date is open again.',
    refusals: ['not_found', 'run_file_made'],
    params: ofRun,
    response: changedRun,
  }),

  makeFile: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/payouts/:run_id/file',
    needsFreshFactor: true,
    records: ['payout file made', 'payout run reopened', 'withdrawal settled'],
    isRepeatable: true,
    summary:
      'Makes the bank file of an approved run, once. If anything has changed since, the approval is withdrawn instead, and the run is a draft.',
    refusals: [
      'not_found',
      'run_not_approved',
      'run_not_reconciled',
      'originator_missing',
      'run_too_many_files',
      'account_unreadable',
    ],
    params: ofRun,
    response: changedRun,
  }),

  downloadFile: endpoint({
    method: 'POST',
    access: 'staff',
    needs: ['view-desk'],
    path: '/api/desk/v1/payouts/:run_id/download',
    needsFreshFactor: true,
    records: ['payout file fetched'],
    summary: 'The bank file, once, for who made it or approved the run; again only with a reason.',
    refusals: [
      'not_found',
      'run_without_file',
      'run_file_refused',
      'run_file_of_others',
      'permission_needed',
      'run_file_downloaded',
    ],
    params: ofRun,
    body: wireObject({ reason: ['reason', z.optional(reason)] }),
    response: wireObject({ name: ['name', z.string()], text: ['text', z.string()] }),
  }),

  settle: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/payouts/:run_id/settle',
    needsFreshFactor: true,
    records: ['payout run settled'],
    isRepeatable: true,
    summary: 'Says that the bank has paid a run, from its effective date on.',
    refusals: ['not_found', 'run_without_file', 'run_file_refused', 'run_not_effective_yet'],
    params: ofRun,
    response: changedRun,
  }),

  takeBackSettlement: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/payouts/:run_id/not_settled',
    needsFreshFactor: true,
    records: ['approval asked for'],
    summary: 'Asks a second person to take back that the bank has paid a run.',
    refusals: ['not_found', 'run_not_settled', 'approval_waiting'],
    params: ofRun,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),

  leaveOut: endpoint({
    ...APPROVES,
    path: '/api/desk/v1/payouts/:run_id/leave_out',
    needsFreshFactor: true,
    records: ['approval asked for'],
    summary:
      "Asks a second person to pay a run without the investors whose figures don't reconcile. Their money is held until a later run.",
    refusals: ['not_found', 'run_not_draft', 'run_reconciled', 'approval_waiting'],
    params: ofRun,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),

  refuseFile: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/payouts/:run_id/refused',
    needsFreshFactor: true,
    records: ['approval asked for'],
    summary:
      'Says that the bank has not taken the file of a run. Once a second person has approved it, all of its entries are owed again.',
    refusals: ['not_found', 'run_without_file', 'run_settled', 'run_file_refused', 'approval_waiting'],
    params: ofRun,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),

  describeAccount: endpoint({
    method: 'PUT',
    access: 'staff',
    needs: ['view-desk', 'prepare-payouts'],
    path: '/api/desk/v1/payouts/accounts/:syndicate_id',
    needsFreshFactor: true,
    records: ['payout account described'],
    isRepeatable: true,
    summary: 'Says what a bank file has to say about the account of a syndicate: its type and whose it is.',
    refusals: ['not_found', 'bank_account_missing', 'name_like_address'],
    params: wireObject({ syndicateId: ['syndicate_id', pathId] }),
    body: wireObject({
      accountType: ['account_type', z.enum(ACCOUNT_TYPES)],
      holderKind: ['holder_kind', z.enum(HOLDER_KINDS)],
      holderName: ['holder_name', z.nullable(inFile(100))],
    }),
    response: wireObject({ syndicateId: ['syndicate_id', id] }),
  }),

  confirmAccount: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/payouts/accounts/:syndicate_id/confirm',
    needsFreshFactor: true,
    records: ['payout account described'],
    isRepeatable: true,
    summary:
      'Says that the account of a syndicate is right although the bank has returned something, so that it is paid again.',
    refusals: ['not_found', 'bank_account_missing'],
    params: wireObject({ syndicateId: ['syndicate_id', pathId] }),
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ syndicateId: ['syndicate_id', id] }),
  }),

  nameOriginator: endpoint({
    method: 'POST',
    access: 'staff',
    needs: ['view-desk', 'change-settings'],
    path: '/api/desk/v1/payouts/originator',
    needsFreshFactor: true,
    records: ['approval asked for'],
    summary: 'Says what bank files say about the funder. It counts once a second person has approved it.',
    refusals: ['approval_waiting'],
    body: wireObject({
      odfiRouting: ['odfi_routing', z.string().check(z.refine(isRoutingNumber))],
      bankName: ['bank_name', inFile(23)],
      immediateOrigin: ['immediate_origin', z.string().check(z.regex(/^[0-9A-Z]{9,10}$/))],
      companyId: ['company_id', z.string().check(z.regex(/^[0-9A-Z]{10}$/))],
      companyName: ['company_name', inFile(16)],
      cutoffMinute: ['cutoff_minute', z.int().check(z.minimum(0), z.maximum(1439))],
      offsetAccount: ['offset_account', z.nullable(z.string().check(z.refine(isAccountNumber)))],
      reason: ['reason', reason],
    }),
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),
};
