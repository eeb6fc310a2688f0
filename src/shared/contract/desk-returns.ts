import * as z from 'zod/mini';
import { RUN_ITEM_KINDS } from '../domain/payout-runs.ts';
import {
  RETURN_FILE_STATES,
  RETURN_FINDINGS,
  RETURN_SECOND_PERSON,
  RETURN_SOURCES,
} from '../domain/return-files.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { date, money, moreThanNothing } from './value-codecs.ts';

const READS = { method: 'GET', access: 'staff', needs: ['view-desk'] } as const;
const PREPARES = { method: 'POST', access: 'staff', needs: ['view-desk', 'prepare-payouts'] } as const;
const moment = z.iso.datetime();
const ofFile = wireObject({ fileId: ['file_id', pathId] });
const ofItem = wireObject({ itemId: ['item_id', pathId] });
const changedFile = wireObject({ fileId: ['file_id', id], state: ['state', z.enum(RETURN_FILE_STATES)] });
const readFile = wireObject({
  fileId: ['file_id', id],
  /** The same was read before, so nothing was added. */
  isKnown: ['is_known', z.boolean()],
});

const listedFile = {
  id: ['file_id', id],
  source: ['source', z.enum(RETURN_SOURCES)],
  name: ['name', z.string()],
  /** Whom the file says that it is from. */
  bankName: ['bank', z.string()],
  /** Why it was typed in. */
  reason: ['reason', z.nullable(z.string())],
  total: ['total', money],
  state: ['state', z.enum(RETURN_FILE_STATES)],
  readByName: ['read_by', z.string()],
  readAt: ['read_at', moment],
  settledByName: ['settled_by', z.nullable(z.string())],
  settledAt: ['settled_at', z.nullable(moment)],
} as const;

const sentItem = wireObject({
  runId: ['run_id', id],
  payDate: ['pay_date', date],
  syndicateId: ['syndicate_id', id],
  syndicateName: ['syndicate', z.string()],
  accountNumberLast4: ['account_last4', z.nullable(z.string())],
  kind: ['kind', z.enum(RUN_ITEM_KINDS)],
  amount: ['amount', money],
  returnedAt: ['returned_at', z.nullable(moment)],
  returnCode: ['return_code', z.nullable(z.string())],
});

const entry = wireObject({
  /** Its line in the file. */
  place: ['line', z.int()],
  code: ['code', z.string()],
  companyId: ['company_id', z.string()],
  routingNumber: ['routing_number', z.string()],
  individualId: ['individual_id', z.string()],
  traceNumber: ['trace_number', z.string()],
  amount: ['amount', money],
  /** Of a notification of change: what the bank says is right, in words, with the last four digits. */
  correctedWords: ['corrected', z.nullable(z.string())],
  /** Only what is `ours` can be entered. */
  finding: ['finding', z.enum(RETURN_FINDINGS)],
  /** The entry of ours with this trace number. It is what came back only where everything agrees. */
  sent: ['sent', z.nullable(sentItem)],
});

const whoCan = {
  /** Why one person cannot do it; null where they can. */
  secondPerson: ['second_person', z.nullable(z.enum(RETURN_SECOND_PERSON))],
  limitDollars: ['limit', z.int()],
  /** What the caller has corrected and returned alone today. */
  alone: ['alone', money],
  /** Who else can approve it, by name. */
  deciders: ['deciders', z.array(z.string())],
} as const;

/** What of a file somebody saw that can be entered. */
const seenOfFile = wireObject({
  returnCount: ['returns', z.int()],
  amount: ['amount', money],
  noticeCount: ['notices', z.int()],
});
const ENTERS = ['not_found', 'return_file_settled', 'return_file_empty', 'return_changed'] as const;

const seenReturn = {
  returnCode: ['return_code', z.string()],
  cashAfter: ['cash_after', z.nullable(money)],
} as const;
const takingBack = wireObject({ ...seenReturn, reason: ['reason', reason] });
const TAKES_BACK = ['not_found', 'payout_return_brought_in', 'run_file_refused', 'return_changed'] as const;

