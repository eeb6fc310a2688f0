import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import { cashContract } from '../../../shared/contract/cash.ts';
import {
  addDays,
  type CalendarDate,
  firstOfMonth,
  formatMonth,
  formatPeriod,
  lastOfMonth,
  laterOf,
  monthsBetween,
} from '../../../shared/domain/calendar-date.ts';
import { CASH_ENTRY_KINDS } from '../../../shared/domain/cash-account.ts';
import { CASH_KIND_NAMES } from '../../../shared/domain/cash-words.ts';
import { DownloadButton } from '../../ui/download/download-button.tsx';
import { useDownload } from '../../ui/download/use-download.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { InlineError } from '../../ui/message/inline-error.tsx';
import { LoadMore } from '../../ui/table/load-more.tsx';
import { useTooNarrow } from '../../ui/table/use-too-narrow.ts';
import type { CashAccount, useMovements } from './cash.api.ts';
import { firstDayOf } from './first-day-of.ts';
import { MovementCards } from './movement-cards.tsx';
import classes from './movements-card.module.css';
import { MovementsSkeleton } from './movements-skeleton.tsx';
import { MovementsTable } from './movements-table.tsx';

const route = getRouteApi('/signed-in/cash');
const KINDS = CASH_ENTRY_KINDS.map((kind) => ({ value: kind, label: CASH_KIND_NAMES[kind] }));

interface MovementsCardProps extends ReturnType<typeof useMovements> {
  syndicateId: bigint;
  account: CashAccount;
}

/** The movements of a month, the newest first, each with what the account held after it. */
export function MovementsCard(props: MovementsCardProps) {
  const { syndicateId, account, loaded, isStale, more, error, retry, isRetrying } = props;
  const titleId = useId();
  const isNarrow = useTooNarrow(760);
  const { month, kind } = route.useSearch();
  const navigate = route.useNavigate();
  const { state, start, cancel } = useDownload(cashContract.exportCash, 'Cash movements downloaded');
  const shown = loaded?.sums.month;
  const Movements = isNarrow ? MovementCards : MovementsTable;
  return (
    <section
      className={classes['card']}
      aria-labelledby={titleId}
      aria-busy={loaded === null || isStale}
      data-stale={isStale || undefined}
    >
      <div className={classes['head']}>
        <h2 id={titleId} className={classes['title']}>
          Movements
        </h2>
        <p className={classes['about']}>{shown && formatPeriod(shownDays(shown, account))}</p>
        <div className={classes['controls']}>
          <SelectField
            label="Kind"
            everything="All kinds"
            options={KINDS}
            value={kind ?? null}
            onPick={(picked) =>
              void navigate({ search: (now) => ({ ...now, kind: picked ?? undefined }), replace: true })
            }
          />
          <SelectField
            label="Month"
            options={monthsOf(account)}
            value={month ?? shown?.slice(0, 7) ?? null}
            onPick={(picked) =>
              void navigate({ search: (now) => ({ ...now, month: picked ?? undefined }), replace: true })
            }
          />
          <DownloadButton
            label="Export"
            what="export"
            row="movement"
            state={state}
            cancelLabel="Cancel the export"
            onStart={() => void start({ body: { syndicateId, month: firstDayOf(month) ?? shown, kind } })}
            onCancel={cancel}
          />
        </div>
      </div>
      {loaded === null && error === null && <MovementsSkeleton />}
      {loaded === null && error !== null && (
        <div className={classes['inside']}>
          <InlineError
            title="The movements did not load"
            error={error}
            onRetry={() => void retry()}
            isRetrying={isRetrying}
          />
        </div>
      )}
      {loaded && (
        <>
          <Movements syndicateId={syndicateId} kind={kind} {...loaded} isAll={!more.hasMore} />
          <LoadMore what="movements" {...more} />
        </>
      )}
    </section>
  );
}

/** The days of the month on which there can be movements so far. */
const shownDays = (month: CalendarDate, { openedOn, asOf }: CashAccount) => {
  const last = lastOfMonth(month);
  return { from: laterOf(month, openedOn), to: last < asOf ? last : asOf };
};

/** From the current month back to the one in which the account was opened. */
function monthsOf({ openedOn, asOf }: CashAccount) {
  const months = [firstOfMonth(asOf)];
  for (let left = monthsBetween(openedOn, asOf); left > 0; left -= 1)
    months.push(firstOfMonth(addDays(months.at(-1) ?? asOf, -1)));
  return months.map((first) => ({ value: first.slice(0, 7), label: formatMonth(first) }));
}
