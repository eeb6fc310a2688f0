import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { ForecastMonth } from './insights.api.ts';

/** A month of the chart. Numbers are exact enough for heights. */
interface ChartMonth {
  month: CalendarDate;
  paid: number;
  upcoming: number;
  /** What is to come up to the end of the month; null before anything is, so that the lines begin at zero in the month before. */
  agreedSum: number | null;
  paceSum: number | null;
}

export function addedUp(months: readonly ForecastMonth[]): ChartMonth[] {
  const first = months.findIndex(({ agreed, atPace }) => agreed !== 0n || atPace !== 0n);
  let agreedSum = 0n;
  let paceSum = 0n;
  return months.map(({ month, paid, onItsWay, agreed, atPace }, place) => {
    agreedSum += agreed;
    paceSum += atPace;
    const isDrawn = first !== -1 && place >= first - 1;
    return {
      month,
      paid: Number(paid),
      upcoming: Number(onItsWay + agreed),
      agreedSum: isDrawn ? Number(agreedSum) : null,
      paceSum: isDrawn ? Number(paceSum) : null,
    };
  });
}
