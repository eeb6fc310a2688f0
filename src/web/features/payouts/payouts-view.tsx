import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useIsGuest } from '../../session/use-is-guest.ts';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { ExpectedPayouts } from './expected-payouts.tsx';
import { NetPayouts } from './net-payouts.tsx';
import { PayDateDeals } from './pay-date-deals.tsx';
import { PayDateDialog } from './pay-date-dialog.tsx';
import { PayDateList } from './pay-date-list.tsx';
import { usePayDates } from './payouts.api.ts';
import { PayoutsSkeleton } from './payouts-skeleton.tsx';
import classes from './payouts-view.module.css';
import { useChosenPayDate } from './use-chosen-pay-date.ts';

/** Too narrow for the list and the deals side by side. The same width is in the style sheet. */
const NARROW = '(max-width: 999.98px)';

export interface PayoutsViewProps {
  syndicate: { id: bigint; name: string };
}

/** What a syndicate was paid on each pay date, and what each deal contributed. */
export function PayoutsView({ syndicate }: PayoutsViewProps) {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const { payDates, more, ...state } = usePayDates(syndicate.id);
  const { inAddress, choose, close } = useChosenPayDate();
  const list = useRef<HTMLDivElement>(null);
  // What will be paid is for the syndicate's own people.
  const isGuest = useIsGuest();
  const dialogDate = isNarrow ? inAddress : null;
  useFocusAfter(dialogDate, list);

  if (payDates === null) {
    if (state.error === null) return <PayoutsSkeleton />;
    return (
      <ErrorState
        title="The payouts did not load"
        error={state.error}
        onRetry={() => void state.retry()}
        isRetrying={state.isRetrying}
      />
    );
  }
  const [newest] = payDates;
  if (!newest) {
    return (
      <div className={classes['view']}>
        <EmptyState
          title="No payouts yet"
          reason={`${syndicate.name} has not been paid so far. Its first payout appears here once a payment of one of its deals has cleared.`}
        />
        {!isGuest && <ExpectedPayouts syndicateId={syndicate.id} />}
      </div>
    );
  }
  const chosen = inAddress ?? (isNarrow ? null : newest.payDate);
  return (
    <div className={classes['view']}>
      <div className={classes['charts']}>
        <NetPayouts
          syndicateId={syndicate.id}
          chosen={chosen}
          isNarrow={isNarrow}
          onChoose={(payDate) => choose(payDate, isNarrow)}
        />
        {!isGuest && <ExpectedPayouts syndicateId={syndicate.id} />}
      </div>
      <div className={classes['columns']}>
        <PayDateList ref={list} payDates={payDates} more={more} chosen={chosen} opensDialog={isNarrow} />
        {!isNarrow && chosen !== null && <PayDateDeals syndicateId={syndicate.id} payDate={chosen} />}
      </div>
      {dialogDate !== null && (
        <PayDateDialog syndicateId={syndicate.id} payDate={dialogDate} onClose={close} />
      )}
    </div>
  );
}

/**
 * When a dialog closes, the browser restores the focus. If the page was opened with the dialog, there is nothing to restore, so
 * the list gets it.
 */
function useFocusAfter(date: string | null, list: { current: HTMLElement | null }): void {
  const last = useRef(date);
  useEffect(() => {
    const closed = last.current;
    last.current = date;
    if (closed === null || date !== null || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-pay-date="${closed}"]`)?.focus();
  }, [date, list]);
}
