import { holidayOn } from '../../../shared/domain/bank-holidays.ts';
import type { DayState } from '../../../shared/domain/deal-calendar.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import type { Day } from './calendar-months.ts';

export const STATE_WORDS: Readonly<Record<DayState, string>> = {
  cleared: 'cleared',
  partly: 'cleared in part',
  returned: 'returned',
  missed: 'missed',
  upcoming: 'upcoming',
  holiday: 'bank holiday',
};

/** What a day is about, in the money of the share. */
export function daySentence({ date, state, asked, cleared, returnCode }: Day): string {
  const code = returnCode === null ? '' : ` with code ${returnCode}`;
  switch (state) {
    case 'cleared':
      return `Your share ${formatMoney(cleared)}, cleared.`;
    case 'partly':
      return `Your share ${formatMoney(asked)}, of which ${formatMoney(cleared)} cleared${code && `; the rest came back${code}`}.`;
    case 'returned':
      return asked === 0n
        ? `A debit was returned by the bank${code}.`
        : `Your share ${formatMoney(asked)}, returned by the bank${code}. Still owed.`;
    case 'missed':
      return `Your share ${formatMoney(asked)}, missed. Still owed.`;
    case 'upcoming':
      return `Your share ${formatMoney(asked)}, upcoming.`;
    case 'holiday':
      return `${holidayOn(date) ?? 'Bank holiday'}, no debit.`;
  }
}
