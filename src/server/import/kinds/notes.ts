import * as z from 'zod';
import { cleanHtml } from '../../platform/rich-text/clean-html.ts';
import { isTooFormatted } from '../../platform/rich-text/markup-limits.ts';
import { externalId, flag, moment, oneOf, reference, text } from '../columns.ts';
import { tableKind } from './table-kind.ts';

const KINDS = ['Offer', 'Activity', 'Collection', 'Ready2Fund'] as const;

export const notes = tableKind({
  name: 'notes',
  about: 'Notes about deals. HTML is cleaned in the same way as in the portal’s editor.',
  table: 'dealNotes',
  storedAs: { body: 'bodyHtml', written_at: 'createdAt' },
  schema: z.object({
    external_id: externalId(),
    deal: reference('deals'),
    kind: oneOf(KINDS),
    body: text(60_000)
      .refine((body) => Buffer.byteLength(body) <= 65_536, 'is longer than 64 kB')
      .refine(
        (body) => !isTooFormatted(body),
        'has more than 5,000 tags, or more than 100 inside each other',
      ),
    author_name: text(200),
    author_role: text(100).nullish(),
    is_pinned: flag().nullish(),
    written_at: moment(),
  }),
  describe: {
    external_id: 'your id of the note',
    deal: '`external_id` of the deal',
    kind: `one of ${KINDS.join(', ')}`,
    body: 'text, or simple HTML; up to 60,000 characters',
    author_name: 'who wrote it',
    author_role: 'the author’s role',
    is_pinned: '`true`: stays on top; `false` if empty',
    written_at: 'date and time with its offset, such as `2026-10-02T14:05:00Z`',
  },
  examples: [
    {
      external_id: 'N-1',
      deal: 'D-1',
      kind: 'Activity',
      body: '<p>Welcome call done, first debit on the 2nd.</p>',
      author_name: 'Priya Shah',
      author_role: 'Servicing',
      written_at: '2026-10-01T14:05:00Z',
    },
  ],
  values: ({ idOf }, row) => ({
    dealId: idOf(row.deal),
    kind: row.kind,
    bodyHtml: cleanHtml(row.body),
    authorName: row.author_name,
    authorRole: row.author_role ?? null,
    isPinned: row.is_pinned ?? false,
    createdAt: row.written_at,
  }),
});
