import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { useTooNarrow } from '../../ui/table/use-too-narrow.ts';
import { DealsList, DealsListSkeleton } from './deals-list.tsx';
import { DealsTable } from './deals-table.tsx';
import { NothingPaid } from './nothing-paid.tsx';
import deals from './pay-date-deals.module.css';
import classes from './pay-date-dialog.module.css';
import { PayDateDownload } from './pay-date-download.tsx';
import { aboutPayout, PayoutChip } from './payout-state.tsx';
import { usePayDateDeals } from './payouts.api.ts';
import { DealsTableSkeleton } from './payouts-skeleton.tsx';
import type { PayDateOfSyndicate } from './use-pay-date-download.ts';

interface PayDateDialogProps extends PayDateOfSyndicate {
  onClose: () => void;
}

/** The deals of a pay date in a dialog, for windows with no room beside the list. */
export function PayDateDialog({ syndicateId, payDate, onClose }: PayDateDialogProps) {
  return (
    <Dialog title={`Payouts (${formatDate(payDate)})`} onClose={onClose} isFull>
      <Content syndicateId={syndicateId} payDate={payDate} />
    </Dialog>
  );
}

function Content({ syndicateId, payDate }: PayDateOfSyndicate) {
  const isList = useTooNarrow();
  const { loaded, more, ...state } = usePayDateDeals(syndicateId, payDate);
  if (!loaded) {
    if (state.error === null) {
      return (
        <>
          <div className={classes['bar']} />
          {isList ? (
            <DealsListSkeleton />
          ) : (
            <div className={deals['deals']} aria-hidden="true">
              <DealsTableSkeleton />
            </div>
          )}
        </>
      );
    }
    return (
      <ErrorState
        title="The payouts did not load"
        error={state.error}
        onRetry={() => void state.retry()}
        isRetrying={state.isRetrying}
      />
    );
  }
  const { summary } = loaded;
  if (!summary) return <NothingPaid payDate={payDate} />;
  const about = aboutPayout(summary);
  const props = { ...loaded, summary, more, label: `Payouts of ${formatDate(payDate)}`, isInDialog: true };
  return (
    <>
      <div className={classes['bar']}>
        <PayoutChip day={summary} />
        <span className={classes['spring']} />
        <PayDateDownload syndicateId={syndicateId} payDate={payDate} />
        {about !== null && <p className={classes['note']}>{about}</p>}
        {summary.note !== null && <p className={classes['note']}>{summary.note}</p>}
      </div>
      {isList ? (
        <DealsList {...props} />
      ) : (
        <div className={deals['deals']}>
          <DealsTable {...props} />
        </div>
      )}
    </>
  );
}
