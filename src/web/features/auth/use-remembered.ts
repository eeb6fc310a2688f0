import { useEffect, useState } from 'react';
import {
  forgetRemembered,
  mayBeRemembered,
  rememberedUser,
  takeRememberedInPage,
} from '../../session/session.ts';

/**
 * The masked e-mail of the user whom the server remembers on this browser: from the prerendered page, or else asked for if there
 * may be one.
 */
export function useRemembered(isWanted: boolean, onLocked: (seconds: number) => void) {
  const [email, setEmail] = useState<string | null>(() => (isWanted ? takeRememberedInPage() : null));
  const [isAsking, setIsAsking] = useState(() => isWanted && email === null && mayBeRemembered());

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; whom to tell is the same throughout.
  useEffect(() => {
    if (!isAsking) return;
    const ask = async () => {
      try {
        const { maskedEmail, retryAfterSeconds } = await rememberedUser();
        setEmail(maskedEmail);
        if (retryAfterSeconds > 0) onLocked(retryAfterSeconds);
      } catch {
        // The user types the name instead.
      } finally {
        setIsAsking(false);
      }
    };
    void ask();
  }, [isAsking]);

  const forget = async () => {
    await forgetRemembered();
    setEmail(null);
  };

  /** The user was forgotten in the meantime: in another tab, or because the time is over. */
  const noteGone = () => setEmail(null);

  return { isAsking, email, forget, noteGone };
}
