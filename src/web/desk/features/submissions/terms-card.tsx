import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatPercent, formatRate } from '../../../../shared/domain/rate.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import type { Submission } from './submissions.api.ts';

interface TermsCardProps {
  /** Undefined while it is loading. */
  submission: Submission | undefined;
}

const NAMES = [
  'Funding amount',
  'Payback',
  'Factor rate',
  'Buy rate',
  'Term',
  'Payment',
  'Commission',
  'Position',
  'Company',
  'Broker',
] as const;

/** What the offer says, and to whom. */
export function TermsCard({ submission }: TermsCardProps) {
  return (
    <HeadedCard title="Terms" isPending={false}>
      <FactGrid names={NAMES} values={submission && valuesOf(submission)} wide={['Company', 'Broker']} />
    </HeadedCard>
  );
}

const valuesOf = (offer: Submission): Record<(typeof NAMES)[number], string> => ({
  'Funding amount': formatMoney(offer.amount),
  Payback: formatMoney(offer.paybackAmount),
  'Factor rate': formatRate(offer.factorRate),
  'Buy rate': formatRate(offer.buyRate),
  Term: `${offer.termDays} business days`,
  Payment: `${formatMoney(offer.payment)} ${offer.paymentFrequency.toLowerCase()}`,
  Commission: formatPercent(offer.commissionPercent),
  Position: String(offer.positionNumber),
  Company: offer.companyName,
  Broker: brokerOf(offer),
});

function brokerOf({ brokerName, brokerCompany, brokerEmail }: Submission): string {
  if (brokerName === null) return 'None';
  return [capitalized(brokerName), brokerCompany, brokerEmail].filter((part) => part).join(', ');
}
