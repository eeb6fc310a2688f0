import { NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { IconChevronDown } from '@tabler/icons-react';
import { PHONE_TYPES } from '../../../shared/domain/contact-details.ts';
import { US_STATES } from '../../../shared/domain/us-states.ts';
import type { PortalUser } from '../../session/portal-user.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormActions } from '../../ui/dialog/form-actions.tsx';
import { ChipsField } from '../../ui/form/chips-field.tsx';
import { fieldLook } from '../../ui/form/field-look.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import classes from '../../ui/form/form-fields.module.css';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import { ESIGN_HINT, useContactForm } from './use-contact-form.ts';

const selectLook = {
  ...fieldLook,
  rightSection: <IconChevronDown size={15} stroke={2} aria-hidden="true" />,
};

const CHOOSE = { value: '', label: 'Choose', disabled: true };
const STATES = [CHOOSE, ...US_STATES.map(({ code, name }) => ({ value: code, label: name }))];
const TYPES = [CHOOSE, ...PHONE_TYPES.map((type) => ({ value: type, label: type }))];
const isOneOf = (options: readonly { value: string }[], value: string | null) =>
  options.some((option) => option.value === value) ? (value ?? '') : '';

interface ContactDialogProps {
  user: PortalUser;
  onClose: () => void;
}

export function ContactDialog({ user, onClose }: ContactDialogProps) {
  const { form, errors, failure, isPending, submit, clearError, isRedirected, typeEsign, cc } =
    useContactForm(user, onClose);
  const { contactPerson, phone, address, esignEmail } = user.syndicate;
  const text = (name: 'contactPerson' | 'phoneNumber' | 'street' | 'city' | 'zip', value: string | null) => ({
    ...fieldLook,
    name,
    required: true,
    defaultValue: value ?? '',
    error: errors[name],
    onChange: () => clearError(name),
  });
  return (
    <Dialog title="Edit contact & email" isWide onClose={onClose}>
      <SavingForm ref={form} onSubmit={submit} isSaving={isPending}>
        <div className={classes['fields']}>
          <FormAlert message={failure} />
          <TextInput
            {...text('contactPerson', contactPerson ?? user.name)}
            label="Contact person"
            autoComplete="name"
            maxLength={100}
          />
          <div className={classes['row']}>
            <TextInput
              {...text('phoneNumber', phone.number)}
              label="Phone number"
              type="tel"
              autoComplete="tel"
              maxLength={25}
            />
            <NativeSelect
              {...selectLook}
              name="phoneType"
              label="Phone type"
              required
              data={TYPES}
              defaultValue={isOneOf(TYPES, phone.type)}
              error={errors.phoneType}
              onChange={() => clearError('phoneType')}
            />
          </div>
          <TextInput
            {...fieldLook}
            name="esignEmail"
            label="E-sign email"
            description={ESIGN_HINT}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            required
            defaultValue={esignEmail}
            error={errors.esignEmail}
            onChange={(event) => {
              typeEsign(event.currentTarget.value);
              clearError('esignEmail');
            }}
          />
          <ChipsField
            label="CC emails"
            description="Press Enter after each. They get a copy of the report."
            values={cc.values}
            typed={cc.typed}
            error={errors.ccEmails}
            onType={cc.type}
            onAdd={cc.add}
            onRemove={cc.remove}
          />
          <TextInput
            {...text('street', address.street)}
            label="Street"
            autoComplete="street-address"
            maxLength={100}
          />
          <div className={classes['row']}>
            <TextInput
              {...text('city', address.city)}
              label="City"
              autoComplete="address-level2"
              maxLength={100}
            />
            <NativeSelect
              {...selectLook}
              name="state"
              label="State"
              required
              autoComplete="address-level1"
              data={STATES}
              defaultValue={isOneOf(STATES, address.state)}
              error={errors.state}
              onChange={() => clearError('state')}
            />
            <TextInput {...text('zip', address.zip)} label="Zip" autoComplete="postal-code" maxLength={10} />
          </div>
          {isRedirected && (
            <PasswordField
              name="password"
              label="Your password"
              description="Mail about money will go to other addresses. All members and the old addresses are told."
              autoComplete="current-password"
              required
              error={errors.password}
              onChange={() => clearError('password')}
            />
          )}
        </div>
        <FormActions isPending={isPending} onClose={onClose}>
          Save
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
