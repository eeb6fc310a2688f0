import { addDays, type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { isEnded } from '../../../shared/domain/deal-status.ts';
import type { DealOnPage, Standing } from './deal-page.api.ts';

const DAY_MS = 86_400_000;
export const dayNumber = (date: CalendarDate): number => Date.parse(date) / DAY_MS;
export const dateOf = (day: number): CalendarDate =>
  calendarDate(new Date(Math.round(day) * DAY_MS).toISOString().slice(0, 10));

/** Numbers are exact enough for a drawing. */
export interface ChartRow extends Record<string, number | undefined> {
  day: number;
}

export interface Chart {
  rows: ChartRow[];
  /** The last day that is posted, with what had been collected; null for a deal that ended. */
  asOf: { day: number; collected: number } | null;
  /** Where the lines to come end. */
  ends: { name: 'expected' | 'pace'; date: CalendarDate }[];
  whole: number;
}

/** The points so far, straight lines from them to the payoffs, and the days on which a debit did not clear. */
export function chartOf(deal: DealOnPage): Chart {
  const { points, standing, status, share } = deal;
  const whole = Number(share.anticipatedReturn);
  const rows: ChartRow[] = points.map(({ date, expected, collected }) => ({
    day: dayNumber(date),
    expected: Number(expected),
    collected: Number(collected),
  }));
  const last = rows.at(-1);
  if (!standing || !last || isEnded(status))
    return { rows: inOrder([...rows, ...troubledRows(deal)]), asOf: null, ends: [], whole };
  // A weekly deal may have had its last debit days before.
  const now: ChartRow = { ...last, day: Math.max(last.day, dayNumber(standing.asOf)) };
  const ends = endsOf(standing);
  if (ends.some(({ name }) => name === 'pace')) now['pace'] = now['collected'];
  const coming = ends.map(({ name, date }) => ({ day: dayNumber(date), [name]: whole }));
  return {
    rows: inOrder([...rows.filter(({ day }) => day < now.day), now, ...troubledRows(deal), ...coming]),
    asOf: { day: now.day, collected: now['collected'] ?? 0 },
    ends,
    whole,
  };
}

const inOrder = (rows: readonly ChartRow[]): ChartRow[] => rows.toSorted((one, other) => one.day - other.day);

function endsOf({ schedulePayoff, pacePayoff, pace }: Standing): Chart['ends'] {
  const ends: Chart['ends'] = [];
  if (schedulePayoff !== null) ends.push({ name: 'expected', date: schedulePayoff });
  if (hasPaceLine({ schedulePayoff, pacePayoff, pace }) && pacePayoff !== null)
    ends.push({ name: 'pace', date: pacePayoff });
  return ends;
}

/** A deal that keeps to its schedule would have the same line twice. */
export const hasPaceLine = ({
  schedulePayoff,
  pacePayoff,
  pace,
}: Pick<Standing, 'schedulePayoff' | 'pacePayoff' | 'pace'>): boolean =>
  pace !== null && pacePayoff !== null && pacePayoff !== schedulePayoff;

export const isTroubled = ({ state }: DealOnPage['calendar'][number]): boolean =>
  state === 'returned' || state === 'missed';

const troubledRows = ({ calendar, points }: DealOnPage): ChartRow[] =>
  calendar
    .filter(isTroubled)
    .map(({ date }) => ({ day: dayNumber(date), troubled: collectedBy(points, date) }));

const collectedBy = (points: DealOnPage['points'], day: CalendarDate): number =>
  Number(points.findLast(({ date }) => date <= day)?.collected ?? 0n);

/** The first days of the months between two days. */
export function monthTicks(from: number, to: number): number[] {
  const ticks: number[] = [];
  for (let start = monthAfter(dateOf(from)); dayNumber(start) <= to; start = monthAfter(start))
    ticks.push(dayNumber(start));
  return ticks;
}

const monthAfter = (date: CalendarDate): CalendarDate =>
  calendarDate(`${addDays(calendarDate(`${date.slice(0, 8)}01`), 31).slice(0, 8)}01`);

const MOST_STEPS = 4;

/** Round amounts from zero up to the whole, at most four of them. */
export function moneyTicks(whole: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(whole, 100) / MOST_STEPS));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * magnitude).find((each) => each * MOST_STEPS >= whole);
  if (step === undefined) return [0];
  return Array.from({ length: MOST_STEPS + 1 }, (_, place) => place * step).filter((each) => each <= whole);
}
