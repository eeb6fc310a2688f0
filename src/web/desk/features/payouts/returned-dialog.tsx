import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskReturnsContract } from '../../../../shared/contract/desk-returns.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { isReturnCode, returnCodeWords } from '../../../../shared/domain/return-codes.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import { useChange } from '../../ui/use-change.ts';
import type { Run, RunItem } from './payouts.api.ts';

interface ReturnedDialogProps {
  run: Pick<Run, 'payDate'>;
  item: RunItem;
  onClose: () => void;
}

/** Types in a return that came without a file. Its page then shows what entering it changes. */
export function ReturnedDialog({ run: { payDate }, item, onClose }: ReturnedDialogProps) {
  const { syndicateName, traceNumber, amount: sent } = item;
  const send = useChange();
  const navigate = useDeskNavigate();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [typedCode, setCode] = useState('');
  const [amountText, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const code = typedCode.trim().toUpperCase();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const amount = amountOf(amountText);
    if (!isReturnCode(code)) return setFailure('Enter a return code from the bank, such as R03.');
    if (amount === null) return setFailure('Enter the amount that the bank returned, such as 1,234.56.');
    if (reason.trim() === '') return setFailure('Enter a reason. The approver and the audit trail show it.');
    return run(async () => {
      const body = { traceNumber: traceNumber ?? '', code, amount, reason: reason.trim() };
      const { fileId, isKnown } = await send(deskReturnsContract.type, { body });
      if (isKnown) flash('This return was typed in before. Nothing changed');
      navigate(deskAddress('returnFile', { params: { fileId } }));
    });
  };
  return (
    <Dialog
      title={`Return from ${syndicateName}`}
      lead={`We sent ${formatMoney(sent)} with trace ${traceNumber}, pay date ${formatDate(payDate)}. The next page shows what the return changes.`}
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={save}>
        <div className={fieldClasses['row']}>
          <TextInput
            {...fieldLook}
            label="Return code"
            description={isReturnCode(code) ? returnCodeWords(code) : 'R and two digits, such as R03.'}
            data-autofocus
            maxLength={3}
            value={typedCode}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <TextInput
            {...fieldLook}
            label="Returned amount"
            description="As the bank says it."
            inputMode="decimal"
            maxLength={20}
            value={amountText}
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          />
        </div>
        <TextInput
          {...fieldLook}
          label="Reason"
          description="How you know, such as a letter from the bank. The approver sees this."
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Check return
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}

/** Null where it is no amount above zero. */
function amountOf(text: string): bigint | null {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '');
  if (!/^\d{1,13}(\.\d{1,2})?$/.test(plain)) return null;
  const [dollars = '0', cents = ''] = plain.split('.');
  const amount = BigInt(dollars) * 100n + BigInt(cents.padEnd(2, '0'));
  return amount > 0n ? amount : null;
}
