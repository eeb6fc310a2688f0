import type { ReactNode } from 'react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatPercent } from '../../../../shared/domain/rate.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { Figure, FigureSkeleton } from '../../../ui/figure/figure.tsx';
import { FigureStrip } from '../../../ui/figure/figure-strip.tsx';
import {
  AboutAnticipatedReturn,
  AboutCashBalance,
  AboutInvestmentCost,
  AboutLatestPayout,
  AboutPortfolioBalance,
  AboutTotalPayouts,
} from './explanations.tsx';
import { OnItsWay } from './on-its-way.tsx';
import type { PortfolioFigures } from './portfolio-figures.ts';

const NO_PAYOUTS = 'no payouts yet';
const LABELS = {
  anticipatedReturn: 'Total Anticipated Return',
  investmentCost: 'Total Investment Cost (Sent\u00a0in)',
  portfolioBalance: 'Portfolio Balance',
  totalPayouts: 'Total Payouts',
  latestPayout: 'Latest Payout',
} as const;
const CASH_BALANCE = 'Cash Balance';

/** A phone shows three of them: what is still out, what came back, and the cash or the last payout. */
const figureCount = (hasCashBalance: boolean): number =>
  Object.keys(LABELS).length + (hasCashBalance ? 1 : 0);

interface DetailedStripProps {
  figures: PortfolioFigures;
}

export function DetailedStrip({ figures }: DetailedStripProps) {
  const { latestPayout, cashBalance } = figures;
  return (
    <FigureStrip label="Portfolio summary" size="compact" unfoldsTo={figureCount(cashBalance !== null)}>
      <Figure
        isFolded
        label={LABELS.anticipatedReturn}
        about={<AboutAnticipatedReturn figures={figures} />}
        value={<MoneyText amount={figures.anticipatedReturn} />}
        caption={
          figures.participationCount > 0
            ? `across ${countOf(figures.participationCount, 'deal')}`
            : 'no deals yet'
        }
      />
      <Figure
        isFolded
        label={LABELS.investmentCost}
        about={<AboutInvestmentCost figures={figures} />}
        value={<MoneyText amount={figures.investmentCost} />}
        caption="with commissions and fees"
      />
      <Figure
        label={LABELS.portfolioBalance}
        about={<AboutPortfolioBalance figures={figures} />}
        value={<MoneyText amount={figures.portfolioBalance} />}
        caption="write-offs not included"
      />
      <Figure
        label={LABELS.totalPayouts}
        about={<AboutTotalPayouts figures={figures} />}
        value={<MoneyText amount={figures.paidPayouts} />}
        caption={totalPayoutsCaption(figures)}
      />
      <Figure
        isFolded={cashBalance !== null}
        label={LABELS.latestPayout}
        about={<AboutLatestPayout figures={figures} />}
        value={latestPayout ? <MoneyText amount={latestPayout.netPay} /> : '–'}
        caption={latestPayout ? formatDate(latestPayout.payDate) : NO_PAYOUTS}
      />
      {cashBalance !== null && (
        <Figure
          label={CASH_BALANCE}
          about={<AboutCashBalance />}
          value={<MoneyText amount={cashBalance} />}
          caption="not placed in a deal"
        />
      )}
    </FigureStrip>
  );
}

function totalPayoutsCaption(figures: PortfolioFigures): ReactNode {
  if (figures.upcomingPayDate !== null) return <OnItsWay figures={figures} words=" on its way" />;
  if (figures.latestPayout === null) return NO_PAYOUTS;
  return `${formatPercent(figures.costReturnedWhole, 0)} of cost returned`;
}

interface DetailedStripSkeletonProps {
  hasCashBalance: boolean;
}

export function DetailedStripSkeleton({ hasCashBalance }: DetailedStripSkeletonProps) {
  const labels = [...Object.values(LABELS), ...(hasCashBalance ? [CASH_BALANCE] : [])];
  const folded: readonly string[] = [
    LABELS.anticipatedReturn,
    LABELS.investmentCost,
    ...(hasCashBalance ? [LABELS.latestPayout] : []),
  ];
  return (
    <FigureStrip label="Portfolio summary" size="compact" isLoading unfoldsTo={figureCount(hasCashBalance)}>
      {labels.map((label) => (
        <FigureSkeleton key={label} label={label} hasCaption isFolded={folded.includes(label)} />
      ))}
    </FigureStrip>
  );
}
