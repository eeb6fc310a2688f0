import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { DayField } from '../../../ui/form/day-field.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import classes from './payout-dates.module.css';

export interface PayoutDatesProps {
  from: CalendarDate | null;
  to: CalendarDate | null;
  onChange: (dates: { payoutsFrom: CalendarDate | null; payoutsTo: CalendarDate | null }) => void;
}

/** Deals whose payouts ran in this time: from the first day to the last, either of them or both. */
export function PayoutDates({ from, to, onChange }: PayoutDatesProps) {
  const set = (payoutsFrom: CalendarDate | null, payoutsTo: CalendarDate | null) => {
    if (payoutsFrom !== from || payoutsTo !== to) onChange({ payoutsFrom, payoutsTo });
  };
  return (
    <fieldset className={classes['dates']}>
      <legend className={classes['legend']}>Payouts</legend>
      <DayField
        label="from"
        about="Start of payouts"
        value={from}
        maxDate={to}
        onPick={(day) => set(day, to)}
      />
      <DayField
        label="to"
        about="End of payouts"
        value={to}
        minDate={from}
        onPick={(day) => set(from, day)}
      />
      {(from || to) && <TextButton onClick={() => set(null, null)}>Clear</TextButton>}
    </fieldset>
  );
}
