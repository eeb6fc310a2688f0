import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { MAX_CLEARING_BANK_DAYS } from '../../../../shared/domain/debit-days.ts';
import {
  DEFAULT_RECOVERY,
  OPEN_STATUSES,
  recoveryFrom,
  recoveryText,
} from '../../../../shared/domain/recovery.ts';
import { METHOD_SENTENCES, METHOD_WORDS } from '../../../../shared/domain/statement-words.ts';
import { PRINCIPAL_METHODS } from '../../../../shared/domain/statements.ts';
import { Section } from '../../../ui/page/section.tsx';
import { LastChange, SettingForm, SmallNumber } from './setting-parts.tsx';
import type { AllSettings } from './settings.api.ts';
import classes from './settings.module.css';
import { useSectionForm } from './use-section-form.ts';

/** How money is counted. */
export function MoneySection({ all }: { all: AllSettings }) {
  const form = useSectionForm(all.settings);
  return (
    <Section title="Money" lead="How debits clear, and how statements split payouts.">
      <SettingForm form={form} all={all}>
        <div>
          <SmallNumber
            label="Bank days until a debit clears"
            hint="Standings of all deals are worked out again after a change."
            value={form.valueOf('clearingBankDays')}
            from={0}
            to={MAX_CLEARING_BANK_DAYS}
            unit="days"
            onChange={(days) => form.change('clearingBankDays', days)}
          />
          <LastChange all={all} of={['clearingBankDays']} />
        </div>
        <div>
          <fieldset className={classes['choice']}>
            <legend>Principal and income on statements</legend>
            {PRINCIPAL_METHODS.map((method) => (
              <label key={method} className={classes['switch']}>
                <input
                  type="radio"
                  name="principal-method"
                  checked={form.valueOf('principalMethod') === method}
                  onChange={() => form.change('principalMethod', method)}
                />
                <span>
                  {capitalized(METHOD_WORDS[method])}.
                  <span className={classes['quiet']}> {METHOD_SENTENCES[method]}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <p className={classes['quiet']}>
            Statements name the method. After a change, every statement gets a new version that says so.
          </p>
          <LastChange all={all} of={['principalMethod']} />
        </div>
      </SettingForm>
    </Section>
  );
}

/** What of the net balance is expected by status, with the default beside each. */
export function RecoverySection({ all }: { all: AllSettings }) {
  const form = useSectionForm(all.settings);
  const recovery = recoveryFrom(form.valueOf('recovery'));
  return (
    <Section
      title="Recovery by status"
      lead="Which part of the net balance of open deals is expected to come in, for the returns that investors see. They are told that it is your setting."
    >
      <SettingForm form={form} all={all}>
        <div className={classes['numbers']}>
          {OPEN_STATUSES.map((status) => (
            <SmallNumber
              key={status}
              label={status}
              hint={`Default ${DEFAULT_RECOVERY[status]} %`}
              value={recovery[status]}
              from={0}
              to={100}
              unit="%"
              onChange={(percent) => form.change('recovery', textWith(recovery, status, percent))}
            />
          ))}
        </div>
        <LastChange all={all} of={['recovery']} />
      </SettingForm>
    </Section>
  );
}

/** What is no whole percent from 0 to 100 becomes the nearest one: the text can hold no other. */
const textWith = (recovery: ReturnType<typeof recoveryFrom>, status: string, percent: number): string =>
  recoveryText({
    ...recovery,
    [status]: Math.min(100, Math.max(0, Math.round(Number.isNaN(percent) ? 0 : percent))),
  });
