import { DateInput } from '@mantine/dates';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { type CalendarDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';
import { TextButton } from '../../ui/text-button.tsx';
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
      <Day label="from" about="Start of payouts" value={from} maxDate={to} onPick={(day) => set(day, to)} />
      <Day label="to" about="End of payouts" value={to} minDate={from} onPick={(day) => set(from, day)} />
      {(from || to) && <TextButton onClick={() => set(null, null)}>Clear</TextButton>}
    </fieldset>
  );
}

interface DayProps {
  label: string;
  about: string;
  value: CalendarDate | null;
  minDate?: CalendarDate | null;
  maxDate?: CalendarDate | null;
  onPick: (day: CalendarDate | null) => void;
}

function Day({ label, about, value, minDate, maxDate, onPick }: DayProps) {
  return (
    <DateInput
      aria-label={about}
      valueFormat="MM/DD/YYYY"
      placeholder="Any date"
      value={value}
      {...(minDate && { minDate })}
      {...(maxDate && { maxDate })}
      firstDayOfWeek={0}
      size="sm"
      leftSection={<span className={classes['label']}>{label}</span>}
      leftSectionWidth={44}
      rightSection={<IconCalendar size={15} stroke={1.75} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      popoverProps={{ portalProps: { target: 'main' }, classNames: { dropdown: classes['calendar'] ?? '' } }}
      classNames={{
        root: classes['field'] ?? '',
        input: classes['input'] ?? '',
        day: classes['day'] ?? '',
        weekday: classes['weekday'] ?? '',
      }}
      onChange={(day) => onPick(day !== null && isCalendarDate(day) ? day : null)}
    />
  );
}
