import { TextInput } from '@mantine/core';
import { fieldLook } from '../../../ui/form/field-look.ts';
import classes from '../../ui/page-parts.module.css';
import type { SyndicateForm } from './syndicate-form.ts';

interface SyndicateFieldsProps {
  form: SyndicateForm;
  onChange: (form: SyndicateForm) => void;
  /** Whether it is also asked which tabs the syndicate sees. A new one sees the usual ones. */
  showsTabs: boolean;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

const TABS = [
  ['showsSimpleView', 'Simple view'],
  ['showsDetailedView', 'Detailed view'],
  ['showsDealsTab', 'Syndicated deals'],
  ['showsCashBalance', 'Cash balance'],
] as const;

const PERCENTS = [
  ['defaultSharePercent', 'Share of a deal (%)'],
  ['managementFeePercent', 'Management fee (%)'],
  ['syndicationFeePercent', 'Syndication fee (%)'],
] as const;

/** The fields of a syndicate. */
export function SyndicateFields({ form, onChange, showsTabs }: SyndicateFieldsProps) {
  const text = (field: TextField) => ({
    ...fieldLook,
    value: form[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...form, [field]: currentTarget.value }),
  });
  const toggleDay = (day: number) =>
    onChange({
      ...form,
      payDays: form.payDays.includes(day)
        ? form.payDays.filter((one) => one !== day)
        : [...form.payDays, day].toSorted((one, other) => one - other),
    });
  return (
    <>
      <div className={classes['row']}>
        <TextInput {...text('name')} label="Name" data-autofocus maxLength={200} />
        <TextInput {...text('abbreviation')} label="Abbreviation" maxLength={20} />
      </div>
      <fieldset className={classes['group']}>
        <legend className={classes['legend']}>Paid on</legend>
        <div className={classes['days']}>
          {DAYS.map((name, index) => (
            <label key={name} className={classes['choice']}>
              <input
                type="checkbox"
                checked={form.payDays.includes(index + 1)}
                onChange={() => toggleDay(index + 1)}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={classes['row']}>
        {PERCENTS.map(([field, label]) => (
          <TextInput key={field} {...text(field)} label={label} inputMode="decimal" maxLength={8} />
        ))}
      </div>
      <TextInput
        {...text('esignEmail')}
        label="E-sign e-mail"
        description="Documents and the nightly report go here."
        type="email"
        maxLength={254}
      />
      <TextInput
        {...text('ccEmails')}
        label="Copies to (optional)"
        description="Up to ten addresses, with commas between them."
        maxLength={2600}
      />
      {showsTabs && (
        <fieldset className={classes['group']}>
          <legend className={classes['legend']}>What it sees</legend>
          <div className={classes['days']}>
            {TABS.map(([field, label]) => (
              <label key={field} className={classes['choice']}>
                <input
                  type="checkbox"
                  checked={form[field]}
                  onChange={({ target }) => onChange({ ...form, [field]: target.checked })}
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}

type TextField = {
  [K in keyof SyndicateForm]: SyndicateForm[K] extends string ? K : never;
}[keyof SyndicateForm];
