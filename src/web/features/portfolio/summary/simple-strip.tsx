import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { MoneyText, PercentText } from '../../../ui/figure/amount.tsx';
import { groupedCount } from '../../../ui/figure/count.ts';
import { Figure, FigureSkeleton } from '../../../ui/figure/figure.tsx';
import { FigureStrip } from '../../../ui/figure/figure-strip.tsx';
import { AboutNetInvestment, AboutPortfolioBalance, AboutPortfolioReturn } from './explanations.tsx';
import { OnItsWay } from './on-its-way.tsx';
import type { PortfolioFigures } from './portfolio-figures.ts';
import { ReturnValue } from './return-value.tsx';

const BALANCE = 'Total Portfolio Balance';
const NET_INVESTMENT = 'Net Investment';
const RETURN = 'Portfolio Return %';

interface SimpleStripProps {
  figures: PortfolioFigures;
  showsCashBalance: boolean;
}

export function SimpleStrip({ figures, showsCashBalance }: SimpleStripProps) {
  const { cashBalance, latestPayout } = figures;
  const cash =
    showsCashBalance && cashBalance !== null
      ? [{ name: 'Cash balance', value: <MoneyText amount={cashBalance} /> }]
      : [];
  return (
    <FigureStrip label="Portfolio summary" size="large">
      <Figure
        label={BALANCE}
        about={<AboutPortfolioBalance figures={figures} />}
        value={<MoneyText amount={figures.portfolioBalance} />}
        details={[{ name: 'Deals', value: groupedCount(figures.participationCount) }, ...cash]}
      />
      <Figure
        label={NET_INVESTMENT}
        about={<AboutNetInvestment figures={figures} />}
        value={<MoneyText amount={figures.netInvestment} />}
        details={[
          { name: 'Total investment cost', value: <MoneyText amount={figures.investmentCost} /> },
          { name: 'Cost returned', value: <PercentText percent={figures.costReturnedPercent} /> },
        ]}
      />
      <Figure
        label={RETURN}
        about={<AboutPortfolioReturn figures={figures} />}
        value={<ReturnValue figures={figures} />}
        details={[
          { name: 'Total payouts', value: <MoneyText amount={figures.paidPayouts} /> },
          {
            name: 'On its way',
            value: figures.upcomingPayDate === null ? 'Nothing' : <OnItsWay figures={figures} />,
          },
          {
            name: 'Latest payout',
            value: latestPayout ? formatDate(latestPayout.payDate) : 'No payouts yet',
          },
        ]}
      />
    </FigureStrip>
  );
}

interface SimpleStripSkeletonProps {
  showsCashBalance: boolean;
}

export function SimpleStripSkeleton({ showsCashBalance }: SimpleStripSkeletonProps) {
  return (
    <FigureStrip label="Portfolio summary" size="large" isLoading>
      <FigureSkeleton label={BALANCE} details={showsCashBalance ? ['Deals', 'Cash balance'] : ['Deals']} />
      <FigureSkeleton label={NET_INVESTMENT} details={['Total investment cost', 'Cost returned']} />
      <FigureSkeleton label={RETURN} details={['Total payouts', 'On its way', 'Latest payout']} />
    </FigureStrip>
  );
}
