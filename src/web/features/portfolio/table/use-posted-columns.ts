import { useMemo } from 'react';
import { formatPeriod } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatUpcomingDates, type UpcomingPayouts } from '../../../../shared/domain/upcoming-payouts.ts';
import { usePortfolioTotals } from '../summary/portfolio.api.ts';
import type { ParticipationColumn } from './columns.tsx';

/** Adds to the columns that count posted payouts how much has not been paid yet. */
export function usePostedColumns(
  columns: readonly ParticipationColumn[],
  syndicateId: bigint,
): readonly ParticipationColumn[] {
  const totals = usePortfolioTotals(syndicateId).data;
  const about = totals && aboutPosted(totals);
  return useMemo(
    () => (about ? columns.map((column) => (countsPosted(column) ? { ...column, about } : column)) : columns),
    [columns, about],
  );
}

const countsPosted = ({ sort }: ParticipationColumn) =>
  sort?.by === 'totalPayouts' || sort?.by === 'netProfit';

function aboutPosted(upcoming: UpcomingPayouts): string {
  const days = formatUpcomingDates(upcoming);
  if (!days) return 'Counts every payout that is posted; nothing of it is on its way.';
  return `Counts every payout that is posted. Of the whole book ${formatMoney(upcoming.upcomingPayouts)} is still on its way, ${formatPeriod(days)}.`;
}
