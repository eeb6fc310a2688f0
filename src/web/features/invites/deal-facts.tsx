import { formatMoney } from '../../../shared/domain/money.ts';
import { formatPayment } from '../../../shared/domain/offer-terms.ts';
import { formatPercent, formatRate } from '../../../shared/domain/rate.ts';
import { countOf } from '../../ui/figure/count.ts';
import { Card } from '../../ui/page/card.tsx';
import { FactList } from './fact-list.tsx';
import type { InvitedDeal } from './invites.api.ts';

export function DealFacts({ deal }: { deal: InvitedDeal }) {
  return (
    <Card title="The deal">
      <FactList
        facts={[
          { name: 'MID', value: deal.mid },
          { name: 'Position number', value: deal.positionNumber },
          { name: 'Funding amount', value: formatMoney(deal.offerAmount) },
          { name: 'Factor rate', value: formatRate(deal.factorRate) },
          { name: 'Term in days', value: countOf(deal.termDays, 'day') },
          { name: 'Payback', value: formatMoney(deal.paybackAmount) },
          { name: 'Payment', value: formatPayment(deal) },
          { name: 'Industry', value: deal.industry },
          { name: 'State', value: deal.state ?? 'Not on file' },
          { name: 'Left for syndicates', value: formatPercent(deal.leftPercent, 1) },
        ]}
      />
    </Card>
  );
}
