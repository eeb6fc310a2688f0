import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { pageRefusals } from '../../../shared/contract/page-refusals.ts';
import { profileContract } from '../../../shared/contract/profile.ts';
import { isPhoneNumber, isZip, PHONE_TYPES } from '../../../shared/domain/contact-details.ts';
import {
  distinctAddresses,
  isMailAddress,
  isSameAddresses,
  MAX_CC_ADDRESSES,
} from '../../../shared/domain/mail-address.ts';
import { isStateCode } from '../../../shared/domain/us-states.ts';
import { ApiError, type ApiErrorCode, messageWhenSignedIn } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import type { PortalUser } from '../../session/portal-user.ts';
import { type FieldErrors, useFieldErrors } from '../../ui/form/use-field-errors.ts';
import { flash } from '../../ui/message/flash.ts';
import { useAction } from '../../ui/use-action.ts';

export const ESIGN_HINT = 'Receives Schedule A and the Nightly Syndication Report.';

const FIELDS = [
  'contactPerson',
  'phoneNumber',
  'phoneType',
  'esignEmail',
  'street',
  'city',
  'state',
  'zip',
  'password',
] as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Field, string>;
type Errors = FieldErrors<Field | 'ccEmails'>;

/** The field that each refusal of the server is about. */
const FIELD_OF: Partial<Record<ApiErrorCode, Field>> = {
  password_wrong: 'password',
  password_required: 'password',
  phone_invalid: 'phoneNumber',
  zip_invalid: 'zip',
};

/** The state of the contact form: errors of its fields, the e-mail chips, and the running save. */
export function useContactForm({ id: userId, syndicate }: PortalUser, onSaved: () => void) {
  const queryClient = useQueryClient();
  const { place, errors, show, add, clear } = useFieldErrors<Field | 'ccEmails'>([...FIELDS, 'ccEmails']);
  const [esignEmail, setEsignEmail] = useState(syndicate.esignEmail);
  const [ccEmails, setCcEmails] = useState<readonly string[]>(syndicate.ccEmails);
  const [typedCc, setTypedCc] = useState('');
  const { failure, isPending, run } = useAction(messageWhenSignedIn);
  const isRedirected =
    esignEmail.trim() !== syndicate.esignEmail || !isSameAddresses(ccEmails, syndicate.ccEmails);

  const addCc = () => {
    const address = typedCc.trim();
    if (address === '') return;
    const problem = problemOfCc(address, ccEmails);
    if (problem) return add({ ccEmails: problem });
    setCcEmails(distinctAddresses([...ccEmails, address]));
    setTypedCc('');
  };

  const save = async ({ password, state, phoneType, ...values }: Values) => {
    if (!isStateCode(state)) return;
    const type = PHONE_TYPES.find((one) => one === phoneType);
    if (!type) return;
    try {
      await call(
        profileContract.updateContact,
        {
          body: {
            userId,
            syndicateId: syndicate.id,
            ...values,
            state,
            phoneType: type,
            ccEmails: [...ccEmails],
            password: isRedirected ? password : undefined,
          },
        },
        { isSentOnce: isRedirected },
      );
    } catch (error) {
      const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined;
      if (!(error instanceof ApiError) || !field) throw error;
      return void show({ [field]: error.message });
    }
    flash('Contact details saved');
    void queryClient.invalidateQueries({ queryKey: ['portal-user'] });
    onSaved();
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const values = readValues(new FormData(event.currentTarget));
    const found = check(values, isRedirected);
    const problem = typedCc.trim() === '' ? undefined : problemOfCc(typedCc.trim(), ccEmails);
    if (problem) found.ccEmails = problem;
    if (show(found)) void run(() => save(values));
  };

  return {
    form: place,
    errors,
    failure,
    isPending,
    submit,
    clearError: clear,
    isRedirected,
    typeEsign: setEsignEmail,
    cc: {
      values: ccEmails,
      typed: typedCc,
      type: (text: string) => {
        setTypedCc(text);
        clear('ccEmails');
      },
      add: addCc,
      remove: (address: string) => setCcEmails(ccEmails.filter((one) => one !== address)),
    },
  };
}

function readValues(data: FormData): Values {
  return Object.fromEntries(FIELDS.map((field) => [field, readField(data, field)])) as Values;
}

function readField(data: FormData, field: Field): string {
  const text = String(data.get(field) ?? '');
  // A password is not trimmed.
  return field === 'password' ? text : text.trim();
}

const problemOfCc = (address: string, others: readonly string[]): string | undefined => {
  if (!isMailAddress(address)) return pageRefusals.email_invalid.message;
  return others.length >= MAX_CC_ADDRESSES ? `No more than ${MAX_CC_ADDRESSES} addresses.` : undefined;
};

function check(values: Values, isRedirected: boolean): Errors {
  const found: Errors = {};
  for (const field of FIELDS)
    if (values[field] === '' && (field !== 'password' || isRedirected)) found[field] = 'Required.';
  if (values.esignEmail !== '' && !isMailAddress(values.esignEmail))
    found.esignEmail = pageRefusals.email_invalid.message;
  if (values.phoneNumber !== '' && !isPhoneNumber(values.phoneNumber))
    found.phoneNumber = pageRefusals.phone_invalid.message;
  if (values.zip !== '' && !isZip(values.zip)) found.zip = pageRefusals.zip_invalid.message;
  return found;
}
