import { HeadlineAmount } from '../../ui/figure/headline-amount.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FactList } from './fact-list.tsx';
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

const bones = (names: readonly string[], detail?: string) =>
  names.map((name) => ({ name, detail, value: <Skeleton characters={9} /> }));
/** As high as the line that will stand there. */
const LINE = '\u00a0';

/** The form in outline, while the invite is on its way. */
export function PreFundingSkeleton() {
  return (
    <div className={classes['form']} aria-busy="true">
      <Card title="The deal">
        <FactList facts={bones(DEAL_FACTS)} />
      </Card>
      <Card title="Your participation">
        <HeadlineAmount label="Participation amount">
          <Skeleton characters={9} />
        </HeadlineAmount>
        <div className={classes['sliderPlace']} />
        <p className={classes['subtitle']}>What it means</p>
        <FactList facts={bones(MONEY_FACTS, LINE)} />
        <p className={classes['subtitle']}>Share of your portfolio after it</p>
        <FactList facts={bones(EXPOSURE_FACTS, LINE)} />
      </Card>
    </div>
  );
}
