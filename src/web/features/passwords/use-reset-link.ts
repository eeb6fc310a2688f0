import { useCallback, useEffect, useState } from 'react';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { isApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';

/** Who invites whom, if the link is an invitation. */
export type Invitation = Output<typeof passwordsContract.checkResetLink>['invitation'];

type LinkState = 'checking' | 'expired' | { invitation: Invitation } | Error;

const SHAPE = /^[\w-]{1,100}$/;

/** Whether the link can still be used. The server decides; the expiry in the address is ignored. */
export function useResetLink(token: string) {
  const [state, setState] = useState<LinkState>('checking');

  const check = useCallback(async () => {
    setState('checking');
    setState(await stateOf(token));
  }, [token]);

  useEffect(() => {
    void check();
  }, [check]);

  return { state, check, expire: () => setState('expired') };
}

async function stateOf(token: string): Promise<LinkState> {
  if (!SHAPE.test(token)) return 'expired';
  try {
    const { isOpen, invitation } = await call(passwordsContract.checkResetLink, { body: { token } });
    return isOpen ? { invitation } : 'expired';
  } catch (error) {
    if (isApiError(error, 'invalid_request')) return 'expired';
    return error instanceof Error ? error : new Error(String(error));
  }
}
