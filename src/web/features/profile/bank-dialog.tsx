import { TextInput } from '@mantine/core';
import { pageRefusals } from '../../../shared/contract/page-refusals.ts';
import { profileContract } from '../../../shared/contract/profile.ts';
import { bankHoldInWords, isAccountNumber, isRoutingNumber } from '../../../shared/domain/bank-account.ts';
import { isOutage } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { Syndicate } from '../../session/portal-user.ts';
import { useSession } from '../../session/use-session.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { fieldLook } from '../../ui/form/field-look.ts';
import classes from '../../ui/form/form-fields.module.css';
import { PasswordAgainForm } from '../../ui/form/password-again-form.tsx';
import { type FieldErrors, useFieldErrors } from '../../ui/form/use-field-errors.ts';
import { flash } from '../../ui/message/flash.ts';

const FIELDS = ['bankName', 'accountNumber', 'routingNumber'] as const;
type Field = (typeof FIELDS)[number];

const NOT_KNOWN =
  'The portal did not answer, so we cannot tell whether your change was saved. If it was, the addresses on file get a mail, and the page shows it when you close this. Please look before you send it again.';

interface BankDialogProps {
  syndicate: Syndicate;
  onRequested: () => void;
  onClose: () => void;
}

/**
 * Opens with the current account's bank name and its masked numbers. Both numbers have to be typed, whatever is to change, because the masked
 * ones cannot be sent back.
 */
export function BankDialog({ syndicate, onRequested, onClose }: BankDialogProps) {
  const { bankName, accountNumber, routingNumber, bankChangeHoldHours: hours } = syndicate;
  const { userId } = useSession();
  const { place, errors, show, clear } = useFieldErrors<Field, HTMLDivElement>(FIELDS);

  const request = async (password: string, data: FormData) => {
    const { takesEffectAt, isInForce } = await call(
      profileContract.changeBankAccount,
      {
        body: {
          userId,
          syndicateId: syndicate.id,
          bankName: read(data, 'bankName'),
          accountNumber: read(data, 'accountNumber'),
          routingNumber: read(data, 'routingNumber'),
          password,
        },
      },
      { whenUnanswered: NOT_KNOWN },
    ).catch((error: unknown) => {
      // The page behind the dialog shows what has become of it.
      if (isOutage(error)) onRequested();
      throw error;
    });
    flash(
      isInForce
        ? 'Your bank account is changed'
        : `Your change takes effect on ${formatMoment(takesEffectAt)}`,
    );
    onRequested();
    onClose();
  };

  const field = (name: Field) => ({
    ...fieldLook,
    name,
    required: true,
    autoComplete: 'off',
    error: errors[name],
    onChange: () => clear(name),
  });

  return (
    <Dialog
      title="Change the bank account"
      lead={`It takes effect ${bankHoldInWords(hours)}. The addresses on file are told${hours === 0 ? '' : ' and can cancel it'}.`}
      onClose={onClose}
    >
      <PasswordAgainForm
        submitLabel={hours === 0 ? 'Change account' : 'Request change'}
        check={(data) => show(problemsOf(data))}
        onSubmit={request}
        onClose={onClose}
      >
        <div ref={place} className={classes['fields']}>
          <TextInput {...field('bankName')} label="Bank name" defaultValue={bankName ?? ''} maxLength={100} />
          <TextInput
            {...field('accountNumber')}
            label="Account number"
            description={accountNumber && `Now ${accountNumber}`}
            inputMode="numeric"
            maxLength={30}
          />
          <TextInput
            {...field('routingNumber')}
            label="Routing number"
            description={routingNumber && `Now ${routingNumber}`}
            inputMode="numeric"
            maxLength={20}
          />
        </div>
      </PasswordAgainForm>
    </Dialog>
  );
}

/** People paste numbers with spaces and dashes. */
const read = (data: FormData, field: Field): string => {
  const text = String(data.get(field) ?? '').trim();
  return field === 'bankName' ? text : text.replaceAll(/[\s-]/g, '');
};

function problemsOf(data: FormData): FieldErrors<Field> {
  const found: FieldErrors<Field> = {};
  for (const field of FIELDS) if (read(data, field) === '') found[field] = 'Required.';
  if (!found.accountNumber && !isAccountNumber(read(data, 'accountNumber')))
    found.accountNumber = pageRefusals.account_number_invalid.message;
  if (!found.routingNumber && !isRoutingNumber(read(data, 'routingNumber')))
    found.routingNumber = pageRefusals.routing_number_invalid.message;
  return found;
}
