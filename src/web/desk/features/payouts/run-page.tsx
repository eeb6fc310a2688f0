import { Button } from '@mantine/core';
import { IconChevronLeft, IconPrinter } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';
import { BankFileCard } from './bank-file-card.tsx';
import { DecisionCard } from './decision-card.tsx';
import { ItemsCard } from './items-card.tsx';
import { type Run, useRun } from './payouts.api.ts';
import classes from './payouts.module.css';
import { RunSteps } from './run-steps.tsx';
import { RunChip, sizeOf, titleOf } from './run-words.tsx';
import { TotalsCard } from './totals-card.tsx';

/** One run: who is paid what and why not, what the total is made of, and the next step with who can take it. */
export function RunPage() {
  const { runId: asked = '0' } = useParams({ strict: false }) as { runId?: string };
  const runId = /^\d{1,15}$/.test(asked) ? BigInt(asked) : 0n;
  const run = useRun(runId);
  const { data } = run;
  usePageTitle(data ? titleOf(data) : 'Payout run', 'Desk');
  return (
    <>
      <DeskLink page="payouts" className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Payouts
      </DeskLink>
      {run.isError && !data ? (
        <ErrorState
          title="This run did not load"
          error={run.error}
          onRetry={() => run.refetch()}
          isRetrying={run.isFetching}
        />
      ) : (
        <>
          <PageHeader
            {...(data && { title: titleOf(data) })}
            marks={data && <RunChip state={data.state} isRefused={data.refusedAt !== null} />}
            caption={data ? captionOf(data) : <Skeleton characters={44} />}
            action={data && <HeadActions run={data} />}
          />
          <div className={parts['stack']}>
            <ApprovalsCard isOfPage />
            <RunSteps run={data} />
            <div className={classes['columns']}>
              <div className={classes['side']}>
                <DecisionCard run={data} />
                <TotalsCard run={data} />
              </div>
              <div className={classes['main']}>
                <ItemsCard run={data} />
                {data?.items.some(({ kind }) => kind === 'withdrawal') && (
                  <ItemsCard run={data} isOfWithdrawals />
                )}
                <BankFileCard run={data} />
              </div>
            </div>
          </div>
        </>
      )}
    </>
  );
}

const captionOf = ({ items, preparedAt, preparedByName }: Run): string =>
  `${sizeOf(items)} · prepared ${formatMoment(preparedAt)} by ${preparedByName}`;

function HeadActions({ run: { id: runId, state } }: { run: Run }) {
  const mayPrepare = useMay('prepare-payouts');
  const send = useChange();
  const navigate = useDeskNavigate();
  const action = useAction(flashFailure);
  const [isAsked, setIsAsked] = useState(false);
  const discard = () =>
    action.run(async () => {
      await send(deskPayoutsContract.discard, { params: { runId } });
      flash('The draft is discarded');
      navigate(deskAddress('payouts'));
    });
  return (
    <div className={parts['actions']}>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      {state === 'draft' && mayPrepare && (
        <Button variant="default" onClick={() => setIsAsked(true)}>
          Discard the draft
        </Button>
      )}
      {isAsked && (
        <ConfirmDialog
          title="Discard this draft?"
          lead="Nothing is paid by it. The run of this pay date can be prepared again."
          confirmLabel="Discard the draft"
          isPending={action.isPending}
          onConfirm={discard}
          onClose={() => setIsAsked(false)}
        />
      )}
    </div>
  );
}
