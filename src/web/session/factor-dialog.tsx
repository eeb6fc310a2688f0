import { authContract } from '../../shared/contract/auth.ts';
import type { Input } from '../../shared/contract/endpoint.ts';
import type { SecondFactorMethod } from '../../shared/contract/sign-in-grants.ts';
import { messageWhenSignedIn } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { askForPasskey } from '../lib/passkey.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { useAction } from '../ui/use-action.ts';
import { FactorForm } from './factor-form.tsx';

interface FactorDialogProps {
  methods: readonly SecondFactorMethod[];
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks somebody who is signed in for their second factor again. */
export function FactorDialog({ methods, onAnswer }: FactorDialogProps) {
  const { failure, isPending, run, setFailure } = useAction(messageWhenSignedIn);
  const cancel = () => onAnswer(false);
  const confirm = async (body: Input<typeof authContract.confirmSecondFactor>['body']) => {
    await call(authContract.confirmSecondFactor, { body });
    onAnswer(true);
  };
  return (
    <Dialog
      title="Confirm it’s you"
      lead="This needs your second factor as well. You are not asked again for five minutes."
      onClose={cancel}
    >
      <FactorForm
        methods={methods}
        failure={failure}
        isPending={isPending}
        onCode={(method, code) => confirm({ method, code })}
        onPasskey={async () => {
          const assertion = await askForPasskey(() => call(authContract.confirmationPasskeyOptions, {}));
          await confirm({ method: 'passkey', assertion });
        }}
        run={(action) => void run(action)}
        clearFailure={() => setFailure(null)}
        leaveLabel="Cancel"
        onLeave={cancel}
      />
    </Dialog>
  );
}
