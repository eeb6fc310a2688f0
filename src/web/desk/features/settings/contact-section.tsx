import { TextInput } from '@mantine/core';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { Row, Section } from '../../../ui/page/section.tsx';
import { LastChange, SettingForm } from './setting-parts.tsx';
import type { AllSettings } from './settings.api.ts';
import { useSectionForm } from './use-section-form.ts';

/** Where people turn to, and where the portal is found. */
export function ContactSection({ all }: { all: AllSettings }) {
  const { mailFrom, hosts } = all;
  const form = useSectionForm(all.settings);
  return (
    <Section title="Contact" lead="Whom people turn to, and who gets the mails for accounting.">
      <SettingForm form={form} all={all}>
        <div>
          <TextInput
            {...fieldLook}
            label="Support e-mail"
            type="email"
            maxLength={254}
            value={form.valueOf('supportEmail')}
            onChange={({ currentTarget }) => form.change('supportEmail', currentTarget.value)}
          />
          <LastChange all={all} of={['supportEmail']} />
        </div>
        <div>
          <TextInput
            {...fieldLook}
            label="Help address"
            description="A page that begins with https://, or mailto: and an address."
            maxLength={300}
            value={form.valueOf('supportUrl')}
            onChange={({ currentTarget }) => form.change('supportUrl', currentTarget.value)}
          />
          <LastChange all={all} of={['supportUrl']} />
        </div>
        <div>
          <TextInput
            {...fieldLook}
            label="Accounting e-mail"
            description="Gets what investors answer to invites. Without one, nobody does."
            type="email"
            maxLength={254}
            value={form.valueOf('accountingEmail') ?? ''}
            onChange={({ currentTarget }) => form.change('accountingEmail', currentTarget.value || null)}
          />
          <LastChange all={all} of={['accountingEmail']} />
        </div>
      </SettingForm>
      <Row
        title="Mails are from"
        detail={`${mailFrom ?? 'the address of this portal'}. Whoever runs the portal sets it, because the mail server has to allow it.`}
      />
      <Row
        title="Host names"
        detail={
          hosts.length > 0
            ? `${hosts.map(({ host, isMain }) => (isMain ? `${host} (in links and mails)` : host)).join(', ')}. Whoever runs the portal adds others.`
            : 'That of the portal itself. Whoever runs the portal adds your own.'
        }
      />
    </Section>
  );
}
