import { authContract } from '../../../shared/contract/auth.ts';
import type { SecondFactorRequired } from '../../lib/access-token.ts';
import { call } from '../../lib/call.ts';
import { askForPasskey } from '../../lib/passkey.ts';
import { FactorForm } from '../../session/factor-form.tsx';
import { finishSignIn } from '../../session/session.ts';
import classes from './second-step.module.css';

/** What this step shows and changes of the sign-in page's state. */
interface SecondStepState {
  failure: string | null;
  isPending: boolean;
  prove: (enter: () => Promise<void>) => void;
  startOver: () => void;
  clearFailure: () => void;
}

export interface SecondStepProps {
  signIn: SecondStepState;
  step: SecondFactorRequired;
}

/** The step after a right password: the second factor. */
export function SecondStep({ signIn, step: { challengeToken, methods } }: SecondStepProps) {
  const { failure, isPending, prove, startOver, clearFailure } = signIn;
  const grant = { grant: 'second_factor', challengeToken } as const;
  return (
    <div className={classes['underTitle']}>
      <FactorForm
        methods={methods}
        failure={failure}
        isPending={isPending}
        onCode={(method, code) => finishSignIn({ ...grant, method, code })}
        onPasskey={async () => {
          const assertion = await askForPasskey(() =>
            call(authContract.passkeyOptions, { body: { challengeToken } }),
          );
          await finishSignIn({ ...grant, method: 'passkey', assertion });
        }}
        run={prove}
        clearFailure={clearFailure}
        leaveLabel="Back to sign-in"
        onLeave={startOver}
      />
    </div>
  );
}