/** What banks send back: read first, and entered once somebody has seen what it changes. */
export const deskReturnsContract = {
  files: endpoint({
    ...READS,
    path: '/api/desk/v1/return_files',
    summary: 'The bank files of returns and the returns typed in by hand: those that wait, then the newest.',
    response: wireObject({ files: ['files', z.array(wireObject(listedFile))] }),
  }),

  file: endpoint({
    ...READS,
    path: '/api/desk/v1/return_files/:file_id',
    summary:
      'What a file says came back, with what each entry was found to be: as it is now, or as it was when the file was entered.',
    refusals: ['not_found'],
    readsOneMoment: true,
    params: ofFile,
    response: wireObject({
      ...listedFile,
      ...whoCan,
      entries: ['entries', z.array(entry)],
      seen: ['seen', seenOfFile],
    }),
  }),

  read: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/return_files',
    records: ['return file read'],
    isRepeatable: true,
    maxBodyBytes: 5_500_000,
    summary:
      'Reads a bank’s file of returns and notifications of change. Nothing of it counts before it is entered.',
    refusals: ['return_file_unreadable'],
    body: wireObject({
      name: ['name', z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^\P{Cc}*$/u))],
      text: ['text', z.string().check(z.minLength(1), z.maxLength(5_000_000))],
    }),
    response: readFile,
  }),

  type: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/return_files/typed',
    records: ['return file read'],
    isRepeatable: true,
    summary: 'Types in a return that came without a file. It does not count before it is entered.',
    refusals: ['payout_unknown', 'payout_amount_differs', 'return_code_unknown'],
    body: wireObject({
      traceNumber: ['trace_number', z.string().check(z.regex(/^\d{15}$/))],
      code: ['return_code', z.string().check(z.regex(/^R\d{2}$/))],
      amount: ['amount', moreThanNothing],
      reason: ['reason', reason],
    }),
    response: readFile,
  }),

  enter: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/return_files/:file_id/enter',
    needsFreshFactor: true,
    records: ['payout returned', 'change notice received', 'return file entered'],
    isRepeatable: true,
    summary:
      'Enters what of a file is ours: the money is owed again or back in its cash account, and the investors are told.',
    refusals: [...ENTERS, 'second_person_needed'],
    params: ofFile,
    body: seenOfFile,
    response: changedFile,
  }),

  askToEnter: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/return_files/:file_id/ask',
    needsFreshFactor: true,
    records: ['approval asked for', 'change notice received'],
    summary:
      'Asks a second person to enter the returns of a file. Its notifications of change wait at once: to apply one takes two people.',
    refusals: [...ENTERS, 'approval_waiting'],
    params: ofFile,
    body: seenOfFile,
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),

  discard: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/return_files/:file_id/discard',
    records: ['return file discarded', 'approval withdrawn'],
    isRepeatable: true,
    summary: 'Gives up a file that was only read.',
    refusals: ['not_found', 'return_file_settled'],
    params: ofFile,
    response: changedFile,
  }),

  previewTakeBack: endpoint({
    ...READS,
    path: '/api/desk/v1/returned/:item_id',
    summary: 'What it changes that an entry has not come back after all.',
    refusals: TAKES_BACK,
    params: ofItem,
    response: wireObject({
      ...seenReturn,
      ...whoCan,
      payDate: ['pay_date', date],
      syndicateName: ['syndicate', z.string()],
      traceNumber: ['trace_number', z.string()],
      amount: ['amount', money],
      returnedAt: ['returned_at', moment],
      /** Of a withdrawal: what its cash account holds. */
      cash: ['cash', z.nullable(money)],
    }),
  }),

  takeBack: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/returned/:item_id/take_back',
    needsFreshFactor: true,
    records: ['payout return taken back'],
    summary: 'Says that an entry has not come back after all, until an approved run pays its money again.',
    refusals: [...TAKES_BACK, 'second_person_needed'],
    params: ofItem,
    body: takingBack,
    response: wireObject({ itemId: ['item_id', id] }),
  }),

  askToTakeBack: endpoint({
    ...PREPARES,
    path: '/api/desk/v1/returned/:item_id/ask',
    needsFreshFactor: true,
    records: ['approval asked for'],
    summary: 'Asks a second person to take a return back.',
    refusals: [...TAKES_BACK, 'approval_waiting'],
    params: ofItem,
    body: takingBack,
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),
};
