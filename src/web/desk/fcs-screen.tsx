import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { deskFcsContract } from '../../shared/contract/desk-fcs.ts';
import { type ReadSheet, ReadSheetContext } from '../features/fcs/fcs.api.ts';
import { PrintSheet, SheetParts } from '../features/fcs/sheet-parts.tsx';
import { call } from '../lib/call.ts';
import { download } from '../lib/download.ts';
import { usePageTitle } from '../page/use-page-title.ts';
import { ErrorState } from '../ui/message/error-state.tsx';
import { flash } from '../ui/message/flash.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DeskLink } from './desk-link.tsx';
import classes from './ui/page-parts.module.css';

const useSheet = (dealId: bigint) =>
  useQuery({
    queryKey: ['desk-fcs', dealId.toString()],
    queryFn: () => call(deskFcsContract.sheet, { params: { dealId } }),
  });

/** The file control sheet of a deal, with the parts of the investors' page. It is read by one call, which is recorded. */
export function FcsScreen() {
  const { dealId: asked = '0' } = useParams({ strict: false }) as { dealId?: string };
  const dealId = /^\d{1,15}$/.test(asked) ? BigInt(asked) : 0n;
  const sheet = useSheet(dealId);
  const { data } = sheet;
  const read = useMemo(() => (data ? readSheet(dealId, data) : null), [dealId, data]);
  usePageTitle(data ? `FCS of ${data.deal.name}` : 'File control sheet', 'Desk');
  return (
    <>
      <DeskLink page="deal" params={{ dealId }} className={classes['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        {data?.deal.name ?? 'Deal'}
      </DeskLink>
      {sheet.isError && !data ? (
        <ErrorState
          title="The file control sheet did not load"
          error={sheet.error}
          onRetry={() => sheet.refetch()}
          isRetrying={sheet.isFetching}
        />
      ) : (
        <ReadSheetContext value={read}>
          <PageHeader
            {...(data && { title: data.deal.name })}
            caption={data ? `File control sheet · MID ${data.deal.mid}` : <Skeleton characters={28} />}
            action={<PrintSheet />}
          />
          <SheetParts deal={data?.deal} />
        </ReadSheetContext>
      )}
    </>
  );
}

type Sheet = NonNullable<ReturnType<typeof useSheet>['data']>;

function readSheet(dealId: bigint, sheet: Sheet): ReadSheet {
  const { company, addresses, owners, accounts, months, averages, advances } = sheet;
  return {
    quickFacts: { company, addresses, owners },
    statements: { accounts, months },
    averages,
    advances,
    offer: sheet.acceptedOffers[0] ?? null,
    async openStatement(fileId) {
      const { signal } = new AbortController();
      const input = { params: { dealId, fileId } };
      await download(deskFcsContract.statement, input, { signal, onProgress: () => undefined });
      flash('The statement is saved');
    },
  };
}
