import { useEffect, useRef } from 'react';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { call } from '../../lib/call.ts';
import { signInPageFacts } from '../../lib/sign-in-page.ts';
import { holdsTicket } from './ticket.ts';

/** Asks about the e-mail that an address brought along, once, and only where the funder tells who has an account. */
export function useEmailCheck(userEmail: string, onUnknown: (message: string) => void): void {
  const tell = useRef(onUnknown);
  useEffect(() => {
    // A ticket says more than the e-mail beside it, and is used first.
    if (userEmail === '' || holdsTicket()) return;
    const ask = async () => {
      if (!(await signInPageFacts()).disclosesAccounts) return;
      const { isDone, message } = await call(passwordsContract.checkEmail, { body: { email: userEmail } });
      if (!isDone) tell.current(message);
    };
    // Signing in goes on without this answer, and says the same.
    void ask().catch(() => undefined);
  }, [userEmail]);
}
