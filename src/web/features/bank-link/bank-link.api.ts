import { useQuery } from '@tanstack/react-query';
import { bankLinkContract } from '../../../shared/contract/bank-link.ts';
import { call } from '../../lib/call.ts';
import { callUnderLink } from '../../lib/under-link.ts';

export const widgetTokenKey = (linkToken: string) => ['bank link', linkToken] as const;

/** The token for the widget. Requested once, and again after a connection that failed. */
export const useWidgetToken = (linkToken: string) =>
  useQuery({
    queryKey: widgetTokenKey(linkToken),
    queryFn: async () => (await callUnderLink(bankLinkContract.openWidget, {}, linkToken)).widgetToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const connectBank = (linkToken: string, publicToken: string) =>
  call(bankLinkContract.connectBank, { body: { linkToken, publicToken } });
