import { IconChevronDown } from '@tabler/icons-react';
import type { PropsWithChildren } from 'react';
import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useTooNarrow } from '../../../ui/table/use-too-narrow.ts';
import { useIsInBrowser } from '../../../ui/use-is-in-browser.ts';
import { DeskLink } from '../../desk-link.tsx';
import { whenOf } from '../../ui/times.ts';
import type { Happened } from './board.api.ts';
import classes from './happened-list.module.css';

interface HappenedListProps {
  events: readonly Happened[] | undefined;
  day: CalendarDate | undefined;
}

/** Below this width it is folded, so that what waits is not far away. */
const NEEDED_WIDTH = 901;

/** What people and systems did last, the newest first. */
export function HappenedList({ events, day }: HappenedListProps) {
  const isFolded = useTooNarrow(NEEDED_WIDTH);
  const list = <List events={events} day={day} />;
  // The server does not know how wide the window is, so it sends both, and the style sheet shows one.
  if (!useIsInBrowser())
    return (
      <>
        <div className={classes['ifWide']}>
          <Unfolded>{list}</Unfolded>
        </div>
        <div className={classes['ifNarrow']}>
          <Folded>{list}</Folded>
        </div>
      </>
    );
  return isFolded ? <Folded>{list}</Folded> : <Unfolded>{list}</Unfolded>;
}

const Unfolded = ({ children }: PropsWithChildren) => (
  <section aria-labelledby="happened">
    <h2 id="happened" className={classes['heading']}>
      Just happened
    </h2>
    <div className={classes['card']}>{children}</div>
  </section>
);

const Folded = ({ children }: PropsWithChildren) => (
  <details className={classes['card']}>
    <summary className={classes['summary']}>
      <h2>Just happened</h2>
      <IconChevronDown className={classes['arrow']} size={18} stroke={1.75} aria-hidden="true" />
    </summary>
    {children}
  </details>
);

function List({ events, day }: HappenedListProps) {
  if (!events || !day)
    return (
      <ul className={classes['list']} aria-busy="true">
        {[...'abcdef'].map((place) => (
          <li key={place} className={classes['event']}>
            <Skeleton characters={6} />
            <Skeleton characters={22} />
          </li>
        ))}
      </ul>
    );
  if (events.length === 0) return <p className={classes['nothing']}>Nothing has happened yet.</p>;
  return (
    <>
      <ul className={classes['list']}>
        {events.map(({ sequence, at, who, words }) => (
          <li key={sequence.toString()} className={classes['event']}>
            <time className={classes['time']} dateTime={at}>
              {whenOf(at, day)}
            </time>
            <span className={classes['words']}>
              {words}
              {who !== null && <span className={classes['who']}>, {who}</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes['foot']}>
        <DeskLink page="audit">Open the audit</DeskLink>
      </p>
    </>
  );
}
