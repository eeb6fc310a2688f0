import { IconCircleCheck } from '@tabler/icons-react';
import { formatMoment } from '../../../lib/moment.ts';
import { useViewedSyndicate } from '../switch-view/viewed-syndicate.ts';
import { usePortfolioTotals } from './portfolio.api.ts';
import classes from './tied-out.module.css';

/** Says when the figures were last reconciled. Its space is reserved before that is known, so that nothing moves. */
export function TiedOut() {
  const { data } = usePortfolioTotals(useViewedSyndicate().id);
  return (
    <p className={classes['line']}>
      {data?.tiedOutAt && (
        <>
          <IconCircleCheck className={classes['mark']} size={16} stroke={1.75} aria-hidden="true" />
          Reconciled to the cent on {formatMoment(data.tiedOutAt)}
        </>
      )}
    </p>
  );
}

export const TiedOutSkeleton = () => <p className={classes['line']} />;
