import { useQuery } from '@tanstack/react-query';
import { deskNotesContract } from '../../../../shared/contract/desk-notes.ts';
import { call } from '../../../lib/call.ts';
import { loadSanitizer } from '../../../ui/rich-text/rich-text.tsx';
import { KEY } from './deals.api.ts';

export const useNotes = (dealId: bigint) =>
  useQuery({
    queryKey: [KEY, 'notes', dealId.toString()],
    queryFn: async () => {
      const [sanitize, { notes }] = await Promise.all([
        loadSanitizer(),
        call(deskNotesContract.notes, { params: { dealId } }),
      ]);
      return notes.map(({ bodyHtml, ...note }) => ({ ...note, html: sanitize(bodyHtml) }));
    },
  });

export type Note = NonNullable<ReturnType<typeof useNotes>['data']>[number];
