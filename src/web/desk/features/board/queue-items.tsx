import { useState } from 'react';
import type { QueueName } from '../../../../shared/domain/desk-queues.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { groupedCount } from '../../../ui/figure/count.ts';
import { flash } from '../../../ui/message/flash.ts';
import { InlineError } from '../../../ui/message/inline-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { AddressLink, DeskLink, type DeskLinkTarget } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { ageOf } from '../../ui/times.ts';
import { type QueueItem, useJobChange, useQueueItems } from './board.api.ts';
import classes from './queue-items.module.css';

/** One for each thing that is listed at most. */
const PLACES = 'abcdefghij';

/** Where all of a queue are listed, of those that have such a page. */
const ALL: { readonly [Name in QueueName]?: { label: string; where: DeskLinkTarget } } = {
  adjustments: { label: 'All requests', where: { page: 'requests' } },
  lines: { label: 'All lines that wait', where: { page: 'payments' } },
  watchlist: {
    label: 'All deals on the watchlist',
    where: { page: 'deals', search: { standing: 'watched' } },
  },
};

interface QueueItemsProps {
  name: QueueName;
  waitingCount: number;
  now: Date;
}

/** The things of a queue that have waited longest, with what can be done about each. */
export function QueueItems({ name, waitingCount, now }: QueueItemsProps) {
  const items = useQueueItems(name);
  const mayChange = useMay('change-settings');
  if (items.isError && !items.data)
    return (
      <InlineError
        title="The queue did not load"
        error={items.error}
        onRetry={() => items.refetch()}
        isRetrying={items.isFetching}
      />
    );
  if (!items.data)
    return (
      <ul className={classes['list']} aria-busy="true">
        {[...PLACES].slice(0, waitingCount).map((place) => (
          <li key={place} className={classes['item']}>
            <Skeleton characters={34} />
          </li>
        ))}
      </ul>
    );
  const listed = items.data.items;
  const isJobs = name === 'mails' || name === 'jobs';
  return (
    <>
      <ul className={classes['list']}>
        {listed.map((item) => (
          <li key={item.itemId} className={classes['item']}>
            <div className={classes['words']}>
              <p className={classes['what']}>
                {item.address === null ? item.what : <AddressLink to={item.address}>{item.what}</AddressLink>}
              </p>
              {item.detail !== '' && <p className={classes['detail']}>{item.detail}</p>}
            </div>
            <span className={classes['age']}>{ageOf(new Date(item.since), now)}</span>
            {isJobs && mayChange && <JobActions item={item} isMail={name === 'mails'} />}
          </li>
        ))}
      </ul>
      {waitingCount > listed.length && (
        <p className={classes['more']}>
          The {listed.length} that have waited longest, of {groupedCount(waitingCount)}.
        </p>
      )}
      {ALL[name] && (
        <p className={classes['more']}>
          <DeskLink {...ALL[name].where}>{ALL[name].label}</DeskLink>
        </p>
      )}
      {isJobs && !mayChange && (
        <p className={classes['more']}>Somebody who may change settings can send them again or drop them.</p>
      )}
    </>
  );
}

interface JobActionsProps {
  item: QueueItem;
  isMail: boolean;
}

function JobActions({ item, isMail }: JobActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const change = useJobChange();
  const { isPending, run } = useAction((error) => flash(messageOf(error), { tone: 'bad', seconds: 4 }));
  const start = (how: 'retryJob' | 'dropJob', words: string) =>
    run(async () => {
      const isDone = await change(how, BigInt(item.itemId));
      setIsAsking(false);
      flash(isDone ? words : 'Somebody was quicker: it is no longer in the queue.');
    });
  const thing = isMail ? 'mail' : 'job';
  return (
    <div className={classes['actions']}>
      <TextButton
        aria-disabled={isPending}
        aria-label={`Try again: ${item.what}`}
        onClick={() => start('retryJob', `The ${thing} is tried again now.`)}
      >
        Try again
      </TextButton>
      <TextButton
        aria-disabled={isPending}
        aria-label={`Drop: ${item.what}`}
        onClick={() => setIsAsking(true)}
      >
        Drop
      </TextButton>
      {isAsking && (
        <ConfirmDialog
          title={`Drop this ${thing}?`}
          lead={`${item.what}. It will never be done, and the audit trail will have your name.`}
          confirmLabel={`Drop the ${thing}`}
          closeLabel="Keep it"
          isPending={isPending}
          onConfirm={() => start('dropJob', `The ${thing} was dropped.`)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
