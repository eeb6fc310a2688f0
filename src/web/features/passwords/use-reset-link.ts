import { useCallback, useEffect, useState } from 'react';
import { passwordsContract } from '../../../shared/contract/passwords.ts';
import { isApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/send.ts';

type LinkState = 'checking' | 'open' | 'expired' | Error;

const SHAPE = /^[\w-]{1,100}$/;

/** Whether the link can still be used. The server says; what the address says of its end is not asked. */
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
    const { isOpen } = await send(passwordsContract.checkResetLink, { body: { token } });
    return isOpen ? 'open' : 'expired';
  } catch (error) {
    if (isApiError(error, 'invalid_request')) return 'expired';
    return error instanceof Error ? error : new Error(String(error));
  }
}
