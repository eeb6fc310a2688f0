import { BrandMark } from '../../ui/brand-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './brand-panel.module.css';
import { PayoutMotif } from './payout-motif.tsx';

interface BrandPanelProps {
  /** Null until the server has answered. */
  name: string | null;
}

export function BrandPanel({ name }: BrandPanelProps) {
  return (
    <header className={classes['panel']}>
      <PayoutMotif className={classes['motif']} />
      <div className={classes['brand']}>
        <BrandMark size={28} />
        {name ?? <Skeleton characters={14} />}
      </div>
      <div className={classes['words']}>
        <p className={classes['headline']}>Your share of every deal, to the cent.</p>
        <p className={classes['sentence']}>
          What you put in, what has come back and what is still out, in one place.
        </p>
      </div>
    </header>
  );
}
