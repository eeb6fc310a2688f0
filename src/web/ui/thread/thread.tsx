import { formatFileSize } from '../../../shared/domain/offer-files.ts';
import { formatMoment } from '../../lib/moment.ts';
import { RichText } from '../rich-text/rich-text.tsx';
import { Skeleton } from '../skeleton.tsx';
import { TextButton } from '../text-button.tsx';
import classes from './thread.module.css';
import { headingOf, type ShownEntry } from './thread-words.ts';

interface ThreadProps {
  /** Undefined while they are loading. */
  entries: readonly ShownEntry[] | undefined;
  funder: string;
  /** Which side reads it: its own words are on the right. */
  side: 'investor' | 'funder';
  onFetch: (fileId: string) => void;
}

/** What was written and done, the oldest first. */
export function Thread({ entries, funder, side, onFetch }: ThreadProps) {
  if (!entries)
    return (
      <div className={classes['thread']} aria-busy="true">
        <div className={classes['message']}>
          <Skeleton characters={24} />
          <Skeleton characters={38} />
        </div>
      </div>
    );
  return (
    <ol className={classes['thread']} aria-label="Messages">
      {entries.map((entry) => (
        <li
          key={entry.key}
          className={classes[entry.html === null ? 'event' : 'message']}
          data-own={entry.isByFunder === (side === 'funder') || undefined}
        >
          <p className={classes['head']}>
            <span className={classes['who']}>{headingOf(entry, funder)}</span>{' '}
            <time dateTime={entry.at} className={classes['when']}>
              {formatMoment(entry.at)}
            </time>
          </p>
          {entry.html !== null && <RichText html={entry.html} />}
          {entry.files.length > 0 && (
            <ul className={classes['files']} aria-label="Files">
              {entry.files.map(({ id, name, size }) => (
                <li key={id}>
                  <TextButton aria-label={`Download ${name}`} onClick={() => onFetch(id)}>
                    {name}
                  </TextButton>{' '}
                  <span className={classes['when']}>{formatFileSize(size)}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
