import { Configuration, CountryCode, PlaidApi, PlaidEnvironments, Products } from 'plaid';
import { Refusal } from '../errors.ts';
import { outsideTransactions } from '../outside-work.ts';
import type { Env } from '../settings/env.ts';
import type { PageSources } from './captcha.ts';

export interface BankProvider {
  /** The script that makes the widget, for the page to load. */
  readonly scriptUrl: string;
  /** The outside sources that the page with the widget loads from. */
  readonly sources: PageSources;
  /** Returns what the widget needs to open. `holder` only lets the provider tell links apart. */
  newWidgetToken(holder: string): Promise<string>;
  /** Exchanges the widget's token for lasting access. */
  exchange(publicToken: string): Promise<{ accessToken: string; itemId: string }>;
  /** Ends the access for good. Succeeds also if it has ended before. */
  remove(accessToken: string): Promise<void>;
}

export interface PlaidConfig {
  clientId: string;
  secret: string;
  /** The provider's address, or that of a server that speaks its protocol. */
  baseUrl: string;
  scriptUrl: string;
  /** The name that people read in the widget. */
  portalName: string;
}

const PATIENCE_MS = 10_000;

export function createPlaid({ clientId, secret, baseUrl, scriptUrl, portalName }: PlaidConfig): BankProvider {
  // The script and its frame come from one folder, in every environment of the provider.
  const home = new URL('.', scriptUrl).href;
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
    scriptUrl,
    sources: { scripts: [home], frames: [home], calls: [new URL(baseUrl).origin] },
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
    async remove(accessToken) {
      const removal = api.itemRemove({ access_token: accessToken }).catch((error: unknown) => {
        if (!REMOVED_BEFORE.includes(problemOf(error)?.error_code ?? '')) throw error;
      });
      await asked(removal);
    },
  });
}

/** The provider's errors contain our secret and the token, so nothing from them is passed on. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new Refusal(problemOf(error)?.error_type === 'INVALID_INPUT' ? 'bank_refused' : 'bank_unavailable');
  }
}

/** What the provider says about a token that it has removed. Wrong credentials of ours have another code. */
const REMOVED_BEFORE: readonly string[] = ['INVALID_ACCESS_TOKEN', 'ITEM_NOT_FOUND'];

const problemOf = (error: unknown) =>
  (error as { response?: { data?: { error_type?: string; error_code?: string } } }).response?.data;

/** Returns null when no provider is set up. The pages then say so, and everything else works. */
export function createBankProvider(env: Env): BankProvider | null {
  const { PLAID_CLIENT_ID: clientId, PLAID_SECRET: secret } = env;
  if (!clientId && !secret) return null;
  if (!clientId || !secret) throw new Error('The bank link needs PLAID_CLIENT_ID and PLAID_SECRET.');
  const baseUrl = env.PLAID_BASE_URL ?? PlaidEnvironments[env.PLAID_ENVIRONMENT];
  if (!baseUrl) throw new Error(`There is no environment ${env.PLAID_ENVIRONMENT} of the bank link.`);
  return createPlaid({
    clientId,
    secret,
    baseUrl,
    scriptUrl: env.PLAID_SCRIPT_URL,
    portalName: env.PLAID_CLIENT_NAME,
  });
}
