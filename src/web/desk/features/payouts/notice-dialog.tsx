import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskChangeNoticesContract } from '../../../../shared/contract/desk-change-notices.ts';
import { isAccountNumber, isRoutingNumber } from '../../../../shared/domain/bank-account.ts';
import { noticeInWords, partsOf } from '../../../../shared/domain/change-notices.ts';
import type { AccountType } from '../../../../shared/domain/payout-runs.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import parts from '../../ui/page-parts.module.css';
import { useChange } from '../../ui/use-change.ts';

/** Those that correct an account. */
const CODES = ['C01', 'C02', 'C03', 'C05', 'C06', 'C07'];

/** Enters a notification of change that came on paper or by mail. */
export function NoticeDialog({ onClose }: { onClose: () => void }) {
  const send = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [code, setCode] = useState('C01');
  const [traceNumber, setTraceNumber] = useState('');
  const [routingNumber, setRoutingNumber] = useState('');
  const [accountNumber, setAccountNumber] = useState('');
  const [accountType, setAccountType] = useState<AccountType>('checking');
  const corrects = partsOf(code);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{15}$/.test(traceNumber.trim())) return setFailure('A trace number has 15 digits.');
    if (corrects.routingNumber && !isRoutingNumber(routingNumber.trim()))
      return setFailure('This is not a routing number: nine digits, the last one checks the others.');
    if (corrects.accountNumber && !isAccountNumber(accountNumber.trim()))
      return setFailure('An account number has 5 to 17 digits.');
    return run(async () => {
      await send(deskChangeNoticesContract.enter, {
        body: {
          traceNumber: traceNumber.trim(),
          code,
          routingNumber: corrects.routingNumber ? routingNumber.trim() : null,
          accountNumber: corrects.accountNumber ? accountNumber.trim() : null,
          accountType: corrects.accountType ? accountType : null,
        },
      });
      flash('The notification waits now');
      onClose();
    });
  };
  return (
    <Dialog
      title="Enter a notification of change"
      lead="As the bank wrote it. Nothing changes before it is applied, which takes two people."
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={save}>
        <label className={parts['select']}>
          Code
          <select data-autofocus value={code} onChange={({ target }) => setCode(target.value)}>
            {CODES.map((value) => (
              <option key={value} value={value}>
                {value}: {noticeInWords(value)}
              </option>
            ))}
          </select>
        </label>
        <TextInput
          {...fieldLook}
          label="Trace number of the payout"
          inputMode="numeric"
          maxLength={15}
          value={traceNumber}
          onChange={({ currentTarget }) => setTraceNumber(currentTarget.value)}
        />
        {corrects.routingNumber && (
          <TextInput
            {...fieldLook}
            label="Right routing number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            value={routingNumber}
            onChange={({ currentTarget }) => setRoutingNumber(currentTarget.value)}
          />
        )}
        {corrects.accountNumber && (
          <TextInput
            {...fieldLook}
            label="Right account number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={17}
            value={accountNumber}
            onChange={({ currentTarget }) => setAccountNumber(currentTarget.value)}
          />
        )}
        {corrects.accountType && (
          <label className={parts['select']}>
            Right type
            <select
              value={accountType}
              onChange={({ target }) => setAccountType(target.value as AccountType)}
            >
              <option value="checking">Checking</option>
              <option value="savings">Savings</option>
            </select>
          </label>
        )}
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Enter it
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
