import { progressOf, QUEUE_NAMES, type QueueName } from '../../../../shared/domain/desk-queues.ts';
import { groupedCount } from '../../../ui/figure/count.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { QUEUES } from '../../ui/queue-names.ts';
import type { Queue } from './board.api.ts';
import { QueueItems } from './queue-items.tsx';
import { QueueRow } from './queue-row.tsx';
import classes from './waiting-table.module.css';

interface WaitingTableProps {
  queues: readonly Queue[] | undefined;
  now: Date;
  openQueue: QueueName | null;
  onToggle: (queue: QueueName) => void;
}

/** Every queue in its fixed order, what has waited longest in it, and how that compares with what is promised. */
export function WaitingTable({ queues, now, openQueue, onToggle }: WaitingTableProps) {
  return (
    <div className={classes['card']} aria-busy={!queues}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Queue</th>
            <th scope="col" className={classes['number']}>
              Waiting
            </th>
            <th scope="col">Oldest</th>
            <th scope="col">Age, and what we promise</th>
          </tr>
        </thead>
        <tbody>
          {queues?.map((queue, place) => (
            <QueueRow
              key={queue.name}
              queue={queue}
              place={place}
              now={now}
              isOpen={queue.name === openQueue}
              onToggle={() => onToggle(queue.name)}
            >
              <QueueItems name={queue.name} waitingCount={queue.waitingCount} now={now} />
            </QueueRow>
          )) ?? <SkeletonRows />}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All queues</th>
            <td className={classes['number']}>
              {queues ? groupedCount(promisedIn(queues)) : <Skeleton characters={2} />}
            </td>
            <td colSpan={2} className={classes['quiet']}>
              {queues ? standingOf(queues, now) : <Skeleton characters={30} />}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** A deal may stay on the watchlist for months, so what nothing is promised for is not part of the sum. */
const promisedIn = (queues: readonly Queue[]): number =>
  queues.reduce((sum, { promise, waitingCount }) => (promise === null ? sum : sum + waitingCount), 0);

function standingOf(queues: readonly Queue[], now: Date): string {
  const states = queues.flatMap(({ since, dueAt }) =>
    since && dueAt ? [progressOf(new Date(since), new Date(dueAt), now).urgency] : [],
  );
  const over = states.filter((state) => state === 'over').length;
  const close = states.filter((state) => state === 'close').length;
  if (states.length === 0) return 'Nothing waits that has a promise.';
  if (over + close === 0) return 'All within what we promise.';
  return [
    over > 0 && `${over} over ${over === 1 ? 'its' : 'their'} promise`,
    close > 0 && `${close} close to ${over > 0 ? 'it' : close === 1 ? 'its promise' : 'their promise'}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

const SkeletonRows = () => (
  <>
    {QUEUE_NAMES.map((name) => ({ name, ...QUEUES[name] })).map(({ name, label, icon: Icon }) => (
      <tr key={name} className={classes['row']}>
        <th scope="row" className={classes['name']}>
          <span className={classes['label']}>
            <Icon size={18} stroke={1.75} aria-hidden="true" />
            {label}
          </span>
        </th>
        <td className={classes['number']}>
          <Skeleton characters={2} />
        </td>
        <td className={classes['oldest']}>
          <Skeleton characters={20} />
        </td>
        <td className={classes['age']}>
          <Skeleton characters={18} />
        </td>
      </tr>
    ))}
  </>
);
