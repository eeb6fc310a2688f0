import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { deskReturnsContract } from '../../../../shared/contract/desk-returns.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useDeskPath } from '../../desk-address.ts';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { useApprovals } from '../../ui/approvals.api.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import { FootBar } from '../../ui/foot-bar.tsx';
import { PageFailure } from '../../ui/page-failure.tsx';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import { AfterEntering } from './after-entering.tsx';
import { type ReturnFile, useReturnFile } from './payouts.api.ts';
import classes from './payouts.module.css';
import { ReturnChip } from './return-chip.tsx';
import { ReturnEntries } from './return-entries.tsx';
import { useReturnUpload } from './return-file-card.tsx';

/** What a return file says, compared with the entries that went out, before any of it counts. */
export function ReturnFilePage() {
  const { fileId = '0' } = useParams({ strict: false }) as { fileId?: string };
  const query = useReturnFile(/^\d{1,15}$/.test(fileId) ? BigInt(fileId) : 0n);
  const { data: file } = query;
  const mayPrepare = useMay('prepare-payouts');
  const upload = useReturnUpload('Choose another file');
  usePageTitle(file ? file.name : 'Return file', 'Desk');
  return (
    <>
      <DeskLink page="payouts" className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Payouts
      </DeskLink>
      {query.isError && !file ? (
        <PageFailure
          what="return file"
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      ) : (
        <>
          <PageHeader
            {...(file && { title: file.source === 'typed' ? 'Typed return' : 'Return file' })}
            marks={file && <ReturnChip state={file.state} />}
            caption={file ? captionOf(file) : <Skeleton characters={44} />}
            action={mayPrepare && file?.source === 'file' && upload.button}
          />
          {upload.failure}
          <div className={parts['stack']}>
            <ApprovalsCard isOfPage />
            <div className={classes['columns']}>
              <div className={classes['main']}>
                <ReturnEntries file={file} />
              </div>
              <div className={classes['side']}>
                <AfterEntering file={file} />
              </div>
            </div>
            {file?.state === 'read' && mayPrepare && <Enter file={file} />}
          </div>
        </>
      )}
    </>
  );
}

function captionOf({
  source,
  name,
  bankName,
  reason,
  readAt,
  readByName,
  state,
  ...file
}: ReturnFile): string {
  const from = source === 'typed' ? `“${reason}”` : `${name}${bankName && ` from ${bankName}`}`;
  const how = `${source === 'typed' ? 'typed in' : 'uploaded'} ${formatMoment(readAt)} by ${readByName}`;
  const settled = file.settledAt && `${state} ${formatMoment(file.settledAt)} by ${file.settledByName}`;
  return [from, how, settled].filter(Boolean).join(' · ');
}

function Enter({ file }: { file: ReturnFile }) {
  const { id: fileId, entries, seen, secondPerson, deciders } = file;
  const { returnCount, noticeCount, amount } = seen;
  const send = useChange();
  const action = useAction(flashFailure);
  const path = useDeskPath();
  const isAsked = useApprovals().data?.approvals.some(({ address }) => address === path) ?? false;
  const what = whatOf(seen);
  const enter = () =>
    action.run(async () => {
      if (secondPerson === null) {
        await send(deskReturnsContract.enter, { params: { fileId }, body: seen });
        flash(`${what} entered`);
      } else {
        await send(deskReturnsContract.askToEnter, { params: { fileId }, body: seen });
        flash(`Approval requested${deciders[0] ? `. ${deciders[0]} can approve` : ''}`);
      }
    });
  const discard = () =>
    action.run(async () => {
      await send(deskReturnsContract.discard, { params: { fileId } });
      flash('File discarded');
    });
  return (
    <FootBar
      what={`${returnCount + noticeCount} of ${countOf(entries.length, 'entry', 'entries')}, ${formatMoney(amount)}`}
      remark={isAsked ? 'Pending approval. Nothing is entered yet.' : 'Nothing is entered yet.'}
      isWaiting={isAsked}
    >
      <div className={parts['actions']}>
        <Button variant="default" disabled={action.isPending} onClick={discard}>
          Discard file
        </Button>
        {what !== '' && !isAsked && (
          <Button loading={action.isPending} onClick={enter}>
            {secondPerson === null ? 'Enter' : 'Request approval for'} {what}
            {secondPerson === null && returnCount > 0 && `, ${formatMoney(amount)}`}
          </Button>
        )}
      </div>
    </FootBar>
  );
}

/** '3 returns', '1 notification', or nothing. */
const whatOf = ({ returnCount, noticeCount }: ReturnFile['seen']): string =>
  [
    returnCount > 0 && countOf(returnCount, 'return'),
    returnCount === 0 && noticeCount > 0 && countOf(noticeCount, 'notification'),
  ]
    .filter((part) => part !== false)
    .join('');
