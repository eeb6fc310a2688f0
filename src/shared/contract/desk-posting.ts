import * as z from 'zod/mini';
import { isCalendarDate } from '../domain/calendar-date.ts';
import { PERCENT_UNITS } from '../domain/cell-values.ts';
import { DAY_SHEET_STATES, LINE_DECISIONS, LINE_VERDICTS } from '../domain/day-sheet.ts';
import { id, mid, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { announcedFile, fileToUpload, ofFile } from './threads.ts';
import { date, money } from './value-codecs.ts';

/** Of a mapping; there are fewer. */
const MAX_FIELDS = 50;
const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

const fieldSource = z.union([
  z.object({
    from: z.literal('column'),
    column: z.string().check(z.maxLength(200)),
    words: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(40)))),
    unit: z.optional(z.enum(PERCENT_UNITS)),
  }),
  z.object({ from: z.literal('fixed'), value: z.string().check(z.maxLength(100)) }),
  z.object({
    from: z.literal('made'),
    of: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10)),
  }),
]);
const mapping = z
  .record(z.string().check(z.maxLength(40)), fieldSource)
  .check(z.refine((fields) => Object.keys(fields).length <= MAX_FIELDS));

const ofSheet = wireObject({ fileId: ofFile });
const pathLine = z.codec(z.string().check(z.regex(/^[1-9]\d{0,6}$/)), z.int(), {
  decode: (given) => Number(given),
  encode: (line) => String(line),
});
const accepted = wireObject({ isDone: ['success', z.boolean()] });

const counted = wireObject({
  verdict: ['verdict', z.enum(LINE_VERDICTS)],
  lineCount: ['line_count', z.int()],
  amount: ['amount', money],
});

const sheet = wireObject({
  fileId: ['file_id', z.string()],
  fileName: ['file_name', z.string()],
  size: ['file_size', z.int()],
  droppedAt: ['dropped_at', z.iso.datetime()],
  droppedBy: ['dropped_by', z.string()],
  state: ['state', z.enum(DAY_SHEET_STATES)],
  /** Why the file cannot be read. */
  problem: ['problem', z.nullable(z.string())],
  lineCount: ['line_count', z.int()],
  /** How many lines the step that is under way has done. */
  doneCount: ['done_count', z.int()],
  /** Somebody has posted the same file before. */
  postedBefore: [
    'posted_before',
    z.nullable(wireObject({ at: ['posted_at', z.iso.datetime()], by: ['posted_by', z.string()] })),
  ],
  sourceName: ['source_name', z.nullable(z.string())],
  sourceChangedAt: ['source_changed_at', z.nullable(z.iso.datetime())],
  columns: [
    'columns',
    z.array(wireObject({ name: ['name', z.string()], samples: ['samples', z.array(z.string())] })),
  ],
  mapping: ['mapping', z.nullable(mapping)],
  checkNumber: ['check_number', z.int()],
  counts: ['counts', z.array(counted)],
  cleared: ['cleared', wireObject({ count: ['count', z.int()], amount: ['amount', money] })],
  returned: ['returned', wireObject({ count: ['count', z.int()], amount: ['amount', money] })],
  total: ['total', money],
  /** What moves by posting: returns of debits that never cleared move nothing. */
  postingTotal: ['posting_total', money],
  fileTotal: ['file_total', z.nullable(money)],
  statedTotal: ['stated_total', z.nullable(money)],
  differenceReason: ['difference_reason', z.nullable(z.string())],
  effects: [
    'effects',
    z.array(
      wireObject({
        syndicateId: ['syndicate_id', id],
        syndicateName: ['syndicate_name', z.string()],
        payDate: ['pay_date', date],
        gross: ['gross', money],
        fee: ['fee', money],
        net: ['net_pay', money],
      }),
    ),
  ],
  /** The latest date of its lines. */
  latestDate: ['latest_date', z.nullable(date)],
  completeThrough: ['complete_through', z.nullable(date)],
  runId: ['run_id', z.nullable(id)],
  postedAt: ['posted_at', z.nullable(z.iso.datetime())],
  postedBy: ['posted_by', z.nullable(z.string())],
});

