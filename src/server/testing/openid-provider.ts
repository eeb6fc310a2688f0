import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'portal', secret: 'the-secret-that-the-provider-gave-to-the-portal' };

/** Who signs in at the provider, without being asked for anything. */
export interface ProviderAccount {
  email: string;
  isVerified: boolean;
  /** How they showed who they are (RFC 8176). */
  methods: string[];
  /** How long ago they did. The provider asks nobody again who is not older than the portal allows. */
  shownSecondsAgo: number;
}

type Claims = Record<string, unknown>;

export interface TestProvider {
  issuer: string;
  account: ProviderAccount;
  /** How long its ID tokens are valid. A negative number makes tokens that are past already. */
  idTokenSeconds: number;
  /** Changes what its ID tokens say, and signs them again, as a provider would that keeps to less than the standard or takes its time. */
  alterClaims: ((claims: Claims) => Claims | Promise<Claims>) | null;
  /** Follows the redirects as a browser of its own does. Returns the address to which the provider leads back. */
  signIn(address: string): Promise<URL>;
  close(): Promise<void>;
}

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

/** Starts a certified OpenID Connect provider on this machine, at which the portal is registered. */
export async function startOpenIdProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test: TestProvider = {
    issuer,
    account: {
      email: 'nobody@harbor.example',
      isVerified: true,
      methods: ['pwd', 'otp'],
      shownSecondsAgo: 0,
    },
    idTokenSeconds: 300,
    alterClaims: null,
    signIn: (address) => follow(address, issuer),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = createProvider(test, redirectUri);
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (test.alterClaims && body?.id_token) body.id_token = await signAgain(body.id_token, test.alterClaims);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith(INTERACTION)) return void answer(request, response);
    const ts = Math.floor(Date.now() / 1000) - test.account.shownSecondsAgo;
    const login = { accountId: test.account.email, amr: test.account.methods, ts };
    void provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  });
  return test;
}

const INTERACTION = '/interaction/';

const createProvider = (test: TestProvider, redirectUri: string) =>
  new Provider(test.issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        require_auth_time: true,
      },
    ],
    jwks: { keys: [{ ...key, kid: 'test', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `${INTERACTION}${uid}` },
    pkce: { required: () => true },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
    ttl: { IdToken: () => test.idTokenSeconds, Session: 600, Interaction: 600, Grant: 600, AccessToken: 600 },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email: accountId, email_verified: test.account.isVerified }),
    }),
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      if (!client || !session?.accountId) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });

async function signAgain(token: string, alter: NonNullable<TestProvider['alterClaims']>): Promise<string> {
  const [head = '', claims = ''] = token.split('.');
  const altered = await alter(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  const signed = `${head}.${Buffer.from(JSON.stringify(altered)).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(signed), createPrivateKey({ key, format: 'jwk' }));
  return `${signed}.${signature.toString('base64url')}`;
}

/** Keeps the provider's cookies for one sign-in. */
async function follow(address: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let steps = 0; url.origin === issuer && steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next = response.headers.get('location');
    if (next === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    url = new URL(next, url);
  }
  return url;
}
