import * as z from 'zod/mini';
import { CASE_FILTERS, CASE_STATES } from '../domain/request-cases.ts';
import { givenId, givenIdOrNone, id, pageNumber, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { sentFileIds } from './sent-files.ts';
import { announcedFile, caseFile, fileToUpload, ofFile, threadEntry } from './threads.ts';
import { money, percent } from './value-codecs.ts';

const ofCase = wireObject({ caseId: ['request_id', pathId] });
const ofFileOfCase = wireObject({ caseId: ['request_id', pathId], fileId: ofFile });
const changed = wireObject({ caseId: ['request_id', id] });

/** Room for an answer of the largest size, written as JSON. */
const ANSWER_BODY_BYTES = 256 * 1024;

const heading = {
  id: ['request_id', id],
  state: ['state', z.enum(CASE_STATES)],
  syndicateName: ['syndicate_name', z.string()],
  dealName: ['deal_name', z.string()],
  mid: ['contract_MID', z.string()],
  ownerId: ['owner_id', z.nullable(id)],
  ownerName: ['owner', z.nullable(z.string())],
  waitingSince: ['waiting_since', z.iso.datetime()],
  /** Until when an answer is promised; null where nothing waits or nothing is promised. */
  dueAt: ['due_at', z.nullable(z.iso.datetime())],
  changedAt: ['changed_at', z.iso.datetime()],
} as const;

const listed = wireObject({
  ...heading,
  /** How the investor's last message begins. */
  lastWords: ['last_words', z.string()],
});

const opened = wireObject({
  ...heading,
  /** How many messages of the investor there are. Whoever answers sends it back, so that none is passed over. */
  heardCount: ['heard', z.int()],
  syndicateId: ['syndicate_id', id],
  dealStatus: ['deal_status', z.string()],
  offerAmount: ['lender_offer_amount', money],
  offeredSharePercent: ['offered_percent', z.nullable(percent)],
  maxSharePercent: ['participation_percent', percent],
  acceptedSharePercent: ['accepted_percent', z.nullable(percent)],
  acceptedAmount: ['accepted_amount', z.nullable(money)],
  capPercent: ['cap_percent', percent],
  leftPercent: ['remaining_percent', percent],
  isOpen: ['is_open', z.boolean()],
  entries: ['entries', z.array(threadEntry)],
  /** Who of the staff can take it, by name. */
  owners: ['owners', z.array(wireObject({ userId: ['user_id', id], name: ['name', z.string()] }))],
});

const CHANGES = {
  method: 'POST',
  access: 'staff',
  needs: ['view-desk', 'answer-requests'],
  isRepeatable: true,
  params: ofCase,
  response: changed,
} as const;

const heard = ['heard', z.int().check(z.nonnegative())] as const;

/** What investors have written about their invites, as cases that somebody deals with. */
export const deskRequestsContract = {
  requests: endpoint({
    method: 'GET',
    path: '/api/desk/v1/requests',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The requests of investors: those that wait by age, the others by their last change.',
    query: wireObject({
      filter: ['filter', z.optional(z.enum(CASE_FILTERS))],
      page: ['page', z.optional(pageNumber)],
    }),
    response: wireObject({
      requests: ['requests', z.array(listed)],
      count: ['count', z.int()],
      pageLength: ['page_length', z.int()],
      counts: [
        'counts',
        wireObject({
          open: ['open', z.int()],
          mine: ['mine', z.int()],
          unowned: ['unowned', z.int()],
          answered: ['answered', z.int()],
        }),
      ],
      /** `same day`, or the number of hours; null where nothing is promised. */
      promise: ['promise', z.nullable(z.union([z.literal('same day'), z.int()]))],
    }),
  }),

  request: endpoint({
    method: 'GET',
    path: '/api/desk/v1/requests/:request_id',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'A request with what was written and done about it, and the facts of its invite.',
    params: ofCase,
    response: opened,
  }),

  take: endpoint({
    ...CHANGES,
    path: '/api/desk/v1/requests/:request_id/take',
    records: ['request taken'],
    refusals: ['request_taken'],
    summary:
      'Makes the caller its owner. It names the owner that the caller saw, so of two at once one is refused.',
    body: wireObject({ seenOwnerId: ['owner_id', givenIdOrNone] }),
  }),

  handOver: endpoint({
    ...CHANGES,
    path: '/api/desk/v1/requests/:request_id/hand_over',
    records: ['request handed over'],
    refusals: ['request_taken', 'request_owner_unfit'],
    summary: 'Makes somebody else of the staff its owner, who may answer requests.',
    body: wireObject({
      seenOwnerId: ['owner_id', givenIdOrNone],
      newOwnerId: ['new_owner_id', givenId],
    }),
  }),

  answer: endpoint({
    ...CHANGES,
    path: '/api/desk/v1/requests/:request_id/answer',
    records: ['request answered', 'request taken', 'request closed'],
    refusals: [
      'message_missing',
      'message_too_long',
      'message_too_formatted',
      'request_has_news',
      'file_not_ready',
      'file_refused',
    ],
    summary:
      'Answers the investor, who is told by mail, and closes the request if asked to. The same words again within ten minutes change nothing.',
    maxBodyBytes: ANSWER_BODY_BYTES,
    body: wireObject({
      messageHtml: ['message', z.string()],
      isDone: ['is_done', z.boolean()],
      heardCount: heard,
      fileIds: sentFileIds,
    }),
  }),

  announceFile: endpoint({
    method: 'POST',
    path: '/api/desk/v1/requests/:request_id/files',
    access: 'staff',
    needs: ['view-desk', 'answer-requests'],
    opensTransactions: true,
    refusals: ['file_too_large', 'too_many_files'],
    summary: 'Announces a file that is to go with an answer, and returns where to upload its bytes.',
    params: ofCase,
    body: announcedFile,
    response: fileToUpload,
  }),

  fileUploaded: endpoint({
    method: 'POST',
    path: '/api/desk/v1/requests/:request_id/files/:file_id/uploaded',
    access: 'staff',
    needs: ['view-desk', 'answer-requests'],
    isRepeatable: true,
    opensTransactions: true,
    refusals: ['file_not_uploaded'],
    summary:
      'Reports that the bytes of a file are uploaded, which starts its checks, and says how far they are.',
    params: ofFileOfCase,
    response: caseFile,
  }),

  fetchFile: endpoint({
    method: 'GET',
    path: '/api/desk/v1/requests/:request_id/files/:file_id',
    access: 'staff',
    needs: ['view-desk'],
    downloads: 'stored file',
    recordsUse: 'request file fetched',
    summary: 'A file of the thread of a request.',
    params: ofFileOfCase,
    response: z.void(),
  }),

  close: endpoint({
    ...CHANGES,
    path: '/api/desk/v1/requests/:request_id/close',
    records: ['request closed'],
    refusals: ['request_has_news'],
    summary: 'Closes a request without another answer. What the investor writes opens it again.',
    body: wireObject({ heardCount: heard }),
  }),

  reopen: endpoint({
    ...CHANGES,
    path: '/api/desk/v1/requests/:request_id/reopen',
    records: ['request reopened'],
    summary: 'Opens a request again that was answered or closed.',
  }),
};
