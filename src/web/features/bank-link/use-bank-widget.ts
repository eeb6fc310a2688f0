import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adviceFor, isApiError } from '../../lib/api-error.ts';
import { useAction } from '../../ui/use-action.ts';
import { connectBank, type WidgetAccess, widgetAccessKey } from './bank-link.api.ts';
import { loadWidgetScript, type Widget } from './widget-script.ts';

interface BankWidget {
  linkToken: string;
  access: WidgetAccess;
  onConnected: () => void;
}

const notLoaded = (scriptUrl: string) =>
  `The window of our provider did not load. Please let this page reach ${new URL(scriptUrl).host}, or use another browser, and try again.`;

const NOT_CONNECTED = 'Your bank was not connected. You can try again.';

type Stage = 'loading' | 'not loaded' | 'ready' | 'connecting';

/** The provider's widget. It opens by itself once it has loaded, and again on request. */
export function useBankWidget({ linkToken, access: { widgetToken, scriptUrl }, onConnected }: BankWidget) {
  const client = useQueryClient();
  const { failure, isPending: isConnecting, run, setFailure } = useAction(adviceFor);
  const [loaded, setLoaded] = useState<Exclude<Stage, 'connecting'>>('loading');
  const widget = useRef<Widget | null>(null);
  const hasOpened = useRef(false);

  const connect = async (publicToken: string) => {
    try {
      await connectBank(linkToken, publicToken);
    } catch (error) {
      if (!isApiError(error, 'bank_link_used')) {
        // The widget's token was good for one bank.
        await client.invalidateQueries({ queryKey: widgetAccessKey(linkToken) });
        throw error;
      }
    }
    onConnected();
  };
  const onSuccess = useRef((_publicToken: string) => {});
  onSuccess.current = (publicToken) => void run(() => connect(publicToken));
  const onExit = useRef((_problem: object | null) => {});
  onExit.current = (problem) => problem && setFailure(NOT_CONNECTED);

  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const maker = await loadWidgetScript(scriptUrl);
      if (isGone) return;
      const made = maker.create({
        token: widgetToken,
        onLoad: () => {
          if (isGone) return;
          setLoaded('ready');
          if (!hasOpened.current) made.open();
          hasOpened.current = true;
        },
        onSuccess: (publicToken) => onSuccess.current(publicToken),
        onExit: (problem) => onExit.current(problem),
      });
      widget.current = made;
    };
    setLoaded('loading');
    show().catch(() => isGone || setLoaded('not loaded'));
    return () => {
      isGone = true;
      widget.current?.destroy();
      widget.current = null;
    };
  }, [scriptUrl, widgetToken]);

  const stage: Stage = isConnecting ? 'connecting' : loaded;
  return {
    stage,
    failure: stage === 'not loaded' ? notLoaded(scriptUrl) : failure,
    open: () => {
      setFailure(null);
      widget.current?.open();
    },
  };
}
