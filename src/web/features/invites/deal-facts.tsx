import { formatMoney } from '../../../shared/domain/money.ts';
import { formatPercent, formatRate } from '../../../shared/domain/rate.ts';
import { countOf } from '../../ui/figure/count.ts';
import { FactList } from './fact-list.tsx';
import type { InvitedDeal } from './invites.api.ts';
import classes from './pre-funding-form.module.css';

const FREQUENCY_WORDS = { DAILY: 'daily', WEEKLY: 'weekly' } as const;

export function DealFacts({ deal }: { deal: InvitedDeal }) {
  return (
    <section className={classes['card']} aria-labelledby="deal-facts">
      <h2 id="deal-facts" className={classes['title']}>
        The deal
      </h2>
      <FactList
        facts={[
          { name: 'MID', value: deal.mid },
          { name: 'Position number', value: deal.positionNumber },
          { name: 'Funding amount', value: formatMoney(deal.offerAmount) },
          { name: 'Factor rate', value: formatRate(deal.factorRate) },
          { name: 'Term in days', value: countOf(deal.termDays, 'day') },
          { name: 'Payback', value: formatMoney(deal.paybackAmount) },
          {
            name: 'Payment',
            value: `${formatMoney(deal.payment)} ${FREQUENCY_WORDS[deal.paymentFrequency]}`,
          },
          { name: 'Industry', value: deal.industry },
          { name: 'State', value: deal.state ?? 'Not on file' },
          { name: 'Left for syndicates', value: formatPercent(deal.leftPercent, 1) },
        ]}
      />
    </section>
  );
}
