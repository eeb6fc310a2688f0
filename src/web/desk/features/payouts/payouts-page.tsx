import { Button } from '@mantine/core';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { type CalendarDate, formatDate } from '../../../../shared/domain/calendar-date.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf, groupedCount } from '../../../ui/figure/count.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import { useMay } from '../../desk-user.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import { NoticesCard } from './notices-card.tsx';
import { OriginatorCard } from './originator-card.tsx';
import { type DuePayDate, type ListedRun, usePayouts } from './payouts.api.ts';
import { ReturnFileCard } from './return-file-card.tsx';
import { RunChip } from './run-words.tsx';

const COLUMNS: readonly Column<ListedRun>[] = [
  { name: 'State', value: ({ state, isRefused }) => <RunChip state={state} isRefused={isRefused} /> },
  { name: 'Syndicates', kind: 'number', value: ({ syndicateCount }) => groupedCount(syndicateCount) },
  { name: 'Net pay', kind: 'number', value: ({ ledger }) => <MoneyText amount={ledger} /> },
  {
    name: 'To the bank',
    kind: 'number',
    value: ({ inFile, state }) => (state === 'draft' ? null : <MoneyText amount={inFile} />),
  },
  {
    name: 'Returned',
    kind: 'number',
    value: ({ returnedCount }) => (returnedCount === 0 ? null : groupedCount(returnedCount)),
  },
];

/** The runs by pay date, and the pay dates that wait for one. */
export function PayoutsPage() {
  usePageTitle('Payouts', 'Desk');
  const payouts = usePayouts();
  const { data } = payouts;
  const failure = (what: string) => (
    <CardFailure
      what={what}
      error={payouts.error}
      isRetrying={payouts.isFetching}
      onRetry={() => payouts.refetch()}
    />
  );
  return (
    <>
      <PageHeader
        title="Payouts"
        caption="What investors are paid: prepared by one person, approved by another, sent to the bank as a file"
      />
      <div className={parts['stack']}>
        {payouts.isError && !data ? (
          <HeadedCard title="Payout runs">{failure('The payout runs')}</HeadedCard>
        ) : (
          <>
            <ApprovalsCard isOfPage />
            <DueCard due={data?.due} />
            <HeadedCard title="Payout runs" about="Newest pay date first" isPending={payouts.isPending}>
              {data?.runs.length === 0 ? (
                <NothingInCard title="There are no runs yet">
                  Pay dates before the first run count as paid outside the portal.
                </NothingInCard>
              ) : (
                <DeskTable
                  label="Payout runs"
                  first="Pay date"
                  columns={COLUMNS}
                  rows={data?.runs}
                  keyOf={({ id }) => id.toString()}
                  nameOf={({ payDate }) => formatDate(payDate)}
                  below={({ preparedBy, approvedBy }) =>
                    `prepared by ${preparedBy}${approvedBy === null ? '' : `, approved by ${approvedBy}`}`
                  }
                  page="payoutRun"
                  target={({ id }) => ({ params: { runId: id } })}
                />
              )}
            </HeadedCard>
            <ReturnFileCard />
            <NoticesCard />
            <OriginatorCard originator={data?.originator} />
          </>
        )}
      </div>
    </>
  );
}

function dueInWords({ payDate, preparedFrom, movesOn }: DuePayDate): string {
  return movesOn > payDate
    ? `not prepared by ${formatDate(preparedFrom)}; the money moves ${formatDate(movesOn)}`
    : `prepare by ${formatDate(preparedFrom)}`;
}

function DueCard({ due }: { due: readonly DuePayDate[] | undefined }) {
  const mayPrepare = useMay('prepare-payouts');
  const send = useChange();
  const navigate = useDeskNavigate();
  const action = useAction(flashFailure);
  const prepare = (payDate: CalendarDate) =>
    action.run(async () => {
      const { runId } = await send(deskPayoutsContract.prepare, { body: { payDate } });
      navigate(deskAddress('payoutRun', { params: { runId } }));
    });
  const columns: readonly Column<DuePayDate>[] = [
    {
      name: 'State',
      value: ({ payDate, movesOn }) => (movesOn > payDate ? <Chip tone="bad">Late</Chip> : null),
    },
    { name: 'Syndicates', kind: 'number', value: ({ syndicateCount }) => groupedCount(syndicateCount) },
    { name: 'Net pay so far', kind: 'number', value: ({ netPay }) => <MoneyText amount={netPay} /> },
    {
      name: 'Run',
      kind: 'action',
      value: ({ payDate, isPreparable, preparedFrom }) =>
        isPreparable && mayPrepare ? (
          <Button size="compact-sm" loading={action.isPending} onClick={() => prepare(payDate)}>
            Prepare the run
          </Button>
        ) : (
          <span className={parts['quiet']}>
            {isPreparable ? 'Can be prepared' : `From ${formatDate(preparedFrom)} on`}
          </span>
        ),
    },
  ];
  return (
    <HeadedCard
      title="Due next"
      about={due && due.length > 0 ? countOf(due.length, 'pay date') : undefined}
      isPending={due === undefined}
    >
      {due?.length === 0 ? (
        <NothingInCard title="Nothing is due that has no run yet">
          What is posted for a later pay date appears here.
        </NothingInCard>
      ) : (
        <DeskTable
          label="Pay dates without a run"
          first="Pay date"
          columns={columns}
          rows={due}
          keyOf={({ payDate }) => payDate}
          nameOf={({ payDate }) => formatDate(payDate)}
          below={dueInWords}
          page="payouts"
          target={() => null}
        />
      )}
    </HeadedCard>
  );
}
