import { DateInput } from '@mantine/dates';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { type CalendarDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';
import classes from './day-field.module.css';

interface DayFieldProps {
  /** Stands in the field before the day. */
  label: string;
  /** What the day is, for who does not see what stands around it. */
  about: string;
  value: CalendarDate | null;
  minDate?: CalendarDate | null;
  maxDate?: CalendarDate | null;
  onPick: (day: CalendarDate | null) => void;
  /** In a dialog the calendar has to open above it. */
  isInDialog?: boolean;
}

/** A day, typed or picked from a calendar; none is any. */
export function DayField({ label, about, value, minDate, maxDate, onPick, isInDialog }: DayFieldProps) {
  return (
    <DateInput
      aria-label={about}
      valueFormat="MM/DD/YYYY"
      placeholder="Any date"
      value={value}
      {...(minDate && { minDate })}
      {...(maxDate && { maxDate })}
      firstDayOfWeek={0}
      previousLabel="Previous month"
      nextLabel="Next month"
      size="sm"
      leftSection={<span className={classes['label']}>{label}</span>}
      leftSectionWidth={44}
      rightSection={<IconCalendar size={15} stroke={1.75} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      popoverProps={{
        portalProps: { target: isInDialog ? 'dialog' : 'main' },
        floatingStrategy: isInDialog ? 'fixed' : 'absolute',
        classNames: { dropdown: classes['calendar'] ?? '' },
      }}
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
