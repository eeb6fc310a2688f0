import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatFileSize } from '../../../../shared/domain/offer-files.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { deskAddress, useDeskNavigate, useDeskSearch } from '../../desk-address.ts';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import parts from '../../ui/page-parts.module.css';
import { useReadAgain } from '../../ui/use-change.ts';
import { CheckedSheet } from './checked-sheet.tsx';
import { ColumnsCard } from './columns-card.tsx';
import { DaySteps } from './day-steps.tsx';
import { DropCard } from './drop-card.tsx';
import { MappedColumns } from './mapped-columns.tsx';
import { isAtWork, type Sheet, useSheet } from './payments.api.ts';
import classes from './post-day.module.css';

const FILE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Posts a day's payments from the file of the bank or the processor: file, columns, check, posted. */
export function PostDayPage() {
  usePageTitle('Post the day', 'Desk');
  const file = String(useDeskSearch()['file'] ?? '');
  const mayPost = useMay('post-payments');
  return (
    <>
      <DeskLink page="payments" className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Payments
      </DeskLink>
      {!mayPost ? (
        <PageHeader
          title="Post the day"
          caption="Posting payments needs a permission that you do not have."
        />
      ) : FILE.test(file) ? (
        <OpenedSheet key={file} fileId={file} />
      ) : (
        <>
          <PageHeader title="Post the day" caption="Payments" action={<DaySteps state={null} />} />
          <DropCard />
        </>
      )}
    </>
  );
}

interface OpenedSheetProps {
  fileId: string;
}

function OpenedSheet({ fileId }: OpenedSheetProps) {
  const sheet = useSheet(fileId);
  const navigate = useDeskNavigate();
  const [isMapping, setIsMapping] = useState(false);
  const { data } = sheet;
  const wasPosting = useRef(false);
  const readAgain = useReadAgain();
  const state = data?.state;
  // What a job has posted is on other pages of the desk as well.
  useEffect(() => {
    if (wasPosting.current && state === 'posted') void readAgain();
    wasPosting.current = state === 'posting';
  }, [state, readAgain]);
  if (sheet.isError && !data)
    return (
      <>
        <PageHeader title="Post the day" />
        <ErrorState
          title="This file did not load"
          error={sheet.error}
          onRetry={() => sheet.refetch()}
          isRetrying={sheet.isFetching}
        />
      </>
    );
  const showsColumns = data && (data.state === 'columns' || (isMapping && data.state === 'checked'));
  return (
    <>
      <PageHeader
        title="Post the day"
        caption={data ? aboutFile(data) : <Skeleton characters={40} />}
        action={<DaySteps state={data?.state ?? null} />}
      />
      <div className={parts['stack']}>
        <HeadedCard
          title={data?.fileName ?? 'File'}
          about={data && (data.sourceName === null ? 'unknown columns' : `read as ${data.sourceName}`)}
          isPending={!data}
          aside={
            data && (
              <div className={parts['actions']}>
                {data.state === 'checked' && (
                  <TextButton onClick={() => setIsMapping(!isMapping)}>
                    {isMapping ? 'Back to the lines' : 'Change columns'}
                  </TextButton>
                )}
                {data.state !== 'posting' && (
                  <Button variant="default" onClick={() => navigate(deskAddress('postDay'))}>
                    Choose another file
                  </Button>
                )}
              </div>
            )
          }
        >
          {data ? (
            <>
              <FileState sheet={data} />
              {!showsColumns && <MappedColumns sheet={data} />}
            </>
          ) : (
            <div className={classes['state']}>
              <Skeleton characters={30} />
            </div>
          )}
        </HeadedCard>
        {showsColumns && <ColumnsCard sheet={data} onDone={() => setIsMapping(false)} />}
        {data && !showsColumns && (data.state === 'checked' || data.state === 'posted') && (
          <CheckedSheet sheet={data} />
        )}
      </div>
    </>
  );
}

const aboutFile = ({ size, lineCount, droppedAt, droppedBy }: Sheet): string =>
  `${countOf(lineCount, 'line')}, ${formatFileSize(size)} · dropped ${formatMoment(droppedAt)} by ${droppedBy}`;

const AT_WORK = {
  arriving: 'Checking the file',
  checking: 'Checking the lines',
  posting: 'Posting',
} as const;

function FileState({ sheet }: { sheet: Sheet }) {
  const { state, problem, postedBefore, doneCount, postedAt, postedBy } = sheet;
  const willPost = sheet.counts.find(({ verdict }) => verdict === 'will post');
  const lineCount = state === 'posting' ? (willPost?.lineCount ?? 0) : sheet.lineCount;
  return (
    <div className={classes['state']} role="status">
      {isAtWork(state) && (
        <>
          <p>
            {AT_WORK[state as keyof typeof AT_WORK]}
            {lineCount > 0 && `: ${groupedCount(doneCount)} of ${countOf(lineCount, 'line')}`}
          </p>
          <progress className={classes['progress']} max={Math.max(1, lineCount)} value={doneCount} />
          <p className={classes['quiet']}>You can leave this page; it goes on by itself.</p>
        </>
      )}
      {state === 'unreadable' && <p className={classes['bad']}>{problem}</p>}
      {state === 'columns' && <p>Nobody has said yet what the columns of such a file hold.</p>}
      {state === 'posted' && postedAt && (
        <p className={classes['good']}>
          Posted {formatMoment(postedAt)} by {postedBy}
        </p>
      )}
      {state !== 'posted' && postedBefore && (
        <p className={classes['watch']}>
          Posted {formatMoment(postedBefore.at)} by {postedBefore.by}. Nothing of it is posted twice.
        </p>
      )}
      {state === 'checked' && !postedBefore && (
        <p className={classes['quiet']}>Not posted before, by its content.</p>
      )}
    </div>
  );
}
