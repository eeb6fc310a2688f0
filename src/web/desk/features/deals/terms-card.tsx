import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney, wholePercent } from '../../../../shared/domain/money.ts';
import { formatPercent, formatRate } from '../../../../shared/domain/rate.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import type { Deal } from './deals.api.ts';
import classes from './deals.module.css';

const NAMES = [
  'Funding amount',
  'Factor rate',
  'Payback',
  'Payment',
  'Term',
  'Position',
  'Collected',
  'Funded on',
] as const;

interface TermsCardProps {
  /** Undefined while it is loading. */
  deal: Deal | undefined;
}

/** What the merchant was given and owes, and what has come of it. */
export function TermsCard({ deal }: TermsCardProps) {
  return (
    <HeadedCard title="Terms" about={deal && <Renewal deal={deal} />}>
      {deal && deal.terms === null ? (
        <NothingInCard title="Not funded yet">Its offers say what it could become.</NothingInCard>
      ) : (
        <FactGrid names={NAMES} values={deal && valuesOf(deal)} />
      )}
    </HeadedCard>
  );
}

function valuesOf({ terms, positionNumber }: Deal): Record<(typeof NAMES)[number], string> | undefined {
  if (terms === null) return undefined;
  const paid = formatPercent(wholePercent(terms.collected, terms.paybackAmount));
  return {
    'Funding amount': formatMoney(terms.fundedAmount),
    'Factor rate': formatRate(terms.factorRate),
    Payback: formatMoney(terms.paybackAmount),
    Payment:
      terms.payment === 0n
        ? 'Paused'
        : `${formatMoney(terms.payment)} ${terms.paymentFrequency.toLowerCase()}`,
    Term: `${terms.termDays} business days`,
    Position: positionNumber === null ? 'Not known' : String(positionNumber),
    Collected: `${formatMoney(terms.collected)}, ${paid}`,
    'Funded on': formatDate(terms.fundedDate),
  };
}

const Renewal = ({ deal: { renewalOf, renewedBy } }: { deal: Deal }) => (
  <>
    {renewalOf && (
      <DeskLink page="deal" params={{ dealId: renewalOf.dealId }} className={classes['link']}>
        Renewal of {renewalOf.mid}
      </DeskLink>
    )}
    {renewedBy && (
      <DeskLink page="deal" params={{ dealId: renewedBy.dealId }} className={classes['link']}>
        Renewed by {renewedBy.mid}
      </DeskLink>
    )}
  </>
);
