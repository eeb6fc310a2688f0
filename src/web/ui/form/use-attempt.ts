import { useState } from 'react';
import { ApiError, isApiError, messageOf, TOO_MANY_GUESSES } from '../../lib/api-error.ts';

/** One attempt at something that can be refused, and why it was. */
export function useAttempt() {
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const attempt = async (work: () => Promise<void>) => {
    setIsPending(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(wordsFor(error));
    } finally {
      setIsPending(false);
    }
  };

  return { failure, isPending, attempt, refuse: setFailure };
}

/** Besides the server's refusals there are those of the browser, which speaks of passkeys in a way of its own. */
function wordsFor(error: unknown): string {
  if (isApiError(error, 'too_many_attempts')) return TOO_MANY_GUESSES;
  if (error instanceof ApiError) return messageOf(error);
  if (error instanceof Error && error.name === 'InvalidStateError')
    return 'This device has a passkey for your account already.';
  if (error instanceof Error && error.name === 'NotAllowedError')
    return 'No passkey was made: it was cancelled or took too long. Please try again.';
  if (error instanceof Error && error.name === 'NotSupportedError')
    return 'This device cannot make a passkey that the portal understands.';
  return messageOf(error);
}
