import * as z from 'zod/mini';
import { NOTE_KINDS } from '../domain/deal-notes.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const ofDeal = wireObject({ dealId: ['deal_id', pathId] });

const note = wireObject({
  noteId: ['note_id', id],
  kind: ['kind', z.enum(NOTE_KINDS)],
  bodyHtml: ['note', z.string()],
  isPinned: ['is_pinned', z.boolean()],
  /** Whether it is marked as visible to syndicates, which those of kind Collection and Ready2Fund are anyway. */
  isForSyndicates: ['for_syndicates', z.boolean()],
  authorName: ['author', z.string()],
  authorRole: ['author_role', z.nullable(z.string())],
  writtenAt: ['written_at', z.iso.datetime()],
});

/** Room for a note of the largest size, written as JSON. */
const NOTE_BODY_BYTES = 256 * 1024;

/** Notes about deals, at the desk. */
export const deskNotesContract = {
  notes: endpoint({
    method: 'GET',
    path: '/api/desk/v1/deals/:deal_id/notes',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The notes about a deal: pinned ones first, then the newest.',
    refusals: ['not_found'],
    params: ofDeal,
    response: wireObject({ notes: ['notes', z.array(note)] }),
  }),

  writeNote: endpoint({
    method: 'POST',
    path: '/api/desk/v1/deals/:deal_id/notes',
    access: 'staff',
    needs: ['view-desk', 'change-deals'],
    isCommand: true,
    records: ['deal note written'],
    summary:
      'Adds a note about a deal. Syndicates see those of kind Collection and Ready2Fund, and others that are marked for them.',
    refusals: [
      'not_found',
      'message_missing',
      'message_too_long',
      'message_too_formatted',
      'key_used_otherwise',
    ],
    maxBodyBytes: NOTE_BODY_BYTES,
    params: ofDeal,
    body: wireObject({
      kind: ['kind', z.enum(NOTE_KINDS)],
      bodyHtml: ['note', z.string()],
      isPinned: ['is_pinned', z.boolean()],
      isForSyndicates: ['for_syndicates', z.optional(z.boolean())],
    }),
    response: wireObject({ noteId: ['note_id', id] }),
  }),

  pinNote: endpoint({
    method: 'POST',
    path: '/api/desk/v1/notes/:note_id/pin',
    access: 'staff',
    needs: ['view-desk', 'change-deals'],
    isRepeatable: true,
    records: ['deal note pinned'],
    summary: 'Keeps a note on top, or no longer.',
    refusals: ['not_found'],
    params: wireObject({ noteId: ['note_id', pathId] }),
    body: wireObject({ isPinned: ['is_pinned', z.boolean()] }),
    response: wireObject({ noteId: ['note_id', id] }),
  }),
};
