import { PRODUCT_NAME } from '../../app/brand.ts';
import { BrandMark } from '../../ui/brand-mark.tsx';
import classes from './brand-panel.module.css';
import { PayoutMotif } from './payout-motif.tsx';

export function BrandPanel() {
  return (
    <header className={classes['panel']}>
      <PayoutMotif className={classes['motif']} />
      <div className={classes['brand']}>
        <BrandMark size={28} />
        {PRODUCT_NAME}
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