const sheetLine = wireObject({
  line: ['line', z.int()],
  date: ['date', z.nullable(date)],
  /** As the cells stand in the file, for what could not be read. */
  dateText: ['date_text', z.string()],
  mid: ['contract_MID', z.nullable(z.string())],
  merchant: ['merchant', z.string()],
  dealName: ['deal_name', z.nullable(z.string())],
  amount: ['amount', z.nullable(money)],
  amountText: ['amount_text', z.string()],
  result: ['result', z.nullable(z.enum(['cleared', 'returned']))],
  reference: ['reference', z.nullable(z.string())],
  verdict: ['verdict', z.nullable(z.enum(LINE_VERDICTS))],
  why: ['why', z.string()],
  decision: ['decision', z.nullable(z.enum(LINE_DECISIONS))],
  /** What a person has to look at before it posts, or has looked at. */
  concerns: ['concerns', z.array(z.string())],
  /** Why it posts in spite of them, and who said so. */
  acceptedReason: ['accepted_reason', z.nullable(z.string())],
  acceptedBy: ['accepted_by', z.nullable(z.string())],
  isChanged: ['has_corrections', z.boolean()],
  /** A deal whose MID looks much like the one of the line. */
  suggestedMid: ['suggested_MID', z.nullable(z.string())],
  suggestedName: ['suggested_name', z.nullable(z.string())],
});

/** What a person says of a line in place of what stands in the file. */
const saidOfLine = {
  mid: ['contract_MID', z.optional(mid)],
  date: ['date', z.optional(date)],
  amount: ['amount', z.optional(money)],
} as const;

/** Accepted by number; more are accepted as all that need a look. */
export const MOST_LINES_AT_ONCE = 1000;

const POSTS = { access: 'staff', needs: ['view-desk', 'post-payments'] } as const;
const CHANGES = { ...POSTS, isRepeatable: true, params: ofSheet, response: accepted } as const;
const PATH = '/api/desk/v1/day_sheets' as const;

/** The last payment of a page: its day and its number. */
const dayAndPayment = z.string().check(
  z.regex(/^[\d-]{10}_\d{1,15}$/),
  z.refine((text) => isCalendarDate(text.slice(0, 10))),
);

