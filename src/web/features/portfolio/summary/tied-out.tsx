import { IconCircleCheck } from '@tabler/icons-react';
import { formatDay, formatMoment } from '../../../lib/moment.ts';
import { useIsInBrowser } from '../../../ui/use-is-in-browser.ts';
import { useViewedSyndicate } from '../switch-view/viewed-syndicate.ts';
import { usePortfolioTotals } from './portfolio.api.ts';
import classes from './tied-out.module.css';

/** Says when the figures were last reconciled. Its space is reserved before that is known, so that nothing moves. */
export function TiedOut() {
  const { data } = usePortfolioTotals(useViewedSyndicate().id);
  const { tiedOutAt, tiedOutSince } = data ?? {};
  // The server that renders the page first does not know the reader's time zone.
  const isInBrowser = useIsInBrowser();
  return (
    <p className={classes['line']}>
      {tiedOutAt && isInBrowser && (
        <>
          <IconCircleCheck className={classes['mark']} size={16} stroke={1.75} aria-hidden="true" />
          Reconciled to the cent on {formatMoment(tiedOutAt)}
          {/* Each night compares what changed, and a part of the rest. */}
          {tiedOutSince && formatDay(tiedOutSince) !== formatDay(tiedOutAt)
            ? ` (all deals since ${formatDay(tiedOutSince)})`
            : null}
        </>
      )}
    </p>
  );
}

export const TiedOutSkeleton = () => <p className={classes['line']} />;
