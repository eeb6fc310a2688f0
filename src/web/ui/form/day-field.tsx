import { DateInput } from '@mantine/dates';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { type CalendarDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';
import classes from './day-field.module.css';
import { readDay, type TypedDay } from './typed-day.ts';

interface DayFieldProps {
  /** The text in the field before the day. */
  label: string;
  /** The field's label for screen readers. */
  about: string;
  value: TypedDay;
  /** What an empty field means. */
  placeholder?: string;
  /** The error, shown once the user has finished typing. */
  problem?: string | undefined;
  /** The first and the last day that the calendar offers. A typed day outside is reported by `problem`. */
  earliest?: TypedDay;
  latest?: TypedDay;
  onPick: (day: TypedDay) => void;
  /** In a dialog the calendar has to be rendered inside it. */
  isInDialog?: boolean;
}

/** A field for a day, typed or picked from a calendar. Empty means any day. */
export function DayField(props: DayFieldProps) {
  const {
    label,
    about,
    value,
    placeholder = 'Any date',
    problem,
    earliest,
    latest,
    onPick,
    isInDialog,
  } = props;
  const [isTyping, setIsTyping] = useState(false);
  const day = dayOf(value);
  return (
    <DateInput
      aria-label={about}
      valueFormat="MM/DD/YYYY"
      placeholder={placeholder}
      value={day}
      error={isTyping ? undefined : problem}
      excludeDate={(date) => isOutside(date, dayOf(earliest), dayOf(latest))}
      dateParser={(text) => dayOf(readDay(text))}
      // An invalid text stays in the field to be corrected.
      fixOnBlur={value !== 'no day'}
      clearable
      clearSectionMode="clear"
      clearButtonProps={{ 'aria-label': `Clear ${about.toLowerCase()}` }}
      firstDayOfWeek={0}
      previousLabel="Previous month"
      nextLabel="Next month"
      size="sm"
      leftSection={<span className={classes['label']}>{label}</span>}
      leftSectionWidth={44}
      rightSection={<IconCalendar size={15} stroke={1.75} aria-hidden="true" />}
      rightSectionPointerEvents={day === null ? 'none' : 'all'}
      popoverProps={{
        portalProps: { target: isInDialog ? 'dialog' : 'main' },
        floatingStrategy: isInDialog ? 'fixed' : 'absolute',
        classNames: { dropdown: classes['calendar'] ?? '' },
      }}
      classNames={{
        root: classes['field'] ?? '',
        input: classes['input'] ?? '',
        error: classes['error'] ?? '',
        day: classes['day'] ?? '',
        weekday: classes['weekday'] ?? '',
      }}
      onInput={({ currentTarget }) => {
        setIsTyping(true);
        if (readDay(currentTarget.value) === 'no day') onPick('no day');
      }}
      onBlur={() => setIsTyping(false)}
      onKeyDown={({ key }) => key === 'Enter' && setIsTyping(false)}
      onChange={(picked) => onPick(picked !== null && isCalendarDate(picked) ? picked : null)}
    />
  );
}

const dayOf = (typed: TypedDay | undefined): CalendarDate | null =>
  typed === undefined || typed === 'no day' ? null : typed;

const isOutside = (date: string, earliest: CalendarDate | null, latest: CalendarDate | null): boolean =>
  (earliest !== null && date < earliest) || (latest !== null && date > latest);
