import { useState } from 'react';
import { isApiError, messageOf, TOO_MANY_GUESSES } from '../../lib/api-error.ts';

/** One attempt at something that can be refused, and why it was, in the words given for that. */
export function useAttempt(wordsOn: (error: unknown) => string = wordsFor) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const attempt = async (work: () => Promise<void>) => {
    setIsPending(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(wordsOn(error));
    } finally {
      setIsPending(false);
    }
  };

  return { failure, isPending, attempt, refuse: setFailure };
}

const wordsFor = (error: unknown): string =>
  isApiError(error, 'too_many_attempts') ? TOO_MANY_GUESSES : messageOf(error);
