import { sql } from 'kysely';
import { permissionsOfRole } from '../../shared/domain/roles.ts';
import { redirectUriOf } from '../identity/single-sign-on.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { type SignOnChange, setSingleSignOn } from '../tenant-settings/single-sign-on.ts';
import type { createMembership } from './factories.ts';
import { CLIENT, type ProviderAccount, startOpenIdProvider } from './openid-provider.ts';
import { openTestPortal } from './portal.ts';
import { asMember, ENCRYPTION_KEY, ORIGIN } from './test-app.ts';

const START = '/api/non-tenant/sso/start';

/** What a browser is told at the end: where it is led, and the cookies that it keeps. */
export interface Landing {
  location: string;
  cookies: Map<string, string>;
}

/** As though the DNS had named the tenant for each of its domains. */
export const proveDomains = (tx: Tx, tenantId: string) =>
  tx
    .updateTable('singleSignOn')
    .set({ provenDomains: sql<string[]>`domains` })
    .where('tenantId', '=', tenantId)
    .execute();

/** As the command line changes single sign-on of a tenant. */
export const changing = (tenantId: string): Parameters<typeof setSingleSignOn>[1] => ({
  tenantId,
  encryption: createEncryption({ key: ENCRYPTION_KEY }),
  mayBeLocal: true,
  operator: { via: 'command line', name: 'test' },
});

/** Opens a portal whose staff sign in at a provider, with addresses of harbor.example. */
export async function openSignOnPortal(overrides: Parameters<typeof openTestPortal>[0] = {}) {
  const portal = await openTestPortal(overrides);
  const provider = await startOpenIdProvider(redirectUriOf(ORIGIN, 'harbor'));
  const { app, database, tenantId } = portal;

  const visit = async (path: string, cookie = '', headers = {}): Promise<Landing> => {
    const response = await app.fetch(path, { redirect: 'manual', headers: { cookie, ...headers } });
    const kept = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const cookies = new Map(kept.map((pair) => [pair.split('=')[0] ?? '', pair]));
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return { location, cookies };
  };

  const setSignOn = (change: SignOnChange, at = tenantId) =>
    withTenant(database.db, at, (tx) => setSingleSignOn(tx, changing(at), change));

  const desk = {
    ...portal,
    provider,
    visit,
    /** With all of its domains proven. */
    async set(change: SignOnChange, at = tenantId) {
      await setSignOn(change, at);
      await withTenant(database.db, at, (tx) => proveDomains(tx, at));
    },
    setSignOn,

    addStaff: (email: string, overrides: Parameters<typeof createMembership>[3] = {}) =>
      portal.addInvestor(email, {
        syndicateId: null,
        role: 'servicing',
        permissions: permissionsOfRole('servicing'),
        ...overrides,
      }),

    /** Begins a sign-in. Returns the provider's address and the browser's cookie. */
    async begin(query = 'domain=harbor.example', cookie = '') {
      const { location, cookies } = await visit(`${START}?${query}`, cookie);
      return { location, cookie: cookies.get('__Host-sign-on') ?? '' };
    },

    /** Signs in at the provider. Returns the address to which it leads back, and the browser's cookie. */
    async answer(account: Partial<ProviderAccount>, query?: string) {
      Object.assign(
        provider.account,
        { isVerified: true, methods: ['pwd', 'otp'], shownSecondsAgo: 0 },
        account,
      );
      const { location, cookie } = await desk.begin(query);
      const { pathname, search } = await provider.signIn(location);
      return { path: `${pathname}${search}`, cookie };
    },

    /** The whole way, from the sign-in page to where the portal leads in the end. */
    async signOn(account: Partial<ProviderAccount>, query?: string): Promise<Landing> {
      const { path, cookie } = await desk.answer(account, query);
      return visit(path, cookie);
    },

    /** Renews the session of a cookie, as the desk does first. */
    async renew(cookie: string) {
      const response = await app.fetch('/api/non-tenant/oauth/token', {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json', cookie },
        body: JSON.stringify({ grant_type: 'refresh_token' }),
      });
      return (await response.json()) as { access_token: string; tenants: { id: string; desk: boolean }[] };
    },

    me: (accessToken: string, at = tenantId) => app.fetch('/api/desk/v1/me', asMember(accessToken, at)),

    async close() {
      await provider.close();
      await portal.close();
    },
  };
  await desk.set({
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    domains: ['harbor.example'],
  });
  return desk;
}

export type SignOnPortal = Awaited<ReturnType<typeof openSignOnPortal>>;
