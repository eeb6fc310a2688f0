import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { deskDealChangesContract } from '../../../../shared/contract/desk-deal-changes.ts';
import { DEAL_STATUSES, isEnded } from '../../../../shared/domain/deal-status.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { needsLetter } from '../../../../shared/domain/status-moves.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { ChoiceSwitch } from '../../../ui/form/choice-switch.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { useAction } from '../../../ui/use-action.ts';
import { InvestorEffects } from '../../ui/investor-effects.tsx';
import partClasses from '../../ui/page-parts.module.css';
import { ProofField } from '../../ui/proof-field.tsx';
import { whoApproves } from '../../ui/second-person.ts';
import { useChange } from '../../ui/use-change.ts';
import { type ChangePreview, type Outcome, useChangePreview } from './changes.api.ts';
import { OutcomeList } from './outcome-list.tsx';
import { RhythmFields } from './rhythm-fields.tsx';
import { TERMS_NAMES, TERMS_WAYS, type TypedChange, wantedOf } from './typed-change.ts';

const PAUSE_MS = 350;

interface ChangeDialogProps {
  what: 'status' | 'terms';
  deals: readonly { dealId: bigint; dealName: string }[];
  onClose: () => void;
}

/** Gives one deal or several another status or other terms, with what that does to each before anything happens. */
export function ChangeDialog({ what, deals, onClose }: ChangeDialogProps) {
  const [typed, setTyped] = useState<TypedChange>({
    what,
    status: '',
    way: 'modified',
    payment: '',
    frequency: '',
    weekday: '',
    from: '',
  });
  const [reason, setReason] = useState('');
  const [proofFileId, setProofFileId] = useState<string | undefined>();
  const [refused, setRefused] = useState<readonly Outcome[] | null>(null);
  const send = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const change = (part: Partial<TypedChange>) => setTyped((now) => ({ ...now, ...part }));
  const dealIds = deals.map(({ dealId }) => dealId);
  const { wanted, problem } = wantedOf(typed);
  const [rested] = useDebouncedValue(typed, PAUSE_MS);
  // Nothing is settled while something else is being typed.
  const settled = typed === rested ? wanted : null;
  const preview = useChangePreview(settled && { dealIds, ...settled });
  const shown = settled && !preview.isError && !preview.isPlaceholderData ? preview.data : undefined;

  const [first] = deals;
  const status = settled?.status;
  const asksForLetter = status !== undefined && needsLetter(status) && deals.length === 1;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!settled || !shown) return setFailure(problem ?? 'Please wait for what it does.');
    if (reason.trim() === '') return setFailure('Please say why. It stays in the history of the deal.');
    if (asksForLetter && proofFileId === undefined)
      return setFailure('Please choose the letter or the agreement among the files of the deal.');
    return run(async () => {
      const seen = shown.outcomes.map(seenOf);
      const body = { dealIds, ...settled, reason: reason.trim(), seen, proofFileId };
      if (shown.secondPerson !== null) {
        await send(deskDealChangesContract.askToChange, { body });
        flash('Asked. It waits for a second person');
        return onClose();
      }
      const { outcomes } = await send(deskDealChangesContract.change, { body });
      const notDone = outcomes.filter(({ result }) => result === 'refused');
      if (notDone.length > 0) return setRefused(notDone);
      flash(deals.length === 1 ? 'The deal is changed' : `${countOf(deals.length, 'deal')} changed`);
      onClose();
    });
  };
  const title = what === 'status' ? 'Change the status' : 'Change the terms';
  return (
    <Dialog
      title={title}
      lead={deals.length === 1 ? first?.dealName : countOf(deals.length, 'deal')}
      isWide
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={submit}>
        {what === 'status' ? (
          <label className={partClasses['select']}>
            New status
            <select
              data-autofocus
              value={typed.status}
              onChange={({ currentTarget }) => change({ status: currentTarget.value })}
            >
              <option value="">Choose one</option>
              {DEAL_STATUSES.map((status) => (
                <option key={status}>{status}</option>
              ))}
            </select>
          </label>
        ) : (
          <>
            <ChoiceSwitch
              legend="What changes"
              values={TERMS_WAYS}
              names={TERMS_NAMES}
              chosen={typed.way}
              onChoose={(way) => change({ way })}
              isWide
            />
            {typed.way === 'modified' && (
              <TextInput
                {...fieldLook}
                label="One debit"
                placeholder="540.00"
                inputMode="decimal"
                data-autofocus
                value={typed.payment}
                onChange={({ currentTarget }) => change({ payment: currentTarget.value })}
              />
            )}
            {typed.way === 'modified' && <RhythmFields typed={typed} onChange={change} />}
            <TextInput
              {...fieldLook}
              label="From"
              description="Today unless you say another day."
              placeholder="MM/DD/YYYY"
              value={typed.from}
              onChange={({ currentTarget }) => change({ from: currentTarget.value })}
            />
          </>
        )}
        {wanted && (
          <OutcomeList outcomes={shown?.outcomes} error={settled && preview.isError ? preview.error : null} />
        )}
        {shown && shown.moved !== 0n && status !== undefined && (
          <p className={partClasses['quiet']}>
            Investors {isEnded(status) ? 'no longer expect' : 'expect'} {formatMoney(shown.moved)} of{' '}
            {deals.length === 1 ? 'it' : 'them'}
            {isEnded(status) ? '.' : ' again.'}
            {!isEnded(status) &&
              shown.outcomes.some(({ formerStatus }) => formerStatus === 'Cancelled') &&
              ' Their cash accounts are charged again if nothing was paid.'}
          </p>
        )}
        {shown && shown.moved !== 0n && <InvestorEffects effects={shown.effects.map(namedEffect)} />}
        <TextInput
          {...fieldLook}
          label="Reason"
          description="It stays in the history of the deal, with your name."
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {asksForLetter && first && (
          <ProofField
            dealId={first.dealId}
            chosen={proofFileId}
            onChoose={setProofFileId}
            label="Letter or agreement"
            description="What was agreed with the merchant. It is needed for this status."
          />
        )}
        {shown && shown.moved !== 0n && <p className={partClasses['quiet']}>{whoApproves(shown)}</p>}
        <FormAlert message={failure ?? (refused && refusedWords(refused, deals.length))} />
        <FormActions
          closeLabel={refused ? 'Close' : 'Cancel'}
          isPending={isPending}
          isDisabled={!shown}
          onClose={onClose}
        >
          {shown && shown.secondPerson !== null
            ? 'Ask for approval'
            : deals.length === 1
              ? title
              : `${title} of ${countOf(deals.length, 'deal')}`}
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}

const namedEffect = ({ syndicateName: investor, ...effect }: ChangePreview['effects'][number]) => ({
  ...effect,
  investor,
});

const seenOf = ({ dealId, formerStatus, formerPayment }: Outcome) => ({
  dealId,
  status: formerStatus,
  payment: formerPayment,
});

const refusedWords = (refused: readonly Outcome[], count: number): string =>
  `${count - refused.length} of ${countOf(count, 'deal')} changed. Not changed: ${refused
    .map(({ mid, remark }) => `${mid} (${remark ?? ''})`)
    .join(', ')}`;