/** A day's payments from a spreadsheet: dropped, mapped, checked, confirmed. */
export const deskPostingContract = {
  announceSheet: endpoint({
    ...POSTS,
    method: 'POST',
    path: PATH,
    opensTransactions: true,
    refusals: ['file_too_large', 'too_many_files'],
    summary: 'Announces a spreadsheet with a day’s payments, and returns where to upload its bytes.',
    body: announcedFile,
    response: fileToUpload,
  }),

  sheetUploaded: endpoint({
    ...CHANGES,
    method: 'POST',
    path: `${PATH}/:file_id/uploaded`,
    opensTransactions: true,
    refusals: ['file_not_uploaded'],
    summary: 'Reports that the bytes of a spreadsheet are uploaded, which starts its checks.',
  }),

  sheet: endpoint({
    ...POSTS,
    method: 'GET',
    path: `${PATH}/:file_id`,
    summary: 'A day’s spreadsheet: how far it is, its totals, what posting it would do.',
    params: ofSheet,
    response: sheet,
  }),

  sheetLines: endpoint({
    ...POSTS,
    method: 'GET',
    path: `${PATH}/:file_id/lines`,
    summary: 'Lines of a day’s spreadsheet of one verdict, in their order.',
    params: ofSheet,
    query: wireObject({
      verdict: ['verdict', z.enum(LINE_VERDICTS)],
      after: ['after', z.optional(pathLine)],
      search: ['search', z.optional(z.string().check(z.maxLength(100)))],
    }),
    response: wireObject({
      lines: ['lines', z.array(sheetLine)],
      /** The line to go on after; null when there are no more. */
      next: ['next', z.nullable(z.int())],
    }),
  }),

  mapSheet: endpoint({
    ...CHANGES,
    method: 'PUT',
    path: `${PATH}/:file_id/mapping`,
    records: ['day sheet mapped'],
    refusals: ['sheet_mapping_invalid', 'sheet_busy', 'sheet_posted'],
    summary:
      'Says what the columns of a spreadsheet hold, remembers it for its source, and has the lines checked.',
    body: wireObject({ name: ['name', text(100)], mapping: ['mapping', mapping] }),
  }),

  decideLine: endpoint({
    ...CHANGES,
    method: 'PUT',
    path: `${PATH}/:file_id/lines/:line`,
    params: wireObject({ fileId: ofFile, line: ['line', pathLine] }),
    records: ['day sheet line changed'],
    refusals: ['sheet_busy', 'sheet_posted', 'line_amount_readable'],
    summary:
      'Leaves a line out, posts one that resembles another, or gives it another MID or date, or an amount where none can be read; all are checked again.',
    body: wireObject({ decision: ['decision', z.nullable(z.enum(LINE_DECISIONS))], ...saidOfLine }),
  }),

  acceptLines: endpoint({
    ...CHANGES,
    method: 'PUT',
    path: `${PATH}/:file_id/accepted_lines`,
    records: ['day sheet lines accepted'],
    refusals: ['sheet_busy', 'sheet_posted', 'sheet_changed'],
    summary:
      'Accepts lines that need a look, with one reason, so that they post. Null accepts all of them; what comes up later has to be accepted again.',
    body: wireObject({
      checkNumber: ['check_number', z.int()],
      lines: ['lines', z.nullable(z.array(z.int()).check(z.minLength(1), z.maxLength(MOST_LINES_AT_ONCE)))],
      reason: ['reason', text(500)],
    }),
  }),

  discardSheet: endpoint({
    ...CHANGES,
    method: 'POST',
    path: `${PATH}/:file_id/discard`,
    records: ['day sheet discarded'],
    refusals: ['sheet_busy', 'sheet_posted'],
    summary: 'Discards a spreadsheet of which nothing was posted.',
  }),

  stateTotal: endpoint({
    ...CHANGES,
    method: 'PUT',
    path: `${PATH}/:file_id/totals`,
    records: ['day sheet total stated'],
    refusals: ['sheet_posted'],
    summary:
      'The total of the processor’s statement, and why it is posted although the file comes to another.',
    body: wireObject({
      statedTotal: ['stated_total', z.nullable(money)],
      differenceReason: ['difference_reason', z.nullable(text(500))],
    }),
  }),

  postSheet: endpoint({
    ...CHANGES,
    method: 'POST',
    path: `${PATH}/:file_id/post`,
    needsFreshFactor: true,
    records: ['day sheet confirmed'],
    refusals: [
      'sheet_busy',
      'sheet_changed',
      'sheet_waits',
      'totals_differ',
      'complete_through_to_come',
      'nothing_to_post',
    ],
    summary: 'Posts the lines that will post, once, as the check found them and the caller saw them.',
    body: wireObject({
      checkNumber: ['check_number', z.int()],
      completeThrough: ['complete_through', date],
    }),
  }),
};

const ofLine = wireObject({ runId: ['run_id', pathId], line: ['line', pathLine] });

