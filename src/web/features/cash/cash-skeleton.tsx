import { FigureSkeleton } from '../../ui/figure/figure.tsx';
import classes from './cash-figures.module.css';
import pageClasses from './cash-page.module.css';

const LABELS = ['Available', 'Reserved', 'Cash balance', 'Pending'];

/** Holds the place of the figures until the account is known. */
export const CashSkeleton = () => (
  <>
    <section className={classes['frame']} aria-label="Cash account" aria-busy="true">
      <dl className={classes['sum']}>
        {LABELS.map((label) => (
          <FigureSkeleton key={label} label={label} hasCaption />
        ))}
      </dl>
    </section>
    <p className={pageClasses['checked']} />
  </>
);
