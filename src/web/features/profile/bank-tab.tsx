import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { profileContract } from '../../../shared/contract/profile.ts';
import { bankHoldInWords } from '../../../shared/domain/bank-account.ts';
import { call } from '../../lib/call.ts';
import type { Syndicate } from '../../session/portal-user.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PasswordAgainForm } from '../../ui/form/password-again-form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BankDialog } from './bank-dialog.tsx';
import { DetailList } from './detail-list.tsx';
import { PendingBankChange } from './pending-bank-change.tsx';

type Numbers = Output<typeof profileContract.revealBankNumbers>;

interface BankTabProps {
  /** Undefined while it is loading. */
  syndicate: Syndicate | undefined;
  canEdit: boolean;
}

export function BankTab({ syndicate, canEdit }: BankTabProps) {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<'edit' | 'reveal' | null>(null);
  const [numbers, setNumbers] = useState<Numbers | null>(null);
  const close = () => setStep(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['portal-user'] });

  return (
    <Section
      title="Bank Account"
      lead={
        <>
          Where your payouts go.{' '}
          {syndicate ? (
            `A change takes effect ${bankHoldInWords(syndicate.bankChangeHoldHours)}.`
          ) : (
            <Skeleton characters={32} />
          )}
        </>
      }
      action={
        canEdit && (
          <>
            <Button variant="default" disabled={!syndicate} onClick={() => setStep('edit')}>
              Edit
            </Button>
            {syndicate?.accountNumber && (
              <Button variant="default" onClick={() => (numbers ? setNumbers(null) : setStep('reveal'))}>
                {numbers ? 'Hide numbers' : 'Show numbers'}
              </Button>
            )}
          </>
        )
      }
    >
      {syndicate?.pendingBankChange && (
        <PendingBankChange
          change={syndicate.pendingBankChange}
          syndicateId={syndicate.id}
          canCancel={canEdit}
          onSettled={refresh}
        />
      )}
      <DetailList
        details={[
          { name: 'Bank name', value: syndicate?.bankName },
          { name: 'Account number', value: numbers?.accountNumber ?? syndicate?.accountNumber },
          { name: 'Routing number', value: numbers?.routingNumber ?? syndicate?.routingNumber },
        ]}
      />
      {step === 'edit' && syndicate && (
        <BankDialog syndicate={syndicate} onRequested={refresh} onClose={close} />
      )}
      {step === 'reveal' && syndicate && (
        <Dialog
          title="Show the bank numbers"
          lead="They are shown in full until you leave this tab. It is written down that you saw them."
          onClose={close}
        >
          <PasswordAgainForm
            submitLabel="Show"
            onSubmit={async (password) => {
              const body = { syndicateId: syndicate.id, password };
              setNumbers(await call(profileContract.revealBankNumbers, { body }));
              close();
            }}
            onClose={close}
          />
        </Dialog>
      )}
    </Section>
  );
}
