import { type FormEvent, useState } from 'react';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { messageOf } from '../../lib/api-error.ts';
import { send } from '../../lib/send.ts';

/** `unknown`: nobody has that address, told only where the funder chose to tell. */
type Outcome = 'sent' | 'unknown';

/** The state of asking for a reset link. */
export function useResetRequest() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const request = async (email: string) => {
    setIsPending(true);
    try {
      const { isDone } = await send(passwordsContract.sendResetLink, { body: { email } });
      setOutcome(isDone ? 'sent' : 'unknown');
    } catch (cause) {
      setFailure(messageOf(cause));
    } finally {
      setIsPending(false);
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || outcome !== null) return;
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim();
    const wrong = check(email);
    setError(wrong);
    setFailure(null);
    if (wrong === null) void request(email);
    else event.currentTarget.querySelector('input')?.focus();
  };

  const startOver = () => {
    setOutcome(null);
    setError(null);
  };

  return { outcome, error, failure, isPending, submit, startOver };
}

/** Only what can't be an address at all; the mail itself shows the rest. */
function check(email: string): string | null {
  if (email === '') return 'email is required';
  return /^\S+@\S+$/.test(email) ? null : 'Invalid e-mail.';
}
