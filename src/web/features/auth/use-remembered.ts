import { useEffect, useState } from 'react';
import { forgetRemembered, mayBeRemembered, rememberedEmail } from '../../app/session.ts';

/** Whom the server remembers on this browser, masked; asked only where there may be somebody. */
export function useRemembered(isWanted: boolean) {
  const [isAsking, setIsAsking] = useState(() => isWanted && mayBeRemembered());
  const [email, setEmail] = useState<string | null>(null);

  useEffect(() => {
    if (!isAsking) return;
    rememberedEmail()
      .then(setEmail, () => setEmail(null))
      .finally(() => setIsAsking(false));
  }, [isAsking]);

  /** The server is told, so that the next visitor of this browser does not see it either. */
  const forget = async () => {
    await forgetRemembered();
    setEmail(null);
  };

  return { isAsking, email, forget };
}
