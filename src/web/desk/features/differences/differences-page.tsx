import { Button } from '@mantine/core';
import { IconChevronLeft, IconRefresh } from '@tabler/icons-react';
import { deskDifferencesContract } from '../../../../shared/contract/desk-differences.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DeskLink } from '../../desk-link.tsx';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import { type Differences, useDifferences } from './differences.api.ts';
import { DifferencesTable } from './differences-table.tsx';
import { StoppedCard } from './stopped-card.tsx';
import { SumsCard } from './sums-card.tsx';

/** Where the book does not reconcile, whom it concerns, and what stands still until it does. */
export function DifferencesPage() {
  usePageTitle('Differences', 'Desk');
  const differences = useDifferences();
  const { data } = differences;
  return (
    <>
      <DeskLink page="board" className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Board
      </DeskLink>
      <PageHeader
        title="Differences"
        marks={data && <StateChip data={data} />}
        caption={data ? captionOf(data) : <Skeleton characters={44} />}
        action={
          <CheckAgain isChecking={data?.isChecking ?? false} isOff={(data?.differenceCount ?? 0) === 0} />
        }
      />
      <div className={parts['stack']}>
        {differences.isError && !data ? (
          <HeadedCard title="Differences">
            <CardFailure
              what="The differences"
              error={differences.error}
              isRetrying={differences.isFetching}
              onRetry={() => differences.refetch()}
            />
          </HeadedCard>
        ) : data?.differenceCount === 0 ? (
          <HeadedCard title="Differences">
            <NothingInCard title={data.comparedAt === null ? 'Not reconciled yet' : 'Reconciled to the cent'}>
              {data.comparedAt === null
                ? 'The book is compared with itself every night.'
                : 'Payments, payout lines, totals, cash accounts and exports agree.'}
            </NothingInCard>
          </HeadedCard>
        ) : (
          <>
            <SumsCard data={data} />
            <DifferencesTable data={data} />
            <StoppedCard data={data} />
          </>
        )}
      </div>
    </>
  );
}

function StateChip({ data: { isChecking, differenceCount, comparedAt } }: { data: Differences }) {
  if (isChecking) return <Chip tone="watch">Checking</Chip>;
  if (differenceCount > 0) return <Chip tone="bad">Not reconciled</Chip>;
  return comparedAt === null ? null : <Chip tone="good">Reconciled</Chip>;
}

function captionOf({ comparedAt, lineCount, agreedAt }: Differences): string {
  if (comparedAt === null) return 'Every night, the book is compared with itself';
  const agreed = agreedAt === null ? '' : ` · last reconciled ${formatMoment(agreedAt)}`;
  return `Checked ${formatMoment(comparedAt)} · ${countOf(lineCount, 'line')}${agreed}`;
}

function CheckAgain({ isChecking, isOff }: { isChecking: boolean; isOff: boolean }) {
  const send = useChange();
  const action = useAction(flashFailure);
  const check = () => action.run(async () => void (await send(deskDifferencesContract.checkAgain, {})));
  return (
    <Button
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
      loading={action.isPending || isChecking}
      disabled={isOff}
      onClick={check}
    >
      Check again
    </Button>
  );
}
