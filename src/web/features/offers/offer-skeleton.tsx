import { HeadlineAmount } from '../../ui/figure/headline-amount.tsx';
import { SliderSkeleton } from '../../ui/form/slider.tsx';
import { Card } from '../../ui/page/card.tsx';
import { FactList } from '../../ui/page/fact-list.tsx';
import { RichTextEditorSkeleton } from '../../ui/rich-text/lazy-rich-text-editor.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import documents from './offer-documents.module.css';
import classes from './offer-form.module.css';

const FACTS = ['Payback Amount', 'Max Upsell (factor rate)', 'Buy Rate', 'Payment', 'Term'];

/** The form's skeleton while the offer is loading. */
export function OfferSkeleton() {
  return (
    <div className={classes['form']} aria-busy="true">
      <Card label="Terms of the offer">
        <HeadlineAmount label="Offer Amount">
          <Skeleton characters={9} />
        </HeadlineAmount>
        <SliderSkeleton label="Your commission" />
        <FactList facts={FACTS.map((name) => ({ name, value: <Skeleton characters={9} /> }))} />
      </Card>
      <div className={classes['more']}>
        <Card title="Documents">
          <div className={documents['zone']} />
        </Card>
        <Card title="Message">
          <RichTextEditorSkeleton />
        </Card>
      </div>
    </div>
  );
}
