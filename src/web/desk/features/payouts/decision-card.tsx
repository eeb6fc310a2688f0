import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../../shared/domain/money.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useMay } from '../../desk-user.ts';
import { useChange } from '../../ui/use-change.ts';
import { FileDownload } from './file-download.tsx';
import type { Run } from './payouts.api.ts';
import classes from './payouts.module.css';
import { RefusedFile } from './refused-file.tsx';
import { sentBeforeWords } from './return-words.ts';
import { Settle, TakeBackSettlement } from './settlement.tsx';
import { Unreconciled } from './unreconciled.tsx';

/** The next step of a run, for whoever can take it; for everybody else, who can. */
export function DecisionCard({ run }: { run: Run | undefined }) {
  return (
    <section className={classes['decision']} aria-label="Next step" aria-busy={run === undefined}>
      {run ? <NextStep run={run} /> : <Skeleton characters={24} />}
    </section>
  );
}

function NextStep({ run }: { run: Run }) {
  if (run.isOrphaned) return <TakeOver run={run} />;
  if (run.state === 'draft') return <Approve run={run} />;
  if (run.state === 'approved') return <MakeFile run={run} />;
  if (run.state === 'discarded') return <p className={classes['quiet']}>This draft was discarded.</p>;
  return (
    <>
      {run.refusedAt === null && <FileDownload run={run} />}
      {run.state === 'file made' && run.refusedAt === null && <Settle run={run} />}
      {run.state === 'settled' && <TakeBackSettlement run={run} />}
      {run.state === 'file made' && <RefusedFile run={run} />}
    </>
  );
}

function TakeOver({ run: { payDate, preparedByName } }: { run: Run }) {
  const mayPrepare = useMay('prepare-payouts');
  const send = useChange();
  const action = useAction(flashFailure);
  const takeOver = () =>
    action.run(async () => {
      await send(deskPayoutsContract.prepare, { body: { payDate } });
      flash('You have taken the run over. Somebody else approves it');
    });
  return (
    <>
      <Button size="md" fullWidth disabled={!mayPrepare} loading={action.isPending} onClick={takeOver}>
        Take this run over
      </Button>
      <p className={classes['why']}>
        {preparedByName} prepared it and may no longer do so. Whoever may prepare payouts can take it over.
      </p>
    </>
  );
}

const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names);

/** Why the reader cannot approve, in words; null if they can. */
function hindranceOf({ isOwn, isPaidToCaller, hindrance }: Run, mayApprove: boolean): string | null {
  if (isOwn) return 'You prepared this run, so you cannot approve it.';
  if (!mayApprove) return 'You do not have the permission to approve runs.';
  return isPaidToCaller ? 'This run pays a syndicate of yours, so you cannot approve it.' : hindrance;
}

/** What of the money in the file an earlier run has sent and the bank has sent back. */
const sentBeforeOf = ({ items }: Run) =>
  items
    .filter(({ outcome }) => outcome === 'in file')
    .flatMap(({ syndicateName, sentBefore }) => sentBefore.map((before) => ({ syndicateName, ...before })));

