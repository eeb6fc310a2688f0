import { useState } from 'react';
import { holidayOn, isBankDay } from '../../../../shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate, formatDate } from '../../../../shared/domain/calendar-date.ts';
import type { QueueName } from '../../../../shared/domain/desk-queues.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { CardFailure } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { useDeskUser } from '../../desk-user.ts';
import { dayOf, minuteOfDay, shortDay, timeOf, weekdayOf } from '../../ui/times.ts';
import { useNow } from '../../ui/use-now.ts';
import { useBoard, useHealth } from './board.api.ts';
import classes from './board-page.module.css';
import { HappenedList } from './happened-list.tsx';
import { factsOf, HealthLine } from './health-line.tsx';
import { OwnBook } from './own-book.tsx';
import { idOfQueue } from './queue-row.tsx';
import { TodayStrip } from './today-strip.tsx';
import { useQueueKeys } from './use-queue-keys.ts';
import { WaitingTable } from './waiting-table.tsx';

/** What waits for whom this morning. */
export function BoardPage() {
  usePageTitle('Board', 'Desk');
  const now = useNow();
  const user = useDeskUser();
  const board = useBoard();
  const health = useHealth();
  const [openQueue, setOpenQueue] = useState<QueueName | null>(null);
  const permissions = user.data?.permissions ?? [];
  const queues = board.data?.queues;

  /** Opens a queue from elsewhere on the page, so it is brought into sight. */
  const openFromAfar = (name: QueueName) => {
    setOpenQueue(name);
    const button = document.getElementById(idOfQueue(name));
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'center' });
  };
  useQueueKeys((place) => {
    const queue = queues?.[place];
    if (!queue || queue.waitingCount === 0) return;
    if (queue.name === openQueue) setOpenQueue(null);
    else openFromAfar(queue.name);
  });

  const facts = health.data && factsOf(health.data, now);
  const isFailing = facts?.some(({ state }) => state === 'bad') ?? false;
  const healthLine =
    health.isError && !health.data ? (
      <div className={classes['failure']}>
        <CardFailure
          what="The health of the portal"
          error={health.error}
          isRetrying={health.isFetching}
          onRetry={() => health.refetch()}
        />
      </div>
    ) : (
      <HealthLine facts={facts} />
    );
  const mayReadAudit = permissions.includes('view-audit');
  return (
    <>
      <PageHeader title="Board" caption={<DayLine day={board.data?.day} now={now} />} />
      <div className={classes['page']}>
        {isFailing && healthLine}
        {board.isError && !board.data ? (
          <div className={classes['failure']}>
            <CardFailure
              what="The board"
              error={board.error}
              isRetrying={board.isFetching}
              onRetry={() => board.refetch()}
            />
          </div>
        ) : (
          <>
            <section aria-labelledby="today">
              <h2 id="today" className={classes['heading']}>
                Today
              </h2>
              <TodayStrip
                board={board.data}
                minuteOfDay={minuteOfDay(now)}
                permissions={permissions}
                onOpen={openFromAfar}
              />
            </section>
            <div className={classes['columns']} data-both={mayReadAudit || undefined}>
              <section aria-labelledby="waiting">
                <div className={classes['line']}>
                  <h2 id="waiting" className={classes['heading']}>
                    Waiting
                  </h2>
                  <p className={classes['hint']}>
                    <kbd>1</kbd> to <kbd>9</kbd> open a queue
                  </p>
                </div>
                <WaitingTable
                  queues={queues}
                  now={now}
                  openQueue={openQueue}
                  onToggle={(name) => setOpenQueue(name === openQueue ? null : name)}
                />
              </section>
              {mayReadAudit && (
                <HappenedList events={board.data?.happened ?? undefined} day={board.data?.day} />
              )}
            </div>
            <section aria-labelledby="book">
              <h2 id="book" className={classes['heading']}>
                The book
              </h2>
              <OwnBook book={board.data?.book} />
            </section>
          </>
        )}
        {!isFailing && healthLine}
      </div>
    </>
  );
}

interface DayLineProps {
  /** Of the board; undefined while it is loading. */
  day: CalendarDate | undefined;
  now: Date;
}

function DayLine({ now, day = dayOf(now) }: DayLineProps) {
  const time = `${timeOf(now)} ET`;
  const holiday = nextHoliday(day);
  const kind = isBankDay(day) ? 'a bank day' : `banks are closed${namedHoliday(day)}`;
  return (
    <>
      {`${weekdayOf(now)} ${formatDate(day)}, ${time} · ${kind}; next holiday ${holiday.name}, ${shortDay(holiday.day)}`}
    </>
  );
}

function namedHoliday(day: CalendarDate): string {
  const name = holidayOn(day);
  return name === undefined ? '' : ` (${name})`;
}

function nextHoliday(day: CalendarDate): { day: CalendarDate; name: string } {
  for (let ahead = addDays(day, 1); ; ahead = addDays(ahead, 1)) {
    const name = holidayOn(ahead);
    if (name !== undefined) return { day: ahead, name };
  }
}