/** The runs of posting, what they left waiting, and all payments. */
export const deskPaymentsContract = {
  postingRuns: endpoint({
    method: 'GET',
    path: '/api/desk/v1/posting_runs',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The posting runs, newest first, and the spreadsheets that are not posted yet.',
    query: wireObject({ before: ['before', z.optional(pathId)] }),
    response: wireObject({
      runs: [
        'runs',
        z.array(
          wireObject({
            id: ['run_id', id],
            fileName: ['file_name', z.string()],
            fileId: ['file_id', z.nullable(z.string())],
            startedAt: ['started_at', z.iso.datetime()],
            isFinished: ['is_finished', z.boolean()],
            postedBy: ['posted_by', z.nullable(z.string())],
            entryCount: ['entries', z.int()],
            postedCount: ['posted', z.int()],
            takenBackCount: ['debits_taken_back', z.int()],
            knownCount: ['known', z.int()],
            /** Refused, held or left out, and not settled yet. */
            waitingCount: ['waiting', z.int()],
            postedAmount: ['posted_amount', z.nullable(money)],
            /** What was taken back of cleared payments; null of a run from before this was kept. */
            takenBackAmount: ['taken_back_amount', z.nullable(money)],
            completeThrough: ['complete_through', z.nullable(date)],
          }),
        ),
      ],
      next: ['next', z.nullable(id)],
      sheets: [
        'sheets',
        z.array(
          wireObject({
            fileId: ['file_id', z.string()],
            fileName: ['file_name', z.string()],
            state: ['state', z.enum(DAY_SHEET_STATES)],
            droppedAt: ['dropped_at', z.iso.datetime()],
            droppedBy: ['dropped_by', z.string()],
            lineCount: ['line_count', z.int()],
          }),
        ),
      ],
    }),
  }),

  waitingLines: endpoint({
    method: 'GET',
    path: '/api/desk/v1/waiting_lines',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'Lines that were refused, held or left out, oldest first.',
    response: wireObject({
      lines: [
        'lines',
        z.array(
          wireObject({
            runId: ['run_id', id],
            line: ['line', z.int()],
            fileName: ['file_name', z.string()],
            reference: ['reference', z.string()],
            mid: ['contract_MID', z.nullable(z.string())],
            date: ['date', z.nullable(date)],
            amount: ['amount', z.nullable(money)],
            /** As the cells stand in the file, for what could not be read; empty where the file was not posted at the desk. */
            dateText: ['date_text', z.string()],
            amountText: ['amount_text', z.string()],
            merchant: ['merchant', z.string()],
            dealName: ['deal_name', z.nullable(z.string())],
            why: ['why', z.string()],
            since: ['since', z.iso.datetime()],
            /** Whether all that a payment needs is known of it. */
            canPost: ['can_post', z.boolean()],
            /** Whether its MID, date or unreadable amount can be given. */
            canChange: ['can_change', z.boolean()],
            /** It posts only with a reason. */
            needsReason: ['needs_reason', z.boolean()],
          }),
        ),
      ],
    }),
  }),

  postLine: endpoint({
    method: 'POST',
    path: '/api/desk/v1/posting_runs/:run_id/lines/:line/post',
    needsFreshFactor: true,
    ...POSTS,
    isRepeatable: true,
    records: ['waiting line posted'],
    refusals: [
      'payment_exceeds_payback',
      'payment_conflict',
      'payment_corrected',
      'payment_suspected',
      'line_settled',
      'line_unreadable',
      'line_amount_readable',
      'line_needs_reason',
    ],
    summary:
      'Posts a line that waits, as it stands or under another MID, date or amount. One that resembles a payment is refused unless it is said to be another one, and one that needs a look without a reason.',
    params: ofLine,
    body: wireObject({
      ...saidOfLine,
      /** Why it posts although it needs a look. */
      reason: ['reason', z.optional(text(500))],
      /** Whether it is posted although it resembles another payment. */
      isPostedToo: ['post_too', z.optional(z.boolean())],
    }),
    response: accepted,
  }),

  dropLine: endpoint({
    method: 'POST',
    path: '/api/desk/v1/posting_runs/:run_id/lines/:line/drop',
    ...POSTS,
    isRepeatable: true,
    records: ['waiting line dropped'],
    refusals: ['line_settled'],
    summary: 'Drops a line that waits, with the reason. It is never posted.',
    params: ofLine,
    body: wireObject({ reason: ['reason', text(500)] }),
    response: accepted,
  }),

  payments: endpoint({
    method: 'GET',
    path: '/api/desk/v1/payments',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'Payments by reference, deal, day or amount, newest first.',
    query: wireObject({
      search: ['search', z.optional(z.string().check(z.maxLength(100)))],
      after: ['after', z.optional(dayAndPayment)],
    }),
    response: wireObject({
      payments: [
        'payments',
        z.array(
          wireObject({
            id: ['payment_id', id],
            reference: ['reference', z.string()],
            mid: ['contract_MID', z.string()],
            dealName: ['deal_name', z.string()],
            date: ['date', date],
            amount: ['amount', money],
            status: ['status', z.enum(['cleared', 'returned', 'reversed'])],
            returnCode: ['return_code', z.nullable(z.string())],
            returnedDate: ['returned_date', z.nullable(date)],
            isVoid: ['is_void', z.boolean()],
            fileName: ['file_name', z.nullable(z.string())],
            line: ['line', z.nullable(z.int())],
            postedBy: ['posted_by', z.nullable(z.string())],
          }),
        ),
      ],
      next: ['next', z.nullable(z.string())],
    }),
  }),
};
