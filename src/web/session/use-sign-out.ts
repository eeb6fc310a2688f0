import { useState } from 'react';
import { signOut } from './session.ts';

/** Signing out can fail, and whoever leaves a shared computer has to know that it did. */
export function useSignOut() {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const start = async () => {
    if (isPending) return;
    setIsPending(true);
    setFailure(null);
    try {
      await signOut();
    } catch (error) {
      setFailure(error);
      setIsPending(false);
    }
  };

  return { isPending, failure, start };
}
