import { formatMoment } from '../../../lib/moment.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import type { AuditedEvent } from './audit.api.ts';
import classes from './audit.module.css';
import { actorOf, detailsOf, shortSubject } from './event-words.ts';

interface EventListProps {
  events: readonly AuditedEvent[];
  onActor: (userId: string) => void;
  onSubject: (subject: string) => void;
}

/** The events, newest first. Who did it, and what it is about, lead to everything else of the same. */
export const EventList = ({ events, onActor, onSubject }: EventListProps) => (
  <ol className={classes['list']} aria-label="Events">
    {events.map((event) => (
      <li key={event.sequence.toString()} className={classes['event']}>
        <span className={classes['when']}>{formatMoment(event.at)}</span>
        <span className={classes['who']} title={event.address ?? undefined}>
          {event.userId === null ? (
            actorOf(event)
          ) : (
            <TextButton onClick={() => onActor(String(event.userId))}>{actorOf(event)}</TextButton>
          )}
        </span>
        <div className={classes['what']}>
          <span className={classes['action']}>{event.action}</span>
          {event.subject !== null && (
            <TextButton onClick={() => onSubject(event.subject ?? '')}>
              {shortSubject(event.subject)}
            </TextButton>
          )}
          <Details event={event} />
        </div>
      </li>
    ))}
  </ol>
);

function Details({ event }: { event: AuditedEvent }) {
  const lines = detailsOf(event);
  if (lines.length === 0) return null;
  return (
    <dl className={classes['details']}>
      {lines.map(({ name, old, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {old !== undefined && (
              <>
                <del>{old}</del>{' '}
              </>
            )}
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const EventListSkeleton = () => (
  <div className={classes['list']} aria-busy="true">
    {Array.from({ length: 8 }, (_, index) => index).map((index) => (
      <div key={index} className={classes['event']}>
        <Skeleton characters={16} />
        <Skeleton characters={18} />
        <Skeleton characters={32} />
      </div>
    ))}
  </div>
);
