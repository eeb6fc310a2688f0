import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { deskPayoutsContract } from '../../../../shared/contract/desk-payouts.ts';
import { isAccountNumber, isRoutingNumber, maskedNumber } from '../../../../shared/domain/bank-account.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useMay } from '../../desk-user.ts';
import { useApprovals } from '../../ui/approvals.api.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { timeOfMinute } from '../../ui/times.ts';
import { useChange } from '../../ui/use-change.ts';
import type { Originator } from './payouts.api.ts';

const NAMES = ['Bank', 'Company', 'Origin', 'Paid from', 'Cut-off'] as const;

/** What bank files say about the funder. Changing it takes two people. */
export function OriginatorCard({ originator }: { originator: Originator | null | undefined }) {
  const mayChange = useMay('change-settings');
  const [isOpen, setIsOpen] = useState(false);
  const isAsked = useApprovals().data?.approvals.some(({ kind }) => kind === 'use payout originator');
  return (
    <HeadedCard
      title="Bank files"
      about={isAsked ? 'a change waits for a second person' : 'what they say about you'}
      isPending={originator === undefined}
      aside={
        mayChange &&
        originator !== undefined && (
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {originator === null ? 'Set up' : 'Change'}
          </Button>
        )
      }
    >
      {originator === null ? (
        <NothingInCard title="Not set up yet">
          Runs can be prepared and approved. No file can be made before an administrator has entered what your
          bank has given you, and another one has approved it.
        </NothingInCard>
      ) : (
        <FactGrid names={NAMES} values={originator && valuesOf(originator)} />
      )}
      {isOpen && <OriginatorDialog present={originator ?? null} onClose={() => setIsOpen(false)} />}
    </HeadedCard>
  );
}

const valuesOf = (originator: Originator): Record<(typeof NAMES)[number], string> => ({
  Bank: `${originator.bankName}, ${originator.odfiRouting}`,
  Company: `${originator.companyName}, ID ${originator.companyId}`,
  Origin: originator.immediateOrigin,
  'Paid from':
    originator.offsetAccountLast4 === null
      ? 'the bank debits your account'
      : `account ${maskedNumber(originator.offsetAccountLast4)}, debited by the file`,
  'Cut-off': `${timeOfMinute(originator.cutoffMinute)} in New York`,
});

interface OriginatorDialogProps {
  present: Originator | null;
  onClose: () => void;
}

function OriginatorDialog({ present, onClose }: OriginatorDialogProps) {
  const send = useChange();
  const { isPending, failure, setFailure, run } = useAction(messageOf);
  const [given, setGiven] = useState({
    odfiRouting: present?.odfiRouting ?? '',
    bankName: present?.bankName ?? '',
    immediateOrigin: present?.immediateOrigin ?? '',
    companyId: present?.companyId ?? '',
    companyName: present?.companyName ?? '',
    cutoff: timeOfMinute(present?.cutoffMinute ?? 14 * 60),
    offsetAccount: '',
    reason: '',
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemOf(given);
    if (wrong !== null) return setFailure(wrong);
    return run(async () => {
      const { cutoff, offsetAccount, ...body } = given;
      await send(deskPayoutsContract.nameOriginator, {
        body: {
          ...body,
          cutoffMinute: minuteOf(cutoff) ?? 0,
          offsetAccount: offsetAccount === '' ? null : offsetAccount,
        },
      });
      flash('Asked. It waits for a second person');
      onClose();
    });
  };
  const field = (name: keyof typeof given, label: string, description: string, most: number) => (
    <TextInput
      {...fieldLook}
      label={label}
      description={description}
      maxLength={most}
      autoComplete="off"
      value={given[name]}
      onChange={({ currentTarget: { value } }) => setGiven((now) => ({ ...now, [name]: value }))}
    />
  );
  return (
    <Dialog
      title="What bank files say about you"
      lead="As your bank has given it to you. It counts once another person who may change settings has approved it."
      isWide
      onClose={onClose}
    >
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={save}>
        <div className={fieldClasses['row']}>
          {field('bankName', 'Bank', 'Its name as in its instructions.', 23)}
          {field('odfiRouting', 'Routing number', 'Of the bank that takes the file.', 9)}
        </div>
        <div className={fieldClasses['row']}>
          {field('companyName', 'Company name', 'At most 16 letters; investors see it.', 16)}
          {field('companyId', 'Company ID', 'Ten letters or digits.', 10)}
        </div>
        <div className={fieldClasses['row']}>
          {field('immediateOrigin', 'Immediate origin', 'Nine or ten letters or digits.', 10)}
          {field('cutoff', 'Cut-off', 'In New York, such as 2:00 PM.', 8)}
        </div>
        {field(
          'offsetAccount',
          'Account to debit',
          'Only where the bank wants balanced files. Encrypted when saved.',
          17,
        )}
        {field('reason', 'Why', 'Whoever approves it reads it.', 500)}
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          Ask a second person
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}

/** '2:00 PM' in minutes since midnight; null for anything else. */
function minuteOf(text: string): number | null {
  const [, hour, minute, half] = /^(1[0-2]|[1-9]):([0-5]\d) ?(am|pm)$/i.exec(text.trim()) ?? [];
  if (!hour || !minute || !half) return null;
  return (Number(hour) % 12) * 60 + Number(minute) + (half.toLowerCase() === 'pm' ? 12 * 60 : 0);
}

type Given = Record<
  | 'odfiRouting'
  | 'bankName'
  | 'immediateOrigin'
  | 'companyId'
  | 'companyName'
  | 'cutoff'
  | 'offsetAccount'
  | 'reason',
  string
>;

function problemOf(given: Given): string | null {
  if (given.bankName.trim() === '' || given.companyName.trim() === '')
    return 'Please enter the name of the bank and of the company.';
  if (!isRoutingNumber(given.odfiRouting)) return 'Please check the routing number.';
  if (!/^[0-9A-Z]{10}$/.test(given.companyId)) return 'The company ID has ten capital letters or digits.';
  if (!/^[0-9A-Z]{9,10}$/.test(given.immediateOrigin))
    return 'The immediate origin has nine or ten capital letters or digits.';
  if (minuteOf(given.cutoff) === null) return 'Please write the cut-off as 2:00 PM.';
  if (given.offsetAccount !== '' && !isAccountNumber(given.offsetAccount))
    return 'Please check the account to debit.';
  return given.reason.trim() === '' ? 'Please say why. Whoever approves it reads it.' : null;
}
