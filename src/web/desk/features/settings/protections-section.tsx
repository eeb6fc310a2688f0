import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskSettingsContract } from '../../../../shared/contract/desk-settings.ts';
import { MAX_BANK_HOLD_HOURS } from '../../../../shared/domain/bank-account.ts';
import { STAFF_IDLE_MINUTES } from '../../../../shared/domain/idle-limits.ts';
import { MONEY_LIMITS, type MoneyLimit } from '../../../../shared/domain/money-limits.ts';
import {
  type Protection,
  type Protections,
  weakenedBy,
  weakeningOf,
} from '../../../../shared/domain/protections.ts';
import { SETTING_NAMES, settingInWords } from '../../../../shared/domain/setting-names.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { Section } from '../../../ui/page/section.tsx';
import { useApprovals } from '../../ui/approvals.api.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { LastChange, SettingSwitch, SmallNumber } from './setting-parts.tsx';
import type { AllSettings } from './settings.api.ts';
import classes from './settings.module.css';
import { useSectionForm } from './use-section-form.ts';

/** What one person may move alone on a day. */
const LIMITS: readonly { limit: MoneyLimit; hint: string }[] = [
  {
    limit: 'corrections',
    hint: 'One person corrects payments and enters returns up to this sum a day, while their pay dates are open. Everything else takes two.',
  },
  {
    limit: 'write-offs',
    hint: 'One person writes off, discounts, cancels and reopens deals up to this sum a day. More takes two.',
  },
  { limit: 'funding', hint: 'One person funds deals up to this sum a day. More takes two.' },
];

/** What protects investors: made stronger by one person, and weaker by two. */
export const ProtectionsSection = ({ all }: { all: AllSettings }) => (
  <Section
    title="Protections"
    lead={`You can make each of these stronger by yourself. Making one weaker takes two people: ${whoCan(all)}`}
  >
    <Protected all={all} name="requiresSecondFactor">
      {(value, change) => (
        <SettingSwitch
          label="Investors need a second factor."
          hint="Whoever has none is asked to set one up at the next sign-in."
          isOn={value}
          onChange={change}
        />
      )}
    </Protected>
    <Protected all={all} name="bankChangeHoldHours">
      {(value, change) => (
        <SmallNumber
          label="Waiting period of a bank change"
          hint="Meanwhile every address on file is told, and can stop it."
          value={value}
          from={0}
          to={MAX_BANK_HOLD_HOURS}
          unit="hours"
          onChange={change}
        />
      )}
    </Protected>
    <Protected all={all} name="disclosesAccounts">
      {(value, change) => (
        <SettingSwitch
          label="Accounts are hidden at sign-in."
          hint="Nobody learns from the sign-in page whether an address has an account."
          isOn={!value}
          onChange={(isHidden) => change(!isHidden)}
        />
      )}
    </Protected>
    <Protected all={all} name="checksCash">
      {(value, change) => (
        <SettingSwitch
          label="Shares are limited by available cash."
          hint="A syndicate with a cash account can accept a share only as far as its available cash goes."
          isOn={value}
          onChange={change}
        />
      )}
    </Protected>
    <Protected all={all} name="staffIdleMinutes">
      {(value, change) => (
        <SmallNumber
          label={SETTING_NAMES.staffIdleMinutes}
          hint="Staff are signed out after this time without activity. A longer limit applies from their next sign-in."
          value={value}
          from={STAFF_IDLE_MINUTES.least}
          to={STAFF_IDLE_MINUTES.most}
          unit="minutes"
          onChange={change}
        />
      )}
    </Protected>
    {LIMITS.map(({ limit, hint }) => {
      const { setting, most } = MONEY_LIMITS[limit];
      return (
        <Protected key={limit} all={all} name={setting}>
          {(value, change) => (
            <SmallNumber
              label={SETTING_NAMES[setting]}
              hint={hint}
              value={value}
              from={0}
              to={most}
              unit="dollars"
              onChange={change}
            />
          )}
        </Protected>
      );
    })}
  </Section>
);

/** How long records are kept. Shorter cannot be undone, so it is as a protection. */
export const RetentionSection = ({ all }: { all: AllSettings }) => (
  <Section
    title="How long records are kept"
    lead={`After its last use, personal data is removed. Keeping it for a shorter time takes two people, because nothing comes back: ${whoCan(all)}`}
  >
    <Protected all={all} name="retentionMonths">
      {(value, change) => (
        <SmallNumber
          label="Personal data is kept for"
          hint="6 to 24 months after its last use."
          value={value}
          from={6}
          to={24}
          unit="months"
          onChange={change}
        />
      )}
    </Protected>
    <Protected all={all} name="dealRecordsMonths">
      {(value, change) => (
        <SmallNumber
          label="Records of funded deals are kept for"
          hint="24 to 120 months after their last use."
          value={value}
          from={24}
          to={120}
          unit="months"
          onChange={change}
        />
      )}
    </Protected>
  </Section>
);

export function whoCan({ others }: Pick<AllSettings, 'others'>): string {
  return others.length > 0
    ? `${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(others)} can approve it.`
    : 'nobody else may change settings yet, so an administrator has to give somebody that permission first.';
}

interface ProtectedProps<P extends Protection> {
  all: AllSettings;
  name: P;
  children: (value: Protections[P], change: (value: Protections[P]) => void) => React.ReactNode;
}

/** One protection, with the button that fits what was entered: save, or ask a second person. */
function Protected<P extends Protection>({ all, name, children }: ProtectedProps<P>) {
  const { settings } = all;
  const form = useSectionForm(settings);
  const send = useChange();
  const [isAsking, setIsAsking] = useState(false);
  const kind = weakeningOf(name);
  const isAsked = useApprovals().data?.approvals.some((approval) => approval.kind === kind);
  const value = form.valueOf(name);
  const isWeaker = weakenedBy(settings, { [name]: value }).length > 0;
  return (
    <div className={classes['fields']}>
      <div>
        {children(value, (to) => form.change(name, to as never))}
        <LastChange all={all} of={[name]} />
        {isAsked && <p className={classes['last']}>A change of it waits for a second person, above.</p>}
      </div>
      {form.isChanged && (
        <div className={classes['buttons']}>
          {isWeaker ? (
            <Button onClick={() => setIsAsking(true)}>Ask a second person</Button>
          ) : (
            <Button loading={form.isPending} onClick={form.save}>
              Save
            </Button>
          )}
          <Button variant="default" onClick={form.undo}>
            Undo
          </Button>
        </div>
      )}
      <FormAlert message={form.failure} />
      {isAsking && (
        <ReasonDialog
          title="Make a protection weaker"
          lead={`${SETTING_NAMES[name]}: ${settingInWords(name, value)} instead of ${settingInWords(name, settings[name])}. It happens once somebody else has approved it: ${whoCan(all)}`}
          description="Whoever decides reads it, and it stays in the audit trail."
          onAsk={async (reason) => {
            await send(deskSettingsContract.askToWeaken, {
              body: { kind, value: typeof value === 'number' ? value : undefined, reason },
            });
            setIsAsking(false);
            form.undo();
            flash('Asked. It waits for a second person');
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
