import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { ChoiceSwitch } from '../../../ui/form/choice-switch.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import { ProofField } from '../../ui/proof-field.tsx';
import { whoCan } from '../../ui/second-person.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { CorrectionEffect } from './correction-effect.tsx';
import { type Preview, useCorrect, usePreview } from './corrections.api.ts';
import type { ListedPayment } from './deals.api.ts';
import classes from './deals.module.css';
import { type Corrected, HOW, insteadOf, settledOn, type Typed } from './typed-correction.ts';

const PAUSE_MS = 350;

const HOW_NAMES: Readonly<Record<Corrected, string>> = { amount: 'Amount', date: 'Date', void: 'Void' };

interface CorrectionPanelProps {
  payment: ListedPayment;
  dealId: bigint;
  onClose: () => void;
}

/** What a payment should have been, with what that does to each investor before anything happens. */
export function CorrectionPanel({ payment, dealId, onClose }: CorrectionPanelProps) {
  const { paymentId, amount, clearedDate, reference, postedAt } = payment;
  const [typed, setTyped] = useState<Typed>({ how: 'amount', amount: '', date: '' });
  const [reason, setReason] = useState('');
  const [proofFileId, setProofFileId] = useState<string | undefined>();
  const [key] = useState(() => crypto.randomUUID());
  const { correct, ask } = useCorrect(paymentId);
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const read = insteadOf(typed, payment);
  const [rested] = useDebouncedValue(typed, PAUSE_MS);
  const settled = settledOn(typed, rested, payment);
  const preview = usePreview(paymentId, settled);
  const shown = settled && !preview.isError && !preview.isPlaceholderData ? preview.data : undefined;
  const change = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }));

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!shown || !settled || clearedDate === null)
      return setFailure(read.problem ?? 'Please wait for the effect.');
    if (reason.trim() === '') return setFailure('Please say why. It stays with the payment.');
    const body = {
      ...settled,
      seenAmount: amount,
      seenClearedDate: clearedDate,
      reason: reason.trim(),
      proofFileId,
    };
    return run(async () => {
      if (shown.secondPerson === null) await correct(body, key);
      else await ask(body);
      flash(shown.secondPerson === null ? 'The payment is corrected' : 'Asked. It waits for a second person');
      onClose();
    });
  };
  return (
    <SidePanel
      title="Correct this payment"
      lead={`${reference}, ${clearedDate ? `cleared ${formatDate(clearedDate)}` : ''}, posted ${formatMoment(postedAt)}`}
      isTouched={typed.amount !== '' || typed.date !== '' || reason !== ''}
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        <ChoiceSwitch
          legend="What was wrong"
          values={HOW}
          names={HOW_NAMES}
          chosen={typed.how}
          onChoose={(how) => change({ how })}
          isWide
        />
        <p className={classes['remark']}>
          Posted: {formatMoney(amount)}
          {clearedDate && `, cleared ${formatDate(clearedDate)}`}
        </p>
        {typed.how === 'amount' && (
          <TextInput
            {...fieldLook}
            label="Should be"
            placeholder="1,008.00"
            inputMode="decimal"
            data-autofocus
            value={typed.amount}
            error={typed.amount !== '' && read.problem}
            onChange={({ currentTarget }) => change({ amount: currentTarget.value })}
          />
        )}
        {typed.how === 'date' && (
          <TextInput
            {...fieldLook}
            label="Cleared on"
            placeholder="MM/DD/YYYY"
            value={typed.date}
            error={typed.date !== '' && read.problem}
            onChange={({ currentTarget }) => change({ date: currentTarget.value })}
          />
        )}
        {typed.how === 'void' && (
          <p className={classes['remark']}>The payment is taken back, and nothing is posted in its place.</p>
        )}
        {settled && <FormAlert message={preview.isError ? messageOf(preview.error) : null} />}
        {read.instead && !(settled && preview.isError) && <CorrectionEffect preview={shown} />}
        <TextInput
          {...fieldLook}
          label="Reason"
          description="It stays with the payment and in the audit trail."
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <ProofField dealId={dealId} chosen={proofFileId} onChoose={setProofFileId} />
        <FormAlert message={failure} />
        <Button type="submit" size="md" loading={isPending} disabled={!shown} fullWidth>
          {labelOf(shown)}
        </Button>
        {shown && <p className={classes['remark']}>{whoNeeded(shown)}</p>}
      </SavingForm>
    </SidePanel>
  );
}

function labelOf(preview: Preview | undefined): string {
  if (!preview) return 'Post the correction';
  if (preview.secondPerson !== null) return 'Ask for approval';
  return `Post the correction of ${formatMoney(preview.difference)}`;
}

function whoNeeded({ secondPerson, limitDollars, alone, deciders }: Preview): string {
  if (secondPerson === null)
    return `Over $${limitDollars}, in one correction or in all of yours of a day, a second person would have to approve.`;
  const why = {
    'over limit': `Over $${limitDollars} a second person approves.`,
    'over limit of the day': `You have corrected ${formatMoney(alone)} alone today. Over $${limitDollars} a day a second person approves.`,
    'pay date closed': 'Its pay date is closed, so a second person approves.',
  }[secondPerson];
  return `${why} ${whoCan(deciders)}`;
}
