import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { SETTING_NAMES, type SettingName, settingInWords } from '../../../../shared/domain/setting-names.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import parts from '../../ui/page-parts.module.css';
import type { AllSettings } from './settings.api.ts';
import classes from './settings.module.css';
import type { SectionForm } from './use-section-form.ts';

interface LastChangeProps {
  all: AllSettings;
  /** The settings that the line is about; the latest change of them counts. */
  of: readonly string[];
}

/** Who changed it last, as the audit trail has it. */
export function LastChange({ all: { lastChanges }, of }: LastChangeProps) {
  const [last] = lastChanges
    .filter(({ setting }) => of.includes(setting))
    .toSorted((one, other) => other.at.localeCompare(one.at));
  // Most settings keep their default for good, and a line under each of them that says so would hide those that do not.
  if (!last) return null;
  return <p className={classes['last']}>{`Changed by ${last.by} ${formatMoment(last.at)}`}</p>;
}

interface SettingFormProps {
  form: SectionForm;
  all: AllSettings;
  children: ReactNode;
}

/** The fields of a section, what somebody else has changed in them meanwhile, and the buttons. */
export function SettingForm({ form, all, children }: SettingFormProps) {
  const save = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <SavingForm isSaving={form.isPending} onSubmit={save}>
      <div className={classes['fields']}>
        {children}
        {form.conflicts.map((name) => (
          <Conflict key={name} name={name} form={form} all={all} />
        ))}
        <FormAlert message={form.failure} />
      </div>
      <div className={parts['foot']}>
        <Button type="submit" disabled={!form.isChanged} loading={form.isPending}>
          Save
        </Button>
        {form.isChanged && (
          <Button variant="default" onClick={form.undo}>
            Undo
          </Button>
        )}
      </div>
    </SavingForm>
  );
}

interface ConflictProps {
  name: SettingName;
  form: SectionForm;
  all: AllSettings;
}

/** Both values side by side. Nothing is lost until one of them is chosen. */
function Conflict({ name, form, all: { settings, lastChanges } }: ConflictProps) {
  const by = lastChanges.find(({ setting }) => setting === name)?.by ?? 'Somebody else';
  return (
    <div className={classes['conflict']} role="status">
      <span>
        {SETTING_NAMES[name]}: {by} has set it to <b>{settingInWords(name, settings[name])}</b>, and you
        entered <b>{settingInWords(name, form.valueOf(name))}</b>.
      </span>
      <span className={classes['buttons']}>
        <Button variant="default" onClick={() => form.take(name)}>
          Take theirs
        </Button>
        <Button variant="default" onClick={() => form.keep(name)}>
          Keep mine
        </Button>
      </span>
    </div>
  );
}

interface SmallNumberProps {
  label: ReactNode;
  hint?: ReactNode;
  value: number;
  from: number;
  to: number;
  unit: string;
  onChange: (value: number) => void;
}

/** A whole number with its name on the left. */
export function SmallNumber({ label, hint, value, from, to, unit, onChange }: SmallNumberProps) {
  const id = useId();
  return (
    <div className={classes['number']}>
      <label htmlFor={id}>
        {label}
        {hint !== undefined && <div className={classes['quiet']}>{hint}</div>}
      </label>
      <div className={classes['small']}>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={from}
          max={to}
          step={1}
          value={Number.isNaN(value) ? '' : value}
          onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        />
        <span>{unit}</span>
      </div>
    </div>
  );
}

interface SwitchProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export const SettingSwitch = ({ label, hint, isOn, onChange }: SwitchProps) => (
  <label className={classes['switch']}>
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    <span>
      {label}
      <span className={classes['quiet']}> {hint}</span>
    </span>
  </label>
);
