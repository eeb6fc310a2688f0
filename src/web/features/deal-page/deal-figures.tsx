import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatMoney, ratioPercent } from '../../../shared/domain/money.ts';
import { formatPercent, formatRate } from '../../../shared/domain/rate.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { Figure, FigureSkeleton } from '../../ui/figure/figure.tsx';
import { FigureStrip } from '../../ui/figure/figure-strip.tsx';
import type { DealOnPage } from './deal-page.api.ts';

const LABELS = [
  'Your cost',
  'Part RTR',
  'Collected, your share',
  'Balance',
  'Net payouts to you',
  'Multiple on cost',
];
const STRIP = { label: 'Your share in figures', size: 'compact' } as const;

interface DealFiguresProps {
  deal: DealOnPage;
}

export function DealFigures({ deal: { share, terms, calendar } }: DealFiguresProps) {
  const percent = formatPercent(share.percent);
  const factor = terms.factorRate === null ? '' : `, factor ${formatRate(terms.factorRate)}`;
  const upcoming = calendar.filter(({ state }) => state === 'upcoming').length;
  return (
    <FigureStrip {...STRIP}>
      <Figure
        label="Your cost"
        about="What you paid for your share: the participation, its part of the commission, and the syndication fee."
        value={<MoneyText amount={share.investmentCost} />}
        caption={`${percent} of ${formatMoney(terms.fundedAmount)}, with fees`}
      />
      <Figure
        label="Part RTR"
        about="Your percent of the payback, before management fees."
        value={<MoneyText amount={share.anticipatedReturn} />}
        caption={`${percent} of ${formatMoney(terms.paybackAmount)}${factor}`}
      />
      <Figure
        label="Collected, your share"
        about="Your part of what the merchant has paid, before management fees."
        value={<MoneyText amount={share.collected} />}
        caption={`${formatPercent(ratioPercent(share.collected, share.anticipatedReturn))} of your part RTR`}
      />
      <Figure
        label="Balance"
        about="What is still to be collected for your share, before management fees. A deal that is written off or completed with a discount has none."
        value={<MoneyText amount={share.balance} />}
        caption={upcoming > 0 ? `${countOf(upcoming, 'debit')} to come` : 'no debits to come'}
      />
      <Figure
        label="Net payouts to you"
        about="What this deal has paid you after management fees, with what is on its way."
        value={<MoneyText amount={share.netPayouts} />}
        caption={payoutCaption(share)}
      />
      <Figure
        label="Multiple on cost"
        about="What each dollar of your cost becomes after fees: what was paid and, if the deal pays as agreed, what is still to come, divided by your cost. Simple annualized is the contract’s net return on cost, times the payments of a year (255 daily or 52 weekly) over those of the deal; it leaves out when the money comes back."
        value={share.multiple ? `${formatRate(share.multiple)}x` : '–'}
        caption={multipleCaption(share)}
      />
    </FigureStrip>
  );
}

/** Whoever reads 1.22x about a deal that has stopped paying should read at once what it supposes. */
function multipleCaption({ simpleAnnualized, balance }: DealOnPage['share']): string {
  const words = [
    ...(balance > 0n ? ['if it pays as agreed'] : []),
    ...(simpleAnnualized ? [`${formatPercent(simpleAnnualized)} simple annualized`] : []),
  ];
  return words.join('; ');
}

function payoutCaption({ managementFee, onItsWay, nextPayDate }: DealOnPage['share']): string {
  const fee = `after ${formatMoney(managementFee)} fees`;
  return nextPayDate === null
    ? fee
    : `${fee}; ${formatMoney(onItsWay)} due ${formatDate(nextPayDate).slice(0, 5)}`;
}

export const DealFiguresSkeleton = () => (
  <FigureStrip {...STRIP} isLoading>
    {LABELS.map((label) => (
      <FigureSkeleton key={label} label={label} hasCaption />
    ))}
  </FigureStrip>
);
