import * as z from 'zod/mini';
import { QUEUE_NAMES } from '../domain/desk-queues.ts';
import { done, id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';

const moment = z.string();
const queueName = z.enum(QUEUE_NAMES);

/** The files of a day, taken together. */
const postedFile = wireObject({
  fileCount: ['files', z.int()],
  postedOn: ['posted_on', date],
  startedAt: ['started_at', moment],
  /** Null while it is being posted. */
  finishedAt: ['finished_at', z.nullable(moment)],
  completeThrough: ['complete_through', z.nullable(date)],
  entryCount: ['entries', z.int()],
  postedCount: ['posted', z.int()],
  /** What was cleared and posted, and what was taken back; null of a run from before this was kept. */
  postedAmount: ['posted_amount', z.nullable(money)],
  takenBackAmount: ['taken_back_amount', z.nullable(money)],
  returnedCount: ['returned', z.int()],
  reversedCount: ['reversed', z.int()],
  knownCount: ['known', z.int()],
  refusedCount: ['refused', z.int()],
  heldCount: ['held', z.int()],
  /** A person, or a system of the funder; null where nobody recorded it. */
  postedBy: ['posted_by', z.nullable(z.string())],
});

const lastCheck = wireObject({
  comparedAt: ['compared_at', moment],
  tiesOut: ['ties_out', z.boolean()],
  lineCount: ['lines', z.int()],
  differenceCount: ['differences', z.int()],
});

const sentReports = wireObject({
  day: ['date', date],
  reportCount: ['reports', z.int()],
  sentCount: ['sent', z.int()],
  failedCount: ['failed', z.int()],
  failed: [
    'failures',
    z.array(wireObject({ syndicate: ['syndicate', z.string()], why: ['why', z.string()] })),
  ],
});

const nextPayout = wireObject({
  payDate: ['pay_date', date],
  amount: ['amount', money],
  syndicateCount: ['syndicates', z.int()],
  /** When its money moves if its run is prepared and sent now; null where it has a run, or where payouts are sent outside the portal. */
  movesOn: ['moves_on', z.nullable(date)],
});

const waitingRun = wireObject({
  runId: ['run_id', id],
  payDate: ['pay_date', date],
  state: ['state', z.enum(['draft', 'approved'])],
  amount: ['amount', money],
  preparedByName: ['prepared_by', z.string()],
  /** Whoever prepared it cannot approve it. */
  isOwn: ['is_own', z.boolean()],
});

const queue = wireObject({
  name: ['queue', queueName],
  waitingCount: ['waiting', z.int()],
  /** What waits for the longest time, in words; null where nothing waits. */
  oldest: ['oldest', z.nullable(z.string())],
  since: ['since', z.nullable(moment)],
  dueAt: ['due_at', z.nullable(moment)],
  /** `same day`, or the number of hours; null where nothing is promised. */
  promise: ['promise', z.nullable(z.union([z.literal('same day'), z.int()]))],
});

const ownBook = wireObject({
  owed: ['owed', money],
  inCashAccounts: ['in_cash_accounts', money],
  onItsWay: ['on_its_way', money],
  feesEarned: ['fees_earned', money],
  balance: ['balance', money],
  syndicateCount: ['syndicates', z.int()],
});

const event = wireObject({
  sequence: ['sequence', id],
  at: ['at', moment],
  who: ['who', z.nullable(z.string())],
  words: ['words', z.string()],
});

const item = wireObject({
  itemId: ['item_id', z.string()],
  what: ['what', z.string()],
  detail: ['detail', z.string()],
  since: ['since', moment],
  dueAt: ['due_at', z.nullable(moment)],
  /** The page of the desk on which it is dealt with; null where that is done on the board. */
  address: ['address', z.nullable(z.string())],
});

const READS = { method: 'GET', access: 'staff', needs: ['view-desk'] } as const;

const changeOfJob = {
  method: 'POST',
  access: 'staff',
  needs: ['view-desk', 'change-settings'],
  params: wireObject({ jobId: ['job_id', pathId] }),
  isRepeatable: true,
  /** Not done where the tenant has no such job that was given up: somebody else was quicker. */
  response: done,
} as const;

/** The first page of the desk: what happened today and what waits. */
export const deskBoardContract = {
  board: endpoint({
    ...READS,
    path: '/api/desk/v1/board',
    summary: 'What the day has brought, what waits with its age, and the book of the funder.',
    response: wireObject({
      day: ['day', date],
      file: ['file', z.nullable(postedFile)],
      /** When the file of a day usually comes: the minutes since midnight in New York. */
      usualMinute: ['usual_minute', z.nullable(z.int())],
      check: ['check', z.nullable(lastCheck)],
      reports: ['reports', z.nullable(sentReports)],
      nextPayout: ['next_payout', z.nullable(nextPayout)],
      /** The first payout run that waits for its approval or its bank file. */
      waitingRun: ['waiting_run', z.nullable(waitingRun)],
      queues: ['queues', z.array(queue)],
      book: ['book', ownBook],
      /** Null for those who may not read the audit trail. */
      happened: ['happened', z.nullable(z.array(event))],
    }),
  }),

  queue: endpoint({
    ...READS,
    path: '/api/desk/v1/board/queues/:queue',
    summary:
      'The ten things of a queue that have waited for the longest time, with the page on which each is dealt with.',
    params: wireObject({ name: ['queue', queueName] }),
    response: wireObject({ items: ['items', z.array(item)] }),
  }),

  health: endpoint({
    ...READS,
    path: '/api/desk/v1/health',
    opensTransactions: true,
    summary: 'Whether the parts of the portal work, and how old the last backup is.',
    response: wireObject({
      parts: ['parts', z.array(wireObject({ name: ['name', z.string()], isUp: ['is_up', z.boolean()] }))],
      backupAt: ['backup_at', z.nullable(moment)],
      certificateEndsAt: ['certificate_ends_at', z.nullable(moment)],
      version: ['version', z.string()],
    }),
  }),

  retryJob: endpoint({
    ...changeOfJob,
    path: '/api/desk/v1/jobs/:job_id/retry',
    records: ['job retried'],
    summary: 'Has a job that was given up done again at once.',
  }),

  dropJob: endpoint({
    ...changeOfJob,
    path: '/api/desk/v1/jobs/:job_id/drop',
    records: ['job dropped'],
    summary: 'Takes a job that was given up out of the queue, undone.',
  }),
};
