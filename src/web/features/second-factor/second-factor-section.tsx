import { useState } from 'react';
import { secondFactorContract } from '../../../shared/contract/second-factor.ts';
import { call } from '../../lib/call.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PasswordAgainForm } from '../../ui/form/password-again-form.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { flash } from '../../ui/message/flash.ts';
import { Row, Section } from '../../ui/page/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FactorRows } from './factor-rows.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useRefreshAll, useSecondFactors } from './second-factor.api.ts';
import type { Step } from './second-factor-step.ts';
import { TotpDialog } from './totp-dialog.tsx';

export function SecondFactorSection() {
  const [step, setStep] = useState<Step | null>(null);
  return (
    <Section
      title="Second factor"
      lead="Asked for after the password, so that the password alone opens nothing."
    >
      <Factors onStep={setStep} />
      {step && <StepDialog step={step} onStep={setStep} />}
    </Section>
  );
}

interface FactorsProps {
  onStep: (step: Step) => void;
}

function Factors({ onStep }: FactorsProps) {
  const factors = useSecondFactors();
  if (factors.isError) {
    return (
      <ErrorState
        title="Your second factors did not load"
        error={factors.error}
        onRetry={() => factors.refetch()}
        isRetrying={factors.isFetching}
      />
    );
  }
  if (!factors.data) {
    return ['Authenticator app', 'Passkeys'].map((title) => (
      <Row key={title} title={title} detail={<Skeleton characters={32} />} />
    ));
  }
  return <FactorRows factors={factors.data} onStep={onStep} />;
}

interface StepDialogProps {
  step: Step;
  onStep: (step: Step | null) => void;
}

function StepDialog({ step, onStep }: StepDialogProps) {
  const refreshAll = useRefreshAll();
  const close = () => onStep(null);

  const added = (codes: string[] | null) => {
    refreshAll();
    flash('Your second factor is on');
    onStep(codes && { kind: 'codes', codes });
  };
  const removed = () => {
    refreshAll();
    flash('Removed');
    close();
  };

  switch (step.kind) {
    case 'add app':
      return <TotpDialog onAdded={added} onClose={close} />;
    case 'add passkey':
      return <PasskeyDialog onAdded={added} onClose={close} />;
    case 'codes':
      return <RecoveryCodesDialog codes={step.codes} onDone={close} />;
    case 'remove app':
      return (
        <Dialog title="Remove the authenticator app" lead="Its codes no longer sign you in." onClose={close}>
          <PasswordAgainForm
            submitLabel="Remove"
            onSubmit={async (password) => {
              await call(secondFactorContract.removeTotp, { body: { password } });
              removed();
            }}
            onClose={close}
          />
        </Dialog>
      );
    case 'remove passkey':
      return (
        <Dialog
          title="Remove a passkey"
          lead={`${step.passkey.name} no longer signs you in.`}
          onClose={close}
        >
          <PasswordAgainForm
            submitLabel="Remove"
            onSubmit={async (password) => {
              await call(secondFactorContract.removePasskey, { body: { id: step.passkey.id, password } });
              removed();
            }}
            onClose={close}
          />
        </Dialog>
      );
    case 'new codes':
      return (
        <Dialog title="New recovery codes" lead="The codes you have now stop working." onClose={close}>
          <PasswordAgainForm
            submitLabel="Make new codes"
            onSubmit={async (password) => {
              const { recoveryCodes: codes } = await call(secondFactorContract.renewRecoveryCodes, {
                body: { password },
              });
              refreshAll();
              onStep({ kind: 'codes', codes });
            }}
            onClose={close}
          />
        </Dialog>
      );
  }
}
