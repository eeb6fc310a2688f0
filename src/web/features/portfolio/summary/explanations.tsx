import { formatDate, formatPeriod } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatPercent, formatRate } from '../../../../shared/domain/rate.ts';
import { formatUpcomingDates } from '../../../../shared/domain/upcoming-payouts.ts';
import { MoneyText, PercentText } from '../../../ui/figure/amount.tsx';
import { groupedCount } from '../../../ui/figure/count.ts';
import { Explanation, type Term } from '../../../ui/figure/explanation.tsx';
import type { PortfolioFigures } from './portfolio-figures.ts';

interface AboutProps {
  figures: PortfolioFigures;
}

export function AboutAnticipatedReturn({ figures }: AboutProps) {
  return (
    <Explanation
      meaning="What your deals pay back to you if every merchant pays in full, before management fees."
      formula="Your share of each deal’s payback, added up."
      terms={[
        { name: 'Deals', value: groupedCount(figures.participationCount) },
        { sign: '=', name: 'Anticipated return', value: <MoneyText amount={figures.anticipatedReturn} /> },
      ]}
    />
  );
}

export function AboutInvestmentCost({ figures }: AboutProps) {
  const feesAndCommissions = figures.investmentCost - figures.participationAmount;
  return (
    <Explanation
      meaning="Everything you have sent in for your deals so far."
      formula="Participation amounts, plus your share of commissions and any upfront fees."
      terms={[
        { name: 'Participation amounts', value: <MoneyText amount={figures.participationAmount} /> },
        { sign: '+', name: 'Commissions and fees', value: <MoneyText amount={feesAndCommissions} /> },
        { sign: '=', name: 'Total investment cost', value: <MoneyText amount={figures.investmentCost} /> },
      ]}
    />
  );
}

export function AboutPortfolioBalance({ figures }: AboutProps) {
  const noLongerOwed = figures.anticipatedReturn - figures.portfolioBalance;
  return (
    <Explanation
      meaning="What merchants still have to pay on your deals, before management fees."
      formula="Anticipated return less what has been collected. Deals written off or completed with a discount count as zero."
      terms={[
        { name: 'Anticipated return', value: <MoneyText amount={figures.anticipatedReturn} /> },
        { sign: '−', name: 'Collected or written off', value: <MoneyText amount={noLongerOwed} /> },
        { sign: '=', name: 'Portfolio balance', value: <MoneyText amount={figures.portfolioBalance} /> },
      ]}
    />
  );
}

export function AboutTotalPayouts({ figures }: AboutProps) {
  return (
    <Explanation
      meaning="Everything paid out to you so far. What is posted for a pay date to come is on its way, and not counted here until that day."
      formula="Your share of every payment that cleared, less management fees and less payments that came back."
      terms={[
        { name: 'Paid', value: <MoneyText amount={figures.paidPayouts} /> },
        { sign: '+', name: 'On its way', value: <MoneyText amount={figures.upcomingPayouts} /> },
        { sign: '=', name: 'Posted', value: <MoneyText amount={figures.totalPayouts} /> },
      ]}
      notes={[
        `Paid is ${formatPercent(figures.costReturnedPercent)} of your total investment cost.`,
        'The tables, the exports and net investment count what is posted.',
      ]}
    />
  );
}

/** Added to figures that count posted payouts: how much of them has not been paid yet. */
function postedNote(figures: PortfolioFigures): string[] {
  const days = formatUpcomingDates(figures);
  if (!days) return [];
  const amount = formatMoney(figures.upcomingPayouts);
  return [`It counts every payout that is posted, ${amount} of it on its way (${formatPeriod(days)}).`];
}

export function AboutLatestPayout({ figures: { latestPayout } }: AboutProps) {
  const terms: Term[] = latestPayout
    ? [
        { name: 'Gross', value: <MoneyText amount={latestPayout.gross} /> },
        { sign: '−', name: 'Management fee', value: <MoneyText amount={latestPayout.managementFee} /> },
        {
          sign: '=',
          name: formatDate(latestPayout.payDate),
          value: <MoneyText amount={latestPayout.netPay} />,
        },
      ]
    : [];
  return (
    <Explanation
      meaning="What you were paid on your most recent pay date, all deals together."
      formula="Your share of the payments paid out that day, less management fees."
      terms={terms}
    />
  );
}

export function AboutCashBalance() {
  return (
    <Explanation
      meaning="Money of yours that is held with the funder and not placed in a deal."
      formula="Kept by the funder’s accounting; it is not part of the portfolio balance."
    />
  );
}

export function AboutNetInvestment({ figures }: AboutProps) {
  const result: Term = {
    sign: '=',
    name: 'Net investment',
    value: <MoneyText amount={figures.netInvestment} />,
  };
  if (figures.isNetInvestmentSet) {
    return (
      <Explanation
        meaning="Your own money that is still at work."
        formula="Set by the funder’s accounting, as your account has a cash balance."
        terms={[result]}
      />
    );
  }
  return (
    <Explanation
      meaning="Your own money that is still at work."
      formula="Total investment cost less total payouts, plus cash balance."
      terms={[
        { name: 'Total investment cost', value: <MoneyText amount={figures.investmentCost} /> },
        { sign: '−', name: 'Total payouts', value: <MoneyText amount={figures.totalPayouts} /> },
        { sign: '+', name: 'Cash balance', value: <MoneyText amount={figures.cashInFormulas} /> },
        result,
      ]}
      notes={[
        ...postedNote(figures),
        ...(figures.netInvestment < 0n ? ['Below zero: more has come back than you sent in.'] : []),
      ]}
    />
  );
}

export function AboutPortfolioReturn({ figures }: AboutProps) {
  return (
    <Explanation
      meaning="What your open deals would add to the money that is still at work."
      formula="Portfolio balance less net investment plus cash balance, as a percent of net investment."
      terms={[
        { name: 'Portfolio balance', value: <MoneyText amount={figures.portfolioBalance} /> },
        { sign: '−', name: 'Net investment', value: <MoneyText amount={figures.netInvestment} /> },
        { sign: '+', name: 'Cash balance', value: <MoneyText amount={figures.cashInFormulas} /> },
        { sign: '÷', name: 'Net investment', value: <MoneyText amount={figures.netInvestment} /> },
        { sign: '=', name: 'Portfolio return', value: <PercentText percent={figures.returnPercent} /> },
      ]}
      notes={[
        ...postedNote(figures),
        ...(figures.netInvestment < 0n
          ? ['More has come back than you sent in, so the base is below zero and the percent turns negative.']
          : []),
        ...(figures.onCost
          ? [
              `On cost it is ${formatRate(figures.onCost)}x: total payouts and portfolio balance, before fees on what is to come, divided by total investment cost.`,
            ]
          : []),
      ]}
    />
  );
}
