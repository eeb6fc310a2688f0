import { PAYMENT_FREQUENCIES, type PaymentFrequency } from '../../../../shared/domain/offer-terms.ts';
import partClasses from '../../ui/page-parts.module.css';
import { FREQUENCY_NAMES, type TypedChange, WEEKDAY_NAMES } from './typed-change.ts';

interface RhythmFieldsProps {
  typed: TypedChange;
  onChange: (part: Partial<TypedChange>) => void;
}

/** How often the deal is debited, and on which day of the week. */
export function RhythmFields({ typed: { frequency, weekday }, onChange }: RhythmFieldsProps) {
  return (
    <>
      <label className={partClasses['select']}>
        How often
        <select
          value={frequency}
          onChange={({ currentTarget }) =>
            onChange({ frequency: PAYMENT_FREQUENCIES.find((each) => each === currentTarget.value) ?? '' })
          }
        >
          <option value="">As it is</option>
          {PAYMENT_FREQUENCIES.map((each: PaymentFrequency) => (
            <option key={each} value={each}>
              {FREQUENCY_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
      {frequency !== 'DAILY' && (
        <label className={partClasses['select']}>
          Day of weekly debits
          <select
            value={weekday}
            onChange={({ currentTarget }) => onChange({ weekday: currentTarget.value })}
          >
            <option value="">{frequency === 'WEEKLY' ? 'Not fixed' : 'As it is'}</option>
            {WEEKDAY_NAMES.map((name, place) => (
              <option key={name} value={String(place + 1)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
