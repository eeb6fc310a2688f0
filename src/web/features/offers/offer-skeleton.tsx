import { HeadlineAmount } from '../../ui/figure/headline-amount.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './offer-form.module.css';
import terms from './offer-terms.module.css';

const FACTS = ['Payback Amount', 'Max Upsell (factor rate)', 'Buy Rate', 'Payment', 'Term'];

/** The form in outline, while the offer is on its way. */
export function OfferSkeleton() {
  return (
    <div className={classes['form']} aria-busy="true">
      <Card label="Terms of the offer">
        <HeadlineAmount label="Offer Amount">
          <Skeleton characters={9} />
        </HeadlineAmount>
        <div className={terms['sliderPlace']} />
        <dl>
          {FACTS.map((name) => (
            <div key={name} className={terms['fact']}>
              <dt>{name}</dt>
              <dd>
                <Skeleton characters={9} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}
