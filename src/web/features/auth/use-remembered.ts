import { useEffect, useState } from 'react';
import {
  forgetRemembered,
  mayBeRemembered,
  rememberedUser,
  takeRememberedInPage,
} from '../../session/session.ts';

/** Whom the server remembers on this browser, masked: told by the page, or asked for where there may be somebody. */
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
        // The name is typed instead.
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

  /** Forgotten meanwhile: in another tab, or because its time is over. */
  const noteGone = () => setEmail(null);

  return { isAsking, email, forget, noteGone };
}
