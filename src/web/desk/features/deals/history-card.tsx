import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Deal } from './deals.api.ts';
import classes from './deals.module.css';
import { nameOfPoster } from './poster.ts';

interface HistoryCardProps {
  /** Undefined while it is loading. */
  deal: Deal | undefined;
}

interface Entry {
  at: string;
  what: string;
  /** Who and why. */
  about: string;
}

/** What was changed about the deal, with who and why, the newest first: its status and its terms. */
export function HistoryCard({ deal }: HistoryCardProps) {
  const entries = deal && entriesOf(deal);
  return (
    <HeadedCard
      title="Status and terms so far"
      about={entries && countOf(entries.length, 'change')}
      isPending={!deal}
    >
      {entries?.length === 0 ? (
        <NothingInCard title="Nothing was changed yet" />
      ) : (
        <ol className={classes['history']}>
          {entries?.map(({ at, what, about }) => (
            <li key={`${at} ${what}`}>
              <p className={classes['what']}>{what}</p>
              <p className={classes['remark']}>
                {formatMoment(at)}
                {about && `, ${about}`}
              </p>
            </li>
          )) ?? (
            <li>
              <Skeleton characters={40} />
            </li>
          )}
        </ol>
      )}
    </HeadedCard>
  );
}

function entriesOf({ statuses, termsHistory }: Deal): Entry[] {
  const changed = statuses.map(({ status, formerStatus, reason, isAutomatic, changedBy, changedAt }) => ({
    at: changedAt,
    what: formerStatus ? `${formerStatus} became ${status}` : status,
    about: said(isAutomatic ? 'by the portal itself' : changedBy, reason),
  }));
  const terms = termsHistory.map(
    ({ change, payment, frequency, effectiveDate, note, recordedBy, recordedAt }) => ({
      at: recordedAt,
      what: `${change === 'contract' ? 'Contract' : capitalized(change)}: ${
        payment === 0n ? 'nothing is debited' : `${formatMoney(payment)} ${frequency.toLowerCase()}`
      } from ${formatDate(effectiveDate)}`,
      about: said(recordedBy && nameOfPoster(recordedBy), note),
    }),
  );
  return [...changed, ...terms].toSorted((one, other) =>
    one.at < other.at ? 1 : one.at > other.at ? -1 : 0,
  );
}

const said = (who: string | null, why: string | null): string => [who, why].filter((part) => part).join(': ');
