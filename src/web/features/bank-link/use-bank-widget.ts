import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { usePlaidLink } from 'react-plaid-link';
import { adviceFor, isApiError } from '../../lib/api-error.ts';
import { useAction } from '../../ui/use-action.ts';
import { connectBank, widgetTokenKey } from './bank-link.api.ts';

interface BankWidget {
  linkToken: string;
  widgetToken: string | null;
  onConnected: () => void;
}

const NOT_LOADED =
  'The window of our provider did not load. Please let this page reach cdn.plaid.com, or use another browser, and try again.';

const NOT_CONNECTED = 'Your bank was not connected. You can try again.';

type Stage = 'loading' | 'not loaded' | 'ready' | 'connecting';

function stageOf(widget: Record<'isConnecting' | 'isReady' | 'isLost', boolean>): Stage {
  if (widget.isConnecting) return 'connecting';
  if (widget.isLost) return 'not loaded';
  return widget.isReady ? 'ready' : 'loading';
}

/** The provider's widget. It opens by itself once it has loaded, and again on request. */
export function useBankWidget({ linkToken, widgetToken, onConnected }: BankWidget) {
  const client = useQueryClient();
  const { failure, isPending: isConnecting, run, setFailure } = useAction(adviceFor);

  const connect = async (publicToken: string) => {
    try {
      await connectBank(linkToken, publicToken);
    } catch (error) {
      if (!isApiError(error, 'bank_link_used')) {
        // The widget's token was good for one bank.
        await client.invalidateQueries({ queryKey: widgetTokenKey(linkToken) });
        throw error;
      }
    }
    onConnected();
  };

  const { open, ready, error } = usePlaidLink({
    token: widgetToken,
    onSuccess: (publicToken) =>
      publicToken === null ? setFailure(NOT_CONNECTED) : void run(() => connect(publicToken)),
    onExit: (problem) => problem && setFailure(NOT_CONNECTED),
  });

  const hasOpened = useRef(false);
  useEffect(() => {
    if (!ready || hasOpened.current) return;
    hasOpened.current = true;
    open();
  }, [ready, open]);

  return {
    stage: stageOf({ isConnecting, isReady: ready, isLost: error !== null }),
    failure: error ? NOT_LOADED : failure,
    open: () => {
      setFailure(null);
      open();
    },
  };
}
