import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskChangeNoticesContract } from '../../../../shared/contract/desk-change-notices.ts';
import { maskedNumber } from '../../../../shared/domain/bank-account.ts';
import { noticeInWords } from '../../../../shared/domain/change-notices.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { flash } from '../../../ui/message/flash.ts';
import { CardFailure, HeadedCard } from '../../../ui/page/headed-card.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useMay } from '../../desk-user.ts';
import parts from '../../ui/page-parts.module.css';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { NoticeDialog } from './notice-dialog.tsx';
import { type ChangeNotice, useChangeNotices } from './payouts.api.ts';
import classes from './payouts.module.css';

const OBSTACLES: Readonly<Record<Exclude<ChangeNotice['obstacle'], ''>, string>> = {
  'nothing to apply': 'It says nothing that could be applied here. Ask the investor, then dismiss it.',
  'account changed': 'The account has changed since. It can only be dismissed.',
  'change waiting':
    'A change of this account waits already. Decide once it has taken effect or is cancelled.',
};

/** What banks have written about the accounts that payouts went to. */
export function NoticesCard() {
  const notices = useChangeNotices();
  const mayPrepare = useMay('prepare-payouts');
  const [asked, setAsked] = useState<{ notice: ChangeNotice; how: 'apply' | 'dismiss' } | null>(null);
  const [isEntering, setIsEntering] = useState(false);
  const waiting = notices.data?.notices;
  const close = () => setAsked(null);
  return (
    <HeadedCard
      title="Notifications of change"
      about={waiting ? (waiting.length > 0 ? countOf(waiting.length, 'notification') : 'None waits') : ''}
      isPending={notices.isPending}
      aside={
        mayPrepare && (
          <Button variant="default" onClick={() => setIsEntering(true)}>
            Enter one
          </Button>
        )
      }
    >
      {notices.isError && !waiting && (
        <CardFailure
          what="The notifications of change"
          error={notices.error}
          isRetrying={notices.isFetching}
          onRetry={() => notices.refetch()}
        />
      )}
      {waiting?.length === 0 && (
        <div className={classes['inside']}>
          <p className={classes['quiet']}>
            When a bank pays an entry but says that its account is another one, it waits here.
          </p>
        </div>
      )}
      {waiting?.map((notice) => (
        <div key={notice.id.toString()} className={parts['request']}>
          <div className={parts['words']}>
            <p className={parts['asked']}>
              {notice.syndicateName}: {noticeInWords(notice.code).toLowerCase()} ({notice.code})
            </p>
            <p>{correctedOf(notice)}</p>
            <p className={parts['quiet']}>
              {formatMoment(notice.receivedAt)}, trace number {notice.traceNumber}
              {sourceOf(notice)}
            </p>
            {notice.isAsked && <p className={parts['quiet']}>Waits for a second person.</p>}
            {notice.obstacle !== '' && <p className={parts['quiet']}>{OBSTACLES[notice.obstacle]}</p>}
          </div>
          {mayPrepare && !notice.isAsked && (
            <div className={parts['actions']}>
              <TextButton
                aria-label={`Dismiss: ${notice.code} about ${notice.syndicateName}`}
                onClick={() => setAsked({ notice, how: 'dismiss' })}
              >
                Dismiss
              </TextButton>
              {notice.obstacle === '' && (
                <Button
                  aria-label={`Apply: ${notice.code} about ${notice.syndicateName}`}
                  onClick={() => setAsked({ notice, how: 'apply' })}
                >
                  Apply
                </Button>
              )}
            </div>
          )}
        </div>
      ))}
      {asked?.how === 'apply' && <ApplyDialog notice={asked.notice} onClose={close} />}
      {asked?.how === 'dismiss' && <DismissDialog notice={asked.notice} onClose={close} />}
      {isEntering && <NoticeDialog onClose={() => setIsEntering(false)} />}
    </HeadedCard>
  );
}

function sourceOf({ source, receivedByName }: ChangeNotice): string {
  if (source === null || receivedByName === null) return '';
  return source === 'typed'
    ? `, typed in by ${receivedByName}`
    : `, from a bank file that ${receivedByName} entered`;
}

function correctedOf({ routingNumberLast4, accountNumberLast4, accountType, source }: ChangeNotice): string {
  const said = [
    routingNumberLast4 && `routing number ${maskedNumber(routingNumberLast4)}`,
    accountNumberLast4 && `account ${maskedNumber(accountNumberLast4)}`,
    accountType && `a ${accountType} account`,
  ].filter((part) => part !== null);
  if (said.length === 0) return 'The bank’s correction could not be read.';
  return `${source === 'typed' ? 'As typed in' : 'The bank’s file says'}: ${said.join(', ')}.`;
}

interface DecisionProps {
  notice: ChangeNotice;
  onClose: () => void;
}

function ApplyDialog({ notice, onClose }: DecisionProps) {
  const send = useChange();
  const isMoved = notice.accountNumberLast4 !== null || notice.routingNumberLast4 !== null;
  const ask = async (reason: string) => {
    await send(deskChangeNoticesContract.apply, { params: { noticeId: notice.id }, body: { reason } });
    flash('Asked. A second person has to approve it');
    onClose();
  };
  return (
    <ReasonDialog
      title={`Change the account of ${notice.syndicateName}?`}
      lead={
        isMoved
          ? `${correctedOf(notice)} Once a second person has approved it, the change waits as any other, and the investor is told and can cancel it.`
          : `${correctedOf(notice)} Once a second person has approved it, the next file says so. The money goes to the same account.`
      }
      description="Say what you have checked, such as a call to the investor."
      askLabel="Ask for approval"
      onAsk={ask}
      onClose={onClose}
    />
  );
}

function DismissDialog({ notice, onClose }: DecisionProps) {
  const send = useChange();
  const dismiss = async (reason: string) => {
    await send(deskChangeNoticesContract.dismiss, { params: { noticeId: notice.id }, body: { reason } });
    flash('Dismissed');
    onClose();
  };
  return (
    <ReasonDialog
      title={`Dismiss the notification about ${notice.syndicateName}?`}
      lead="Payouts go on as before. The bank may send it again, and may return what is sent against it."
      description="Say why it is not followed. The audit trail keeps it."
      needed="Please say why."
      askLabel="Dismiss it"
      onAsk={dismiss}
      onClose={onClose}
    />
  );
}
