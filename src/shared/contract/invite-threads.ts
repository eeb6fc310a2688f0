import * as z from 'zod/mini';
import { CASE_STATES } from '../domain/request-cases.ts';
import { wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { announcedFile, caseFile, fileToUpload, ofFile, threadEntry } from './threads.ts';

const thread = wireObject({
  /** Null while nothing was written that asks for an answer. */
  state: ['state', z.nullable(z.enum(CASE_STATES))],
  entries: ['entries', z.array(threadEntry)],
});

const publicId = z.string().check(z.maxLength(100));
const ofInvite = wireObject({ publicId: ['unique_id', publicId] });
const ofFileOfInvite = wireObject({ publicId: ['unique_id', publicId], fileId: ofFile });

/** What was written about an invite, and the files that go with it. Separate from the invites, so that only the page with the thread loads it. */
export const inviteThreadsContract = {
  thread: endpoint({
    method: 'GET',
    path: '/api/invites/:unique_id/thread',
    access: 'investor',
    summary:
      'What was written about an invite of the caller’s own syndicate, by both sides, and what became of it.',
    params: ofInvite,
    response: thread,
  }),

  announceFile: endpoint({
    method: 'POST',
    path: '/api/invites/:unique_id/files',
    access: 'investor',
    opensTransactions: true,
    refusals: ['file_too_large', 'too_many_files'],
    summary: 'Announces a file that is to go with a message, and returns where to upload its bytes.',
    params: ofInvite,
    body: announcedFile,
    response: fileToUpload,
  }),

  fileUploaded: endpoint({
    method: 'POST',
    path: '/api/invites/:unique_id/files/:file_id/uploaded',
    access: 'investor',
    isRepeatable: true,
    opensTransactions: true,
    refusals: ['file_not_uploaded'],
    summary:
      'Reports that the bytes of a file are uploaded, which starts its checks, and says how far they are.',
    params: ofFileOfInvite,
    response: caseFile,
  }),

  fetchFile: endpoint({
    method: 'GET',
    path: '/api/invites/:unique_id/files/:file_id',
    access: 'investor',
    downloads: 'stored file',
    recordsUse: 'request file fetched',
    summary: 'A file of the thread of an invite of the caller’s own syndicate.',
    params: ofFileOfInvite,
    response: z.void(),
  }),
};
