import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskInvestorsContract } from '../../../../shared/contract/desk-investors.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { flashFailure } from '../../../ui/message/flash-failure.ts';
import { Row, Section } from '../../../ui/page/section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAction } from '../../../ui/use-action.ts';
import classes from '../../ui/page-parts.module.css';
import { type Investor, useApprovals, useChange } from './people.api.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface BankSectionProps {
  investor: Investor | undefined;
  mayManage: boolean;
}

/** Where the syndicate is paid to, and the change of it that waits. */
export function BankSection({ investor, mayManage }: BankSectionProps) {
  return (
    <Section title="Bank account" lead="Where payouts go. Nobody sees more than the last four digits here.">
      {investor ? (
        <Account investor={investor} />
      ) : (
        <Row title="Account" detail={<Skeleton characters={28} />} />
      )}
      {investor?.bankChange && (
        <WaitingChange name={investor.name} change={investor.bankChange} mayManage={mayManage} />
      )}
    </Section>
  );
}

const Account = ({ investor: { account } }: { investor: Investor }) =>
  account ? (
    <Row
      title={account.bankName}
      detail={`Account ${account.accountNumber} · Routing ${account.routingNumber}`}
    />
  ) : (
    <Row
      title="No bank account yet"
      detail="The syndicate enters one in its profile, or an import brings it."
    />
  );

interface WaitingChangeProps {
  name: string;
  change: NonNullable<Investor['bankChange']>;
  mayManage: boolean;
}

function WaitingChange({ name, change, mayManage }: WaitingChangeProps) {
  const { id: changeId, bankName, accountNumber, requestedByName, requestedAt, takesEffectAt } = change;
  const send = useChange();
  const action = useAction(flashFailure);
  const [asked, setAsked] = useState<'cancel' | 'release' | null>(null);
  const isReleaseAsked = useApprovals().data?.approvals.some(
    ({ kind, subjectId }) => kind === 'release bank change' && subjectId === changeId,
  );
  const who = requestedByName === null ? 'Imported' : `Asked by ${requestedByName}`;
  return (
    <>
      <Row
        title={`Will be ${bankName}, account ${accountNumber}`}
        detail={`${who} ${formatMoment(requestedAt)}. Takes effect ${formatMoment(takesEffectAt)}.${
          isReleaseAsked ? ' Its release waits for a second person.' : ''
        }`}
        action={
          mayManage && (
            <div className={classes['actions']}>
              <Button variant="default" onClick={() => setAsked('cancel')}>
                Cancel the change
              </Button>
              <Button
                variant="default"
                disabled={isReleaseAsked === true}
                onClick={() => setAsked('release')}
              >
                Release now
              </Button>
            </div>
          )
        }
      />
      {asked === 'cancel' && (
        <ConfirmDialog
          title="Cancel this change of bank account?"
          lead={`${name} goes on being paid to the present account. Every address on file is told.`}
          confirmLabel="Cancel the change"
          closeLabel="Keep it"
          isPending={action.isPending}
          onConfirm={() =>
            action.run(async () => {
              await send(deskInvestorsContract.cancelBankChange, { params: { changeId } });
              setAsked(null);
              flash('The change is cancelled');
            })
          }
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'release' && (
        <ReasonDialog
          title="Release the change before its waiting period ends"
          lead={`Payouts of ${name} would go to ${bankName}, account ${accountNumber}, as soon as somebody else who may manage people approves it.`}
          onAsk={async (reason) => {
            await send(deskInvestorsContract.askToRelease, { params: { changeId }, body: { reason } });
            setAsked(null);
            flash('Asked. It waits for a second person');
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
