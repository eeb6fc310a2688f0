import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { progressOf } from '../../../../shared/domain/desk-queues.ts';
import { groupedCount } from '../../../ui/figure/count.ts';
import { QUEUES } from '../../ui/queue-names.ts';
import { ageOf, promiseInWords } from '../../ui/times.ts';
import type { Queue } from './board.api.ts';
import classes from './waiting-table.module.css';

interface QueueRowProps {
  queue: Queue;
  /** From 0. The first nine are opened by a key. */
  place: number;
  now: Date;
  isOpen: boolean;
  onToggle: () => void;
  /** What is shown below the row when it is open. */
  children: ReactNode;
}

export const idOfQueue = (name: Queue['name']): string => `queue-${name}`;

export function QueueRow({ queue, place, now, isOpen, onToggle, children }: QueueRowProps) {
  const panelId = useId();
  const { name, waitingCount, oldest, since } = queue;
  const { label, icon: Icon } = QUEUES[name];
  const isEmpty = waitingCount === 0;
  const words = (
    <>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      {label}
    </>
  );
  return (
    <>
      {/* The button in the row does the same for the keyboard. */}
      <tr
        className={classes['row']}
        data-empty={isEmpty || undefined}
        data-open={isOpen || undefined}
        onClick={isEmpty ? undefined : onToggle}
      >
        <th scope="row" className={classes['name']}>
          {isEmpty ? (
            <span className={classes['label']}>{words}</span>
          ) : (
            <button
              type="button"
              id={idOfQueue(name)}
              className={classes['label']}
              aria-expanded={isOpen}
              aria-controls={isOpen ? panelId : undefined}
              aria-keyshortcuts={place < 9 ? String(place + 1) : undefined}
              onClick={(event) => {
                event.stopPropagation();
                onToggle();
              }}
            >
              {words}
            </button>
          )}
        </th>
        <td className={classes['number']}>{groupedCount(waitingCount)}</td>
        <td className={classes['oldest']}>
          {oldest === null ? '' : oldest}
          {waitingCount > 1 && (
            <span className={classes['more']}> and {groupedCount(waitingCount - 1)} more</span>
          )}
        </td>
        <td className={classes['age']}>
          <div className={classes['ageLine']}>
            {since && <Age queue={queue} since={new Date(since)} now={now} />}
            {!isEmpty && (
              <IconChevronRight className={classes['arrow']} size={16} stroke={1.75} aria-hidden="true" />
            )}
          </div>
        </td>
      </tr>
      {isOpen && (
        <tr className={classes['panel']}>
          <td colSpan={4} id={panelId}>
            {children}
          </td>
        </tr>
      )}
    </>
  );
}

interface AgeProps {
  queue: Queue;
  since: Date;
  now: Date;
}

function Age({ queue: { dueAt, promise }, since, now }: AgeProps) {
  const age = ageOf(since, now);
  if (dueAt === null || promise === null) return <span className={classes['agePlain']}>{age}</span>;
  const { part, urgency } = progressOf(since, new Date(dueAt), now);
  return (
    <>
      <span className={classes['bar']} aria-hidden="true">
        <span data-urgency={urgency} style={{ width: `${Math.max(4, part * 100)}%` }} />
      </span>
      <span className={classes['time']} data-urgency={urgency}>
        {age}
      </span>{' '}
      <span className={classes['quiet']}>
        of {promiseInWords(promise)}
        {urgency === 'over' && <span className={classes['spoken']}>, over the promise</span>}
      </span>
    </>
  );
}
