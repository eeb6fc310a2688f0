import * as z from 'zod/mini';
import { outcome, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

/** Connects a merchant's bank account. Both calls are authorized by the link that the funder has sent. */
export const bankLinkContract = {
  openWidget: endpoint({
    method: 'POST',
    path: '/receive_accounting/link_token',
    access: 'bank link',
    opensTransactions: true,
    reads: true,
    summary: "A short-lived token with which the provider's widget opens for this link.",
    response: wireObject({
      widgetToken: ['link_token', z.string()],
      /** The provider's script, which makes the widget. */
      scriptUrl: ['script_url', z.url()],
    }),
  }),

  connectBank: endpoint({
    method: 'POST',
    path: '/receive_accounting/public_token',
    access: 'bank link',
    opensTransactions: true,
    linkTokenIn: 'body',
    records: ['bank connected'],
    summary:
      'Connects the bank that was chosen in the widget: the widget’s token is exchanged on the server and stored encrypted. Uses the link up.',
    body: wireObject({
      publicToken: ['public_token', z.string().check(z.minLength(1), z.maxLength(500))],
      linkToken: ['company_plaid_id', z.string().check(z.maxLength(200))],
    }),
    response: outcome,
  }),
};
