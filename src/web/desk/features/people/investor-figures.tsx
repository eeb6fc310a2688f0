import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../../shared/domain/money.ts';
import type { WhyFigure } from '../../../../shared/domain/why-figures.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { Figure, FigureSkeleton } from '../../../ui/figure/figure.tsx';
import { FigureStrip } from '../../../ui/figure/figure-strip.tsx';
import { DeskLink } from '../../desk-link.tsx';
import classes from './investor-figures.module.css';
import type { Investor } from './people.api.ts';

const LABELS = ['Investment cost', 'Portfolio balance', 'Paid out', 'On its way'] as const;

interface InvestorFiguresProps {
  investor: Investor | undefined;
}

/** The figures that the syndicate sees on its own dashboard. */
export function InvestorFigures({ investor }: InvestorFiguresProps) {
  if (!investor)
    return (
      <div className={classes['figures']}>
        <FigureStrip label="Figures" size="compact" isLoading>
          {LABELS.map((label) => (
            <FigureSkeleton key={label} label={label} hasCaption />
          ))}
        </FigureStrip>
      </div>
    );
  const { id, dealCount, investmentCost, portfolioBalance, paidOut, upcoming, nextPayDate, cashAvailable } =
    investor;
  return (
    <div className={classes['figures']}>
      <FigureStrip label="Figures" size="compact">
        <Figure
          label="Investment cost"
          about="What the syndicate has put into its deals, with the fees it paid for them."
          value={<Why of={id} figure="investment-cost" amount={investmentCost} />}
          caption={`in ${countOf(dealCount, 'deal')}`}
        />
        <Figure
          label="Portfolio balance"
          about="All remaining balances together, before fees, without those of deals written off or completed with discount."
          value={<Why of={id} figure="portfolio-balance" amount={portfolioBalance} />}
          caption="before fees"
        />
        <Figure
          label="Paid out"
          about="What was paid to the syndicate on pay dates that have come, after fees."
          value={<Why of={id} figure="paid-payouts" amount={paidOut} />}
          caption="after fees"
        />
        <Figure
          label="On its way"
          about="What is posted for pay dates to come, after fees."
          value={<Why of={id} figure="upcoming-payouts" amount={upcoming} />}
          caption={nextPayDate === null ? 'no pay date ahead' : `next pay date ${formatDate(nextPayDate)}`}
        />
        {cashAvailable !== null && (
          <Figure
            label="Cash available"
            about="What is posted in the cash account less what is reserved."
            value={<Why of={id} figure="cash-available" amount={cashAvailable} />}
            caption="in the cash account"
          />
        )}
      </FigureStrip>
    </div>
  );
}

interface WhyProps {
  of: bigint;
  figure: WhyFigure;
  amount: Cents;
}

/** A figure that leads to what it is made of. */
const Why = ({ of: investor, figure, amount }: WhyProps) => (
  <DeskLink
    page="why"
    search={{ investor, figure }}
    className={classes['why']}
    title="Why is this number so?"
  >
    <MoneyText amount={amount} />
  </DeskLink>
);
