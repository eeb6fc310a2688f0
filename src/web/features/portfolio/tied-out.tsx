import { formatMoment } from '../../lib/moment.ts';
import { usePortfolioTotals } from './portfolio.api.ts';
import classes from './tied-out.module.css';
import { useViewedSyndicate } from './viewed-syndicate.ts';

/** Why the figures can be believed. Its place is there before it is known, so that nothing moves. */
export function TiedOut() {
  const { data } = usePortfolioTotals(useViewedSyndicate().id);
  return (
    <p className={classes['line']}>
      {data?.tiedOutAt &&
        `Every figure here was checked against the ledger on ${formatMoment(data.tiedOutAt)} and agreed to the cent.`}
    </p>
  );
}

export const TiedOutSkeleton = () => <p className={classes['line']} />;
