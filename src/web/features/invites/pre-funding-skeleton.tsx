import { HeadlineAmount } from '../../ui/figure/headline-amount.tsx';
import { SliderSkeleton } from '../../ui/form/slider.tsx';
import { Card } from '../../ui/page/card.tsx';
import { FactList } from '../../ui/page/fact-list.tsx';
import { RichTextEditorSkeleton } from '../../ui/rich-text/lazy-rich-text-editor.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './pre-funding-form.module.css';

const DEAL_FACTS = [
  'MID',
  'Position number',
  'Funding amount',
  'Factor rate',
  'Term in days',
  'Payback',
  'Payment',
  'Industry',
  'State',
  'Left for syndicates',
];
const MONEY_FACTS = ['Total investment cost', 'Expected net payments per week', 'Total expected back'];

const EXPOSURE_FACTS = ['Merchant', 'Industry', 'State'];

const skeletonFacts = (names: readonly string[], detail?: string) =>
  names.map((name) => ({ name, detail, value: <Skeleton characters={9} /> }));
/** As high as the line that will be shown there. */
const LINE = '\u00a0';

/** The form's skeleton while the invite is loading. */
export function PreFundingSkeleton() {
  return (
    <div className={classes['form']} aria-busy="true">
      <Card title="The deal">
        <FactList facts={skeletonFacts(DEAL_FACTS)} />
      </Card>
      <div className={classes['more']}>
        <Card title="Your participation">
          <HeadlineAmount label="Participation amount">
            <Skeleton characters={9} />
          </HeadlineAmount>
          <SliderSkeleton label="Max Participation" />
          <p className={classes['left']}>
            <Skeleton characters={28} />
          </p>
          <p className={classes['subtitle']}>What it means</p>
          <FactList facts={skeletonFacts(MONEY_FACTS, LINE)} />
          <p className={classes['subtitle']}>Share of your portfolio after it</p>
          <FactList facts={skeletonFacts(EXPOSURE_FACTS, LINE)} />
        </Card>
        <Card title="Note">
          <RichTextEditorSkeleton />
        </Card>
      </div>
    </div>
  );
}
