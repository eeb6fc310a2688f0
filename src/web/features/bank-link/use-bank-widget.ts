import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePlaidLink } from 'react-plaid-link';
import { adviceOn, isApiError } from '../../lib/api-error.ts';
import { connectBank, widgetTokenKey } from './bank-link.api.ts';

interface BankWidget {
  linkToken: string;
  widgetToken: string | null;
  onConnected: () => void;
}

const NOT_LOADED =
  'The window of our provider did not load. Please let this page reach cdn.plaid.com, or use another browser, and try again.';

const NOT_CONNECTED = 'Your bank was not connected. You can try again.';

/** The provider's widget: opens by itself once it has loaded, and again whenever it is asked to. */
export function useBankWidget({ linkToken, widgetToken, onConnected }: BankWidget) {
  const client = useQueryClient();
  const [isConnecting, setIsConnecting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const connect = useCallback(
    async (publicToken: string) => {
      setIsConnecting(true);
      setFailure(null);
      try {
        await connectBank(linkToken, publicToken);
        onConnected();
      } catch (error) {
        if (isApiError(error, 'bank_link_used')) return onConnected();
        setFailure(adviceOn(error));
        // What the widget opened with was good for one bank.
        await client.invalidateQueries({ queryKey: widgetTokenKey(linkToken) });
      } finally {
        setIsConnecting(false);
      }
    },
    [client, linkToken, onConnected],
  );

  const { open, ready, error } = usePlaidLink({
    token: widgetToken,
    onSuccess: (publicToken) =>
      publicToken === null ? setFailure(NOT_CONNECTED) : void connect(publicToken),
    onExit: (problem) => problem && setFailure(NOT_CONNECTED),
  });

  const hasOpened = useRef(false);
  useEffect(() => {
    if (!ready || hasOpened.current) return;
    hasOpened.current = true;
    open();
  }, [ready, open]);

  return {
    stage: isConnecting ? ('connecting' as const) : ready ? ('ready' as const) : ('loading' as const),
    failure: error ? NOT_LOADED : failure,
    open: () => {
      setFailure(null);
      open();
    },
  };
}
