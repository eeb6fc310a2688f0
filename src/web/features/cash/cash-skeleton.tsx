import { FigureSkeleton } from '../../ui/figure/figure.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import figureClasses from './cash-figures.module.css';
import classes from './cash-page.module.css';
import cardClasses from './movements-card.module.css';
import { MovementsSkeleton } from './movements-skeleton.tsx';

const LABELS = ['Available', 'Reserved', 'Cash balance', 'Pending'];
const CARDS = ['withdrawal', 'reserved'];

/** Holds the place of the page until the account is known. */
export const CashSkeleton = () => (
  <>
    <section className={figureClasses['frame']} aria-label="Cash account" aria-busy="true">
      <dl className={figureClasses['sum']}>
        {LABELS.map((label) => (
          <FigureSkeleton key={label} label={label} hasCaption />
        ))}
      </dl>
    </section>
    <CashColumnsSkeleton />
  </>
);

/** The same of what is below the figures, which depends on how wide the window is. */
export const CashColumnsSkeleton = () => (
  <>
    <p className={classes['checked']} />
    <div className={classes['columns']} aria-hidden="true">
      <div className={cardClasses['card']}>
        <div className={cardClasses['head']}>
          <p className={cardClasses['title']}>Movements</p>
        </div>
        <MovementsSkeleton />
      </div>
      <div className={classes['side']}>
        {CARDS.map((card) => (
          <Card key={card}>
            <p className={classes['waiting']}>
              <Skeleton characters={18} />
              <Skeleton characters={30} />
              <Skeleton characters={24} />
            </p>
          </Card>
        ))}
      </div>
    </div>
  </>
);
