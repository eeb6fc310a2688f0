import * as openid from 'openid-client';
import { saysSecondFactor } from '../../../shared/domain/second-factor-methods.ts';
import { outsideTransactions } from '../outside-work.ts';

/** A provider at which the portal is registered as a client. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What belongs to one sign-in alone, and must come back from the provider. */
export interface SignOnProof {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What the provider says about the person who signed in there. */
export interface VouchedPerson {
  /** In small letters; null when the provider gave none. */
  email: string | null;
  isEmailVerified: boolean;
  hasSecondFactor: boolean;
  /** When they showed there who they are; null when the provider does not say. */
  authenticatedAt: Date | null;
}

/** What came of asking a provider about itself, in words for whoever sets it up. */
export interface ProviderCheck {
  isReached: boolean;
  words: string;
}

export interface OpenIdClient {
  /** Whether a provider on this machine may be asked without TLS. */
  readonly mayBePlain: boolean;
  /** Asks the provider anew for what it publishes about itself, without signing anybody in. */
  check(settings: OpenIdSettings): Promise<ProviderCheck>;
  /** Where the browser is sent to sign in. */
  signInAddress(settings: OpenIdSettings, proof: SignOnProof, redirectUri: string): Promise<string>;
  /** Exchanges the provider's answer, as it came in the address of the browser, for what it says about the person. */
  redeem(settings: OpenIdSettings, proof: SignOnProof, answer: URL): Promise<VouchedPerson>;
}

interface Options {
  /** Whether a provider on this machine may be asked without TLS: outside production alone. */
  mayBePlain: boolean;
  /** For each request. Nothing is asked twice. */
  patienceSeconds?: number;
}

const PATIENCE_SECONDS = 5;
/**
 * Who showed earlier who they are is asked again by the provider. Otherwise a session that ended because nobody was at the computer could be opened
 * again by whoever comes by.
 */
const MAX_AGE_SECONDS = 5 * 60;
/** How long what a provider publishes about itself is used again. */
const KNOWN_FOR_MS = 10 * 60_000;

export function createOpenIdClient({
  mayBePlain,
  patienceSeconds = PATIENCE_SECONDS,
}: Options): OpenIdClient {
  const known = new Map<string, { config: openid.Configuration; until: number }>();

  const keyOf = (settings: OpenIdSettings): string =>
    JSON.stringify([settings.issuer, settings.clientId, settings.clientSecret]);

  async function discover(settings: OpenIdSettings): Promise<openid.Configuration> {
    const key = keyOf(settings);
    const kept = known.get(key);
    if (kept && kept.until > Date.now()) return kept.config;
    const { issuer, clientId, clientSecret } = settings;
    const config = await openid.discovery(new URL(issuer), clientId, undefined, authWith(clientSecret), {
      timeout: patienceSeconds,
      // The signature of the ID token is checked as well, although it comes from the provider itself.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(mayBePlain && isPlainLoopback(issuer) ? [openid.allowInsecureRequests] : []),
      ],
    });
    known.set(key, { config, until: Date.now() + KNOWN_FOR_MS });
    return config;
  }

  return outsideTransactions<OpenIdClient>('sign-on provider', {
    mayBePlain,

    async check(settings) {
      known.delete(keyOf(settings));
      try {
        return checked((await discover(settings)).serverMetadata());
      } catch {
        // What exactly answered there is nobody's business: whoever names an address here could look around behind the firewall.
        return {
          isReached: false,
          words: `${settings.issuer} did not answer as a provider of that name. Please look at the issuer’s address, letter for letter.`,
        };
      }
    },

    async signInAddress(settings, { state, nonce, codeVerifier }, redirectUri) {
      const config = await discover(settings);
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        max_age: String(MAX_AGE_SECONDS),
      }).href;
    },

    async redeem(settings, { state, nonce, codeVerifier }, answer) {
      const config = await discover(settings);
      const tokens = await openid.authorizationCodeGrant(config, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('There is no ID token.');
      // Some providers have the address in the ID token, some only where they are asked for it.
      const about =
        claims['email'] === undefined && config.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
          : claims;
      return {
        email: typeof about['email'] === 'string' ? about['email'].toLowerCase() : null,
        isEmailVerified: isVerified(settings.issuer, about),
        hasSecondFactor: saysSecondFactor(claims['amr']),
        authenticatedAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
      };
    },
  });
}

/** What signing in there needs, and what the provider says that it lacks. */
function checked({ issuer, ...server }: openid.ServerMetadata): ProviderCheck {
  const lacks = [
    server.authorization_endpoint === undefined && 'where people sign in',
    server.token_endpoint === undefined && 'where codes are redeemed',
    server.jwks_uri === undefined && 'its keys',
  ].filter((part) => part !== false);
  return lacks.length > 0
    ? { isReached: false, words: `${issuer} answers, but does not say ${lacks.join(' and ')}.` }
    : {
        isReached: true,
        words: `${issuer} answers and says where people sign in. Whether the client and its secret are right shows with the first sign-in.`,
      };
}

/** By the way that the provider supports; the one in the body has no rules of its own about special characters. */
const authWith =
  (secret: string): openid.ClientAuth =>
  (server, ...request) => {
    const isByPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const way = isByPost ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
    way(server, ...request);
  };

/** Microsoft has a claim of its own in place of `email_verified`: that the owner of the domain has confirmed the address. */
function isVerified(issuer: string, claims: Readonly<Record<string, unknown>>): boolean {
  if (claims['email_verified'] === true) return true;
  const isMicrosoft = URL.parse(issuer)?.hostname === 'login.microsoftonline.com';
  return isMicrosoft && [true, 1, '1', 'true'].includes(claims['xms_edov'] as never);
}

/** Whether the address is one on this machine, without TLS. */
export function isPlainLoopback(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
