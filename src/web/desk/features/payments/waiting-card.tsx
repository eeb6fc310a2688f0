import { useState } from 'react';
import { deskPaymentsContract } from '../../../../shared/contract/desk-posting.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { flash } from '../../../ui/message/flash.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useWaitingLines, type WaitingLine } from './payments.api.ts';
import classes from './post-day.module.css';

const COLUMNS: readonly Column<WaitingLine>[] = [
  { name: 'Date', kind: 'day', value: ({ date }) => date && formatDate(date) },
  { name: 'MID', kind: 'day', value: ({ mid }) => mid },
  { name: 'Amount', kind: 'number', value: ({ amount }) => amount !== null && <MoneyText amount={amount} /> },
  { name: 'Why', value: ({ why }) => why },
];

/** Lines that were refused, held or left out, each with the way to settle it. */
export function WaitingCard() {
  const lines = useWaitingLines();
  const mayPost = useMay('post-payments');
  const rows = lines.data?.lines;
  const columns: readonly Column<WaitingLine>[] = mayPost
    ? [...COLUMNS, { name: 'What to do', kind: 'action', value: (line) => <Settle line={line} /> }]
    : COLUMNS;
  return (
    <HeadedCard
      title="Lines that wait"
      about={rows && countOf(rows.length, 'line')}
      isPending={lines.isPending}
    >
      {lines.isError && !rows ? (
        <CardFailure
          what="The lines"
          error={lines.error}
          isRetrying={lines.isFetching}
          onRetry={() => lines.refetch()}
        />
      ) : rows?.length === 0 ? (
        <NothingInCard title="No line waits">
          Lines of the last 14 days that were not posted are listed here.
        </NothingInCard>
      ) : (
        <DeskTable
          label="Lines that wait"
          first="Line"
          columns={columns}
          rows={rows}
          keyOf={({ runId, line }) => `${runId} ${line}`}
          nameOf={({ line, fileName }) => `Line ${line} of ${fileName || 'a file without a name'}`}
          below={({ reference }) => reference}
          page="payments"
          target={() => null}
        />
      )}
    </HeadedCard>
  );
}

function Settle({ line }: { line: WaitingLine }) {
  const change = useChange();
  const [isDropping, setIsDropping] = useState(false);
  const [isSuspected, setIsSuspected] = useState(false);
  const { isPending, run } = useAction((error) => {
    if (error instanceof ApiError && error.code === 'payment_suspected') setIsSuspected(true);
    flash(messageOf(error), { tone: 'bad', seconds: 4 });
  });
  const params = { runId: line.runId, line: line.line };
  const post = () =>
    run(async () => {
      const body = { mid: undefined, isPostedToo: isSuspected };
      await change(deskPaymentsContract.postLine, { params, body });
      flash('The line is posted.');
    });
  return (
    <span className={classes['fixes']}>
      {line.canPost && (
        <TextButton disabled={isPending} onClick={post}>
          {isSuspected ? 'Post it too' : 'Post'}
        </TextButton>
      )}
      <TextButton onClick={() => setIsDropping(true)}>Drop</TextButton>
      {isDropping && (
        <ReasonDialog
          title="Drop the line"
          lead="It is never posted, and leaves the queue."
          description="Say why nothing is missing without it."
          needed="Please say why."
          askLabel="Drop it"
          onAsk={async (reason) => {
            await change(deskPaymentsContract.dropLine, { params, body: { reason } });
            setIsDropping(false);
          }}
          onClose={() => setIsDropping(false)}
        />
      )}
    </span>
  );
}
