import * as z from 'zod/mini';
import { id, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';

const choice = z.codec(z.enum(['true', 'false']), z.boolean(), {
  decode: (text) => text === 'true',
  encode: (value) => (value ? 'true' : 'false'),
});

/** Which line of the file it is, and what it says. */
const lineOfFile = {
  line: ['line', z.int()],
  reference: ['reference', z.string()],
  mid: ['mid', z.string()],
  amount: ['amount', money],
  date: ['date', date],
} as const;

/** Calls that do what a funder's accounting does each day. */
export const operatorPostingContract = {
  postDay: endpoint({
    method: 'POST',
    path: '/api/operator/v1/postings',
    access: 'service token',
    scope: 'post',
    takes: 'rows',
    records: ['payments posted'],
    summary:
      'Posts a file with the payments of a day: text/csv, 64 MB at most. The same file again posts nothing twice, and goes on where it was broken off. A debit that resembles another one is held; `confirm` posts those of some references, separated by commas, or `all`. With `dry_run=true` nothing is posted.',
    refusals: ['complete_through_to_come', 'not_rows', 'posting_running', 'import_too_large', 'server_busy'],
    query: wireObject({
      isDryRun: ['dry_run', z.optional(choice)],
      /** The day through which everything is posted with this file; its latest date unless it is given. */
      completeThrough: ['complete_through', z.optional(date)],
      confirm: ['confirm', z.optional(z.string().check(z.regex(/[^\s,]/), z.maxLength(10_000)))],
    }),
    response: wireObject({
      /** The run that posted the file. Of a dry run, the one that had posted it before. */
      runId: ['run_id', z.nullable(id)],
      isDryRun: ['dry_run', z.boolean()],
      /** `nothing`: a line is invalid, and none was posted. `some`: lines were refused or held. */
      applied: ['applied', z.enum(['nothing', 'some', 'all'])],
      wasPosted: ['posted_before', z.boolean()],
      /** Null of a file without entries that says nothing. */
      completeThrough: ['complete_through', z.nullable(date)],
      entryCount: ['entries', z.int()],
      counts: [
        'counts',
        wireObject({
          posted: ['posted', z.int()],
          reversed: ['reversed', z.int()],
          returned: ['returned', z.int()],
          known: ['already_posted', z.int()],
          refused: ['refused', z.int()],
          held: ['held', z.int()],
        }),
      ],
      /** What the lines of the file add up to, to compare with the sender's own totals. */
      sums: ['sums', wireObject({ cleared: ['cleared', money], returned: ['returned', money] })],
      refused: [
        'refused',
        z.array(
          wireObject({
            ...lineOfFile,
            code: ['code', z.string()],
            message: ['message', z.string()],
          }),
        ),
      ],
      /** Debits that were not posted, because they resemble another one: the same deal, day and amount under another reference. */
      held: [
        'held',
        z.array(
          wireObject({
            ...lineOfFile,
            resembles: ['resembles', z.string()],
          }),
        ),
      ],
      /** Of a dry run: what posting would change about each deal. */
      deals: [
        'deals',
        z.array(
          wireObject({
            dealId: ['deal_id', id],
            mid: ['mid', z.string()],
            entryCount: ['entries', z.int()],
            posted: ['posted', money],
            reversed: ['reversed', money],
            collectedBefore: ['collected_before', money],
            collectedAfter: ['collected_after', money],
          }),
        ),
      ],
      problems: [
        'problems',
        z.array(
          wireObject({
            line: ['line', z.int()],
            column: ['column', z.string()],
            reason: ['reason', z.string()],
          }),
        ),
      ],
    }),
  }),
};
