import { type CalendarDate, calendarDate } from '../../../../shared/domain/calendar-date.ts';
import parts from '../../ui/page-parts.module.css';
import classes from './why.module.css';
import { useChoose, type WhyChoice } from './why-choice.ts';

interface PayDateFieldProps {
  choice: WhyChoice;
  /** The newest pay date, until another one is chosen. */
  shown: CalendarDate | null;
}

/** Which pay date the figure is of. */
export function PayDateField({ choice, shown }: PayDateFieldProps) {
  const choose = useChoose(choice);
  return (
    <div className={parts['tools']}>
      <label className={`${parts['select']} ${classes['day']}`}>
        Pay date
        <input
          type="date"
          value={choice.payDate ?? shown ?? ''}
          onChange={({ target: { value } }) =>
            /^[12]\d{3}-\d\d-\d\d$/.test(value) && choose({ payDate: calendarDate(value) }, { replace: true })
          }
        />
      </label>
    </div>
  );
}
