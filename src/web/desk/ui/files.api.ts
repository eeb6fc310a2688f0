import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deskFilesContract } from '../../../shared/contract/desk-files.ts';
import { call } from '../../lib/call.ts';
import type { FileCalls } from '../../ui/thread/use-attachments.ts';

const ASK_AGAIN_MS = 2000;

const keyOf = (dealId: bigint) => ['desk-deals', 'files', dealId.toString()];

/** A file of the deal, whoever it came from. */
export interface DealFile {
  /** A number for a broker's, and a text for one that staff have added. */
  id: bigint | string | null;
  name: string;
  about: string;
  size: number;
  state: 'checking' | 'clean' | 'refused';
  refusal: string | null;
  cameAt: string;
}

/** Those of brokers, then those that staff have added. What is still being checked is asked for again. */
export const useFiles = (dealId: bigint) =>
  useQuery({
    queryKey: keyOf(dealId),
    queryFn: async (): Promise<DealFile[]> => {
      const { files, deskFiles } = await call(deskFilesContract.filesOfDeal, { params: { dealId } });
      return [
        ...files.map(({ category, sentAt: cameAt, state: _, ...file }) => ({
          ...file,
          about: category ?? 'Without a category',
          state: 'clean' as const,
          cameAt,
        })),
        ...deskFiles.map(({ addedBy, addedAt: cameAt, state, ...file }) => ({
          ...file,
          about: `Added by ${addedBy ?? 'somebody of the staff'}`,
          state: state === 'clean' || state === 'refused' ? state : ('checking' as const),
          cameAt,
        })),
      ];
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'checking') ? ASK_AGAIN_MS : false,
  });

/** How files are added to the deal. Once one is checked, the list is read anew. */
export function useFileCalls(dealId: bigint): FileCalls {
  const queryClient = useQueryClient();
  return {
    announce: (body) => call(deskFilesContract.announceFile, { params: { dealId }, body }),
    uploaded: async (fileId) => {
      const checked = await call(deskFilesContract.fileUploaded, { params: { dealId, fileId } });
      if (checked.state !== 'checking') await queryClient.invalidateQueries({ queryKey: keyOf(dealId) });
      return checked;
    },
  };
}
