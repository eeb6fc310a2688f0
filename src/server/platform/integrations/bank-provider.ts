import { Configuration, CountryCode, PlaidApi, PlaidEnvironments, Products } from 'plaid';
import { Refusal } from '../errors.ts';
import { outsideTransactions } from '../outside-work.ts';
import type { Env } from '../settings/env.ts';
import type { PageSources } from './captcha.ts';

export interface BankProvider {
  /** From where the page with the widget takes what is not the portal's own. */
  readonly sources: PageSources;
  /** What the widget needs to open. `holder` tells the provider one link from another and nothing more. */
  newWidgetToken(holder: string): Promise<string>;
  /** Exchanges what the widget gave for lasting access. */
  exchange(publicToken: string): Promise<{ accessToken: string; itemId: string }>;
}

export interface PlaidConfig {
  clientId: string;
  secret: string;
  /** The provider's address, or that of a server that speaks its protocol. */
  baseUrl: string;
  /** What people read in the widget. */
  portalName: string;
}

const PATIENCE_MS = 10_000;
/** Where the widget's script and its frame come from, in every environment. */
const WIDGET_HOME = 'https://cdn.plaid.com/link/v2/stable/';

export function createPlaid({ clientId, secret, baseUrl, portalName }: PlaidConfig): BankProvider {
  const api = new PlaidApi(
    new Configuration({
      basePath: baseUrl,
      baseOptions: {
        timeout: PATIENCE_MS,
        headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret, 'Plaid-Version': '2020-09-14' },
      },
    }),
  );
  return outsideTransactions<BankProvider>('bank provider', {
    sources: { scripts: [WIDGET_HOME], frames: [WIDGET_HOME], calls: [new URL(baseUrl).origin] },
    async newWidgetToken(holder) {
      const { data } = await asked(
        api.linkTokenCreate({
          client_name: portalName,
          language: 'en',
          country_codes: [CountryCode.Us],
          products: [Products.Auth, Products.Transactions],
          user: { client_user_id: holder },
        }),
      );
      return data.link_token;
    },
    async exchange(publicToken) {
      const { data } = await asked(api.itemPublicTokenExchange({ public_token: publicToken }));
      return { accessToken: data.access_token, itemId: data.item_id };
    },
  });
}

/** What the provider says about a request holds our secret and the token, so nothing of it is passed on. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { response } = error as { response?: { status?: number; data?: { error_type?: string } } };
    throw new Refusal(response?.data?.error_type === 'INVALID_INPUT' ? 'bank_refused' : 'bank_unavailable');
  }
}

/** Null where no provider is set up: the pages say so, and everything else works. */
export function createBankProvider(env: Env): BankProvider | null {
  const { PLAID_CLIENT_ID: clientId, PLAID_SECRET: secret } = env;
  if (!clientId && !secret) return null;
  if (!clientId || !secret) throw new Error('The bank link needs PLAID_CLIENT_ID and PLAID_SECRET.');
  const baseUrl = env.PLAID_BASE_URL ?? PlaidEnvironments[env.PLAID_ENVIRONMENT];
  if (!baseUrl) throw new Error(`There is no environment ${env.PLAID_ENVIRONMENT} of the bank link.`);
  return createPlaid({ clientId, secret, baseUrl, portalName: env.PLAID_CLIENT_NAME });
}
