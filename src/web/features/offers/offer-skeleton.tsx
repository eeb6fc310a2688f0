import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './offer-form.module.css';
import terms from './offer-terms.module.css';

const FACTS = ['Payback Amount', 'Max Upsell (factor rate)', 'Buy Rate', 'Payment', 'Term'];

/** The form in outline, while the offer is on its way. */
export function OfferSkeleton() {
  return (
    <div className={classes['form']} aria-busy="true">
      <div className={terms['card']}>
        <p className={terms['label']}>Offer Amount</p>
        <p className={terms['amount']}>
          <Skeleton characters={9} />
        </p>
        <div className={terms['sliderPlace']} />
        <dl className={terms['facts']}>
          {FACTS.map((name) => (
            <div key={name} className={terms['fact']}>
              <dt>{name}</dt>
              <dd>
                <Skeleton characters={9} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  );
}
