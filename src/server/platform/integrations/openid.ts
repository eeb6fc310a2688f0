import * as openid from 'openid-client';
import { saysSecondFactor } from '../../../shared/domain/second-factor-methods.ts';
import { outsideTransactions } from '../outside-work.ts';
import { createPublicFetch, isPlainLoopback } from './public-fetch.ts';

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
  /** When the provider was told to ask even somebody who is signed in there; null where a sign-in of the last minutes was enough. */
  askedAgainAt: Date | null;
}

/** What the provider says about the person who signed in there. */
export interface VouchedPerson {
  /** In small letters; null when the provider gave none. */
  email: string | null;
  isEmailVerified: boolean;
  hasSecondFactor: boolean;
  /** When they showed there who they are. */
  authenticatedAt: Date;
}

/** The provider did not say that the person showed there who they are, or it was too long ago, or is yet to come. */
export class NotShownRecently extends Error {
  override name = 'NotShownRecently';
}

/** What came of asking a provider about itself, in words for whoever sets it up. */
export interface ProviderCheck {
  isReached: boolean;
  words: string;
}

export interface OpenIdClient {
  /** Whether a provider on this machine may be named. */
  readonly mayBeLocal: boolean;
  /** Asks the provider anew for what it publishes about itself, without signing anybody in. */
  check(settings: OpenIdSettings): Promise<ProviderCheck>;
  /** Where the browser is sent to sign in. */
  signInAddress(
    settings: OpenIdSettings,
    proof: Omit<SignOnProof, 'askedAgainAt'> & { asksAgain: boolean },
    redirectUri: string,
  ): Promise<string>;
  /** Exchanges the provider's answer, as it came in the address of the browser, for what it says about the person. */
  redeem(settings: OpenIdSettings, proof: SignOnProof, answer: URL): Promise<VouchedPerson>;
}

interface Options {
  /** Whether a provider on this machine may be asked, also without TLS: LOCAL_SIGN_ON_PROVIDER. */
  mayBeLocal: boolean;
  /** For each request. Nothing is asked twice. */
  patienceSeconds?: number;
}

const PATIENCE_SECONDS = 5;
/**
 * Who showed earlier who they are is asked again by the provider. Otherwise a session that ended because nobody was at the computer could be opened
 * again by whoever comes by.
 */
const MAX_AGE_SECONDS = 5 * 60;
/** By how much the provider's clock may differ, which is what openid-client allows as well. */
const CLOCK_SECONDS = 30;
/** How long what a provider publishes about itself is used again. */
const KNOWN_FOR_MS = 10 * 60_000;

export function createOpenIdClient({
  mayBeLocal,
  patienceSeconds = PATIENCE_SECONDS,
}: Options): OpenIdClient {
  const publicFetch = createPublicFetch({ mayBeLocal });
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
      [openid.customFetch]: publicFetch,
      // The signature of the ID token is checked as well, although it comes from the provider itself.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(mayBeLocal && isPlainLoopback(issuer) ? [openid.allowInsecureRequests] : []),
      ],
    });
    known.set(key, { config, until: Date.now() + KNOWN_FOR_MS });
    return config;
  }

  return outsideTransactions<OpenIdClient>('sign-on provider', {
    mayBeLocal,

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

    async signInAddress(settings, { state, nonce, codeVerifier, asksAgain }, redirectUri) {
      const config = await discover(settings);
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        max_age: String(MAX_AGE_SECONDS),
        ...(asksAgain && { prompt: 'login' }),
      }).href;
    },

    async redeem(settings, { state, nonce, codeVerifier, askedAgainAt }, answer) {
      const config = await discover(settings);
      const tokens = await openid
        .authorizationCodeGrant(config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
          // The address with max_age passes through the browser, which may have taken it out.
          maxAge: MAX_AGE_SECONDS,
        })
        .catch((error: unknown) => {
          throw isAboutTime(error) ? new NotShownRecently('', { cause: error }) : error;
        });
      const claims = tokens.claims();
      if (!claims) throw new Error('There is no ID token.');
      const authenticatedAt = requireShown(claims.auth_time, askedAgainAt);
      // Some providers have the address in the ID token, some only where they are asked for it.
      const about =
        claims['email'] === undefined && config.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
          : claims;
      return {
        email: typeof about['email'] === 'string' ? about['email'].toLowerCase() : null,
        isEmailVerified: isVerified(settings.issuer, about),
        hasSecondFactor: saysSecondFactor(claims['amr']),
        authenticatedAt,
      };
    },
  });
}

/** Whether the library says of `auth_time` that it is missing, or longer ago than was asked for. It wraps what it found. */
function isAboutTime(error: unknown): boolean {
  const { cause } = (error as { cause?: { cause?: { claims?: object; claim?: string } } }).cause ?? {};
  return cause?.claim === 'auth_time' || (cause?.claims !== undefined && !('auth_time' in cause.claims));
}

/** The library compares with `max_age` alone: a time to come passes there, and so does one of before the provider was told to ask again. */
function requireShown(authTime: number | undefined, askedAgainAt: Date | null): Date {
  const earliest = askedAgainAt === null ? 0 : askedAgainAt.getTime() / 1000 - CLOCK_SECONDS;
  const latest = Date.now() / 1000 + CLOCK_SECONDS;
  if (authTime === undefined || authTime < earliest || authTime > latest) throw new NotShownRecently();
  return new Date(authTime * 1000);
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
