import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { dateOfCell, moneyOfCell } from '../../../../shared/domain/cell-values.ts';
import type { Cents } from '../../../../shared/domain/money.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { useAction } from '../../../ui/use-action.ts';
import type { SheetLine } from './payments.api.ts';

export interface Said {
  mid: string;
  date: CalendarDate;
  /** Only where the file has none that can be read. */
  amount: Cents | undefined;
  /** Asked for once the server needs one. */
  reason: string | undefined;
}

interface ChangeLineDialogProps {
  line: Pick<SheetLine, 'line' | 'mid' | 'dateText' | 'amountText' | 'why'>;
  sendLabel: string;
  onSend: (said: Said) => Promise<void>;
  onClose: () => void;
}

/** Takes what a line says wrongly or not at all: its MID, its date, and an amount that cannot be read. */
export function ChangeLineDialog({ line, sendLabel, onSend, onClose }: ChangeLineDialogProps) {
  const [needsReason, setNeedsReason] = useState(false);
  const { isPending, failure, setFailure, run } = useAction((error) => {
    if (error instanceof ApiError && error.code === 'line_needs_reason') setNeedsReason(true);
    return messageOf(error);
  });
  const [mid, setMid] = useState(line.mid ?? '');
  const [day, setDay] = useState(line.dateText);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const hasNoAmount = 'reason' in moneyOfCell(line.amountText);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const date = dateOfCell(day);
    const money = moneyOfCell(amount);
    if (mid.trim() === '') return setFailure('Enter the MID.');
    if ('reason' in date) return setFailure(`The date ${date.reason}.`);
    if (hasNoAmount && 'reason' in money) return setFailure(`The amount ${money.reason}.`);
    if (needsReason && reason.trim() === '') return setFailure('Enter a reason.');
    return run(async () => {
      await onSend({
        ...{ mid: mid.trim(), date: date.value },
        amount: hasNoAmount && 'value' in money ? money.value : undefined,
        reason: needsReason ? reason.trim() : undefined,
      });
      onClose();
    });
  };
  return (
    <Dialog title={`Line ${line.line}`} lead={line.why} onClose={onClose}>
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        <TextInput
          {...fieldLook}
          label="MID"
          data-autofocus
          maxLength={40}
          value={mid}
          onChange={({ currentTarget }) => setMid(currentTarget.value)}
        />
        <TextInput
          {...fieldLook}
          label="Date"
          placeholder="MM/DD/YYYY"
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        {hasNoAmount && (
          <TextInput
            {...fieldLook}
            label="Amount"
            description={`The file has ${line.amountText.trim() === '' ? 'none' : `“${line.amountText.trim()}”`}. With a minus sign if the bank returned it.`}
            inputMode="decimal"
            value={amount}
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          />
        )}
        {needsReason && (
          <TextInput
            {...fieldLook}
            label="Reason"
            description="It stays with the line and in the audit trail."
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          {sendLabel}
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}
