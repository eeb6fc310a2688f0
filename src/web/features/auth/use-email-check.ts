import { useEffect, useRef } from 'react';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { call } from '../../lib/call.ts';
import { signInPageFacts } from '../../lib/sign-in-page.ts';
import { holdsTicket } from './ticket.ts';

/** Checks the e-mail in the address once, and only where the funder discloses who has an account. */
export function useEmailCheck(userEmail: string, onUnknown: (message: string) => void): void {
  const tell = useRef(onUnknown);
  useEffect(() => {
    // A ticket takes precedence over the e-mail beside it.
    if (userEmail === '' || holdsTicket()) return;
    const ask = async () => {
      if (!(await signInPageFacts()).disclosesAccounts) return;
      const { isDone, message } = await call(passwordsContract.checkEmail, { body: { email: userEmail } });
      if (!isDone) tell.current(message);
    };
    // Signing in works without this answer, and says the same.
    void ask().catch(() => undefined);
  }, [userEmail]);
}
