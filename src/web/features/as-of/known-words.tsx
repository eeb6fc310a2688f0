import { IconInfoCircle } from '@tabler/icons-react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import type { BookAsOf } from './as-of.api.ts';
import classes from './as-of.module.css';

/** Where the record does not reach. */
export function KnownWords({ book }: { book: BookAsOf }) {
  const words = wordsOf(book);
  if (words.length === 0) return null;
  return (
    <ul className={classes['known']} aria-label="What is not known">
      {words.map((text) => (
        <li key={text}>
          <IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ days, recordedSince, workedOutThrough, cashSince, imports }: BookAsOf): string[] {
  const first = days[0]?.date;
  if (first === undefined || recordedSince === null) return [];
  const words = [];
  if (first < recordedSince)
    words.push(`The portal knows nothing of this book before ${formatDate(recordedSince)}.`);
  for (const { importedOn, firstPayDate, lastPayDate } of imports)
    words.push(
      `Payouts of ${formatDate(firstPayDate)} to ${formatDate(lastPayDate)} came in with an import on ${formatDate(importedOn)}. The book before that day is known only from this import, and does not have them.`,
    );
  if (workedOutThrough !== null && first <= workedOutThrough)
    words.push(
      `Days up to ${formatDate(workedOutThrough)} are worked out from payouts, shares and statuses. A share that was corrected by then counts as corrected.`,
    );
  if (cashSince !== null && first < cashSince)
    words.push(
      `The cash account was opened here on ${formatDate(cashSince)}; what it held before is not known.`,
    );
  return words;
}
