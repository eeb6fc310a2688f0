import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Rate } from '../../../shared/domain/rate.ts';

/** What a column holds decides the type and the format of its cells. */
export interface Values {
  text: string;
  date: CalendarDate;
  money: Cents;
  percent: Rate;
  count: number;
}

export type Kind = keyof Values;

/** A value of the column's kind, or an empty cell. */
export type Cell = Values[Kind] | null;
