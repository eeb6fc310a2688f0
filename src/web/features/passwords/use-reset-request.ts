import { type FormEvent, useState } from 'react';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { isMailAddress } from '../../../shared/domain/mail-address.ts';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useAction } from '../../ui/use-action.ts';

/** `unknown`: nobody has that address. The server says so only where the funder discloses accounts. */
type Outcome = 'sent' | 'unknown';

const NOT_KNOWN = 'The portal did not answer. If no mail comes within a few minutes, please try again.';

/** The state of requesting a reset link. */
export function useResetRequest() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { failure, isPending, run, setFailure } = useAction(messageOf);

  const request = async (email: string) => {
    const { isDone } = await call(
      passwordsContract.sendResetLink,
      { body: { email } },
      { whenUnanswered: NOT_KNOWN },
    );
    setOutcome(isDone ? 'sent' : 'unknown');
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || outcome !== null) return;
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    const wrong = check(email);
    setError(wrong);
    setFailure(null);
    if (wrong === null) void run(() => request(email));
    else event.currentTarget.querySelector('input')?.focus();
  };

  const startOver = () => {
    setOutcome(null);
    setError(null);
  };

  return { outcome, error, failure, isPending, submit, startOver };
}

function check(email: string): string | null {
  if (email === '') return 'email is required';
  return isMailAddress(email) ? null : 'Invalid e-mail.';
}