function Approve({ run }: { run: Run }) {
  const { id: runId, fingerprint, totals, approvers, copied, payDate, toldAt } = run;
  const mayApprove = useMay('approve-money');
  const send = useChange();
  const action = useAction(flashFailure);
  const [isAsked, setIsAsked] = useState(false);
  const amount = formatMoney(totals.inFile + totals.withdrawn);
  const sentBefore = sentBeforeOf(run);
  const why = hindranceOf(run, mayApprove);
  const isStopped = run.differing.length > 0;
  const mayApproveNow = why === null;
  const approve = () =>
    action.run(async () => {
      setIsAsked(false);
      await send(deskPayoutsContract.approve, {
        params: { runId },
        body: { fingerprint: fingerprint ?? '' },
      });
      flash(`Approved. Nothing more is posted for ${formatDate(payDate)}`);
    });
  return (
    <>
      <Button
        size="md"
        fullWidth
        disabled={!mayApproveNow || isStopped}
        loading={action.isPending}
        {...(!mayApproveNow && { leftSection: <IconLock size={16} stroke={1.75} aria-hidden="true" /> })}
        onClick={() => setIsAsked(true)}
      >
        Approve {amount}
      </Button>
      <Unreconciled run={run} />
      {!mayApproveNow && (
        <p className={classes['why']}>
          <strong>{why}</strong>{' '}
          {approvers.length > 0
            ? `${anyOf(approvers)} can${toldAt === null ? '' : `; told ${formatMoment(toldAt)}`}.`
            : 'Nobody else can approve it as it is, so it stays a draft. An administrator can give somebody the permission.'}
        </p>
      )}
      {!mayApproveNow && approvers.length > 0 && <Remind run={run} />}
      {sentBefore.length > 0 && (
        <div className={classes['again']} role="note">
          <strong>
            {formatMoney(sumMoney(sentBefore.map(({ amount: before }) => before)))} was sent before
          </strong>
          {sentBefore.map(({ syndicateName, amount: before, ...mark }) => (
            <p key={`${syndicateName} ${mark.payDate} ${before}`}>
              {syndicateName}, {formatMoney(before)}. {sentBeforeWords(mark)}
            </p>
          ))}
        </div>
      )}
      {copied.map(({ name, syndicateName }) => (
        <p key={`${name} ${syndicateName}`} className={classes['why']}>
          {name} gets copies of the mail of {syndicateName}, which this run pays. That keeps nobody from
          approving; the audit trail has it.
        </p>
      ))}
      {isAsked && (
        <ConfirmDialog
          title={`Approve ${amount}?`}
          lead={`${sentBefore.length > 0 ? `${formatMoney(sumMoney(sentBefore.map(({ amount: before }) => before)))} of it was sent before and returned. ` : ''}This closes the pay date ${formatDate(payDate)}: what is posted later goes to the next one. You can withdraw it until the file is made.`}
          confirmLabel="Approve the run"
          isPending={action.isPending}
          onConfirm={approve}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

/** For whoever waits for somebody else: another mail to them, or the address to send by other means. */
function Remind({ run: { id: runId } }: { run: Run }) {
  const mayPrepare = useMay('prepare-payouts');
  const send = useChange();
  const action = useAction(flashFailure);
  const remind = () =>
    action.run(async () => {
      await send(deskPayoutsContract.remind, { params: { runId } });
      flash('They were told again, by mail');
    });
  const copy = () =>
    action.run(async () => {
      await navigator.clipboard.writeText(window.location.href);
      flash('The address of this run is copied');
    });
  return (
    <div className={classes['ways']}>
      {mayPrepare && <TextButton onClick={remind}>Remind them</TextButton>}
      <TextButton onClick={copy}>Copy link</TextButton>
    </div>
  );
}

function MakeFile({ run }: { run: Run }) {
  const { id: runId, originator, totals } = run;
  const mayMake = useMay('prepare-payouts');
  // Where all is kept, nothing goes to the bank.
  const lacksOriginator = originator === null && totals.inFile + totals.withdrawn > 0n;
  const mayApprove = useMay('approve-money');
  const send = useChange();
  const action = useAction(flashFailure);
  const make = () =>
    action.run(async () => {
      const { state } = await send(deskPayoutsContract.makeFile, { params: { runId } });
      flash(
        state === 'draft'
          ? 'Something has changed since the approval. No file was made; please look at the draft again'
          : 'The bank file is made',
      );
    });
  const withdraw = () =>
    action.run(async () => {
      await send(deskPayoutsContract.withdrawApproval, { params: { runId } });
      flash('The approval is withdrawn. The pay date is open again');
    });
  return (
    <>
      <Button
        size="md"
        fullWidth
        disabled={!mayMake || lacksOriginator || run.differing.length > 0}
        loading={action.isPending}
        onClick={make}
      >
        Make the bank file
      </Button>
      <Unreconciled run={run} />
      <p className={classes['why']}>
        {lacksOriginator
          ? 'First an administrator says under Payouts what bank files say about you, and another approves it.'
          : mayMake
            ? 'Account numbers are opened for it and for nothing else, and that is recorded.'
            : 'Whoever may prepare payouts makes the file.'}
      </p>
      {mayApprove && <TextButton onClick={withdraw}>Withdraw the approval</TextButton>}
    </>
  );
}
