import { useQuery } from '@tanstack/react-query';
import { bankLinkContract } from '../../../shared/contract/bank-link.ts';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { call } from '../../lib/call.ts';
import { callUnderLink } from '../../lib/under-link.ts';

export const widgetAccessKey = (linkToken: string) => ['bank link', linkToken] as const;

/** What the widget opens with. */
export type WidgetAccess = Output<typeof bankLinkContract.openWidget>;

/** Requested once, and again after a connection that failed. */
export const useWidgetAccess = (linkToken: string) =>
  useQuery({
    queryKey: widgetAccessKey(linkToken),
    queryFn: () => callUnderLink(bankLinkContract.openWidget, {}, linkToken),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const connectBank = (linkToken: string, publicToken: string) =>
  call(bankLinkContract.connectBank, { body: { linkToken, publicToken } });
