import { useEffect, useState } from 'react';
import { forgetRemembered, mayBeRemembered, rememberedUser } from '../../app/session/session.ts';

/** Whom the server remembers on this browser, masked; asked only where there may be somebody. */
export function useRemembered(isWanted: boolean, onLocked: (seconds: number) => void) {
  const [isAsking, setIsAsking] = useState(() => isWanted && mayBeRemembered());
  const [email, setEmail] = useState<string | null>(null);

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

  /** The server is told, so that the next visitor of this browser does not see it either. */
  const forget = async () => {
    await forgetRemembered();
    setEmail(null);
  };

  return { isAsking, email, forget };
}
