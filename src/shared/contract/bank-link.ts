import * as z from 'zod/mini';
import { outcome, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

/** Connecting a merchant's bank. Both calls are made under the link that the funder has sent. */
export const bankLinkContract = {
  openWidget: endpoint({
    method: 'POST',
    path: '/receive_accounting/link_token',
    access: 'bank link',
    opensTransactions: true,
    reads: true,
    summary: "What the provider's widget needs to open, made for this link and good for a short time.",
    response: wireObject({ widgetToken: ['link_token', z.string()] }),
  }),

  connectBank: endpoint({
    method: 'POST',
    path: '/receive_accounting/public_token',
    access: 'bank link',
    opensTransactions: true,
    linkTokenIn: 'body',
    records: ['bank connected'],
    summary:
      'Connects the bank that was chosen in the widget: what the widget gave is exchanged on the server and kept encrypted. Uses the link up.',
    body: wireObject({
      publicToken: ['public_token', z.string().check(z.minLength(1), z.maxLength(500))],
      linkToken: ['company_plaid_id', z.string().check(z.maxLength(200))],
    }),
    response: outcome,
  }),
};
