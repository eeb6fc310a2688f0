import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { Figure, FigureSkeleton } from '../../../ui/figure/figure.tsx';
import { FigureStrip } from '../../../ui/figure/figure-strip.tsx';
import type { Investor } from './people.api.ts';

const LABELS = ['Investment cost', 'Portfolio balance', 'Paid out', 'On its way'] as const;

interface InvestorFiguresProps {
  investor: Investor | undefined;
}

/** The figures that the syndicate sees on its own dashboard. */
export function InvestorFigures({ investor }: InvestorFiguresProps) {
  if (!investor)
    return (
      <FigureStrip label="Figures" size="compact" isLoading>
        {LABELS.map((label) => (
          <FigureSkeleton key={label} label={label} hasCaption />
        ))}
      </FigureStrip>
    );
  const { dealCount, investmentCost, portfolioBalance, paidOut, upcoming, nextPayDate, cashAvailable } =
    investor;
  return (
    <FigureStrip label="Figures" size="compact">
      <Figure
        label="Investment cost"
        about="What the syndicate has put into its deals, with the fees it paid for them."
        value={<MoneyText amount={investmentCost} />}
        caption={`in ${countOf(dealCount, 'deal')}`}
      />
      <Figure
        label="Portfolio balance"
        about="All remaining balances together, before fees, without those of deals written off or completed with discount."
        value={<MoneyText amount={portfolioBalance} />}
        caption="before fees"
      />
      <Figure
        label="Paid out"
        about="What was paid to the syndicate on pay dates that have come, after fees."
        value={<MoneyText amount={paidOut} />}
        caption="after fees"
      />
      <Figure
        label="On its way"
        about="What is posted for pay dates to come, after fees."
        value={<MoneyText amount={upcoming} />}
        caption={nextPayDate === null ? 'no pay date ahead' : `next pay date ${formatDate(nextPayDate)}`}
      />
      {cashAvailable !== null && (
        <Figure
          label="Cash available"
          about="What is posted in the cash account less what is reserved."
          value={<MoneyText amount={cashAvailable} />}
          caption="in the cash account"
        />
      )}
    </FigureStrip>
  );
}
