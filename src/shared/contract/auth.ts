import * as z from 'zod/mini';
import { done, flag, id, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import {
  captcha,
  challengeToken,
  loginName,
  password,
  secondFactorMethod,
  shownFactor,
  signInGrant,
  ticket,
} from './sign-in-grants.ts';

const tenant = wireObject({ id: ['id', z.uuid()], name: ['name', z.string()] });

const enteredTenant = wireObject({
  id: ['id', z.uuid()],
  name: ['name', z.string()],
  syndicateId: ['syndication_id', z.nullable(id)],
  /** Whether it is entered at the desk, by somebody who works for it. */
  isDesk: ['desk', z.boolean()],
  /** Whether an investor has let them in to read. The previous version of the server does not say it. */
  isGuest: ['guest', z.optional(z.boolean())],
});

const session = wireObject({
  accessToken: ['access_token', z.string()],
  /** The same token again, under the name that the older sign-in used for it. */
  token: ['token', z.string()],
  tokenType: ['token_type', z.literal('Bearer')],
  expiresInSeconds: ['expires_in', z.int()],
  userId: ['user_id', id],
  id: ['id', id],
  name: ['name', z.string()],
  /** That of an investor, unless the user works for one of the tenants. */
  role: ['role', z.string()],
  isTerminated: ['terminated_user', flag],
  mustChangePassword: ['first_login', z.boolean()],
  /** The syndicate in the user's only tenant. With several tenants, each entry of the list has its own. */
  syndicateId: ['syndication_id', z.nullable(id)],
  tenants: ['tenants', z.array(enteredTenant)],
});

/** The password was right, but there is no session until the user also passes one of these second factors. */
const secondStep = wireObject({
  secondFactor: [
    'second_factor',
    wireObject({
      challengeToken: ['challenge', challengeToken],
      methods: ['methods', z.array(secondFactorMethod)],
    }),
  ],
});

/**
 * What the browser needs to solve the captcha: a proof-of-work task from the server, or the site key for a provider's
 * script.
 */
const captchaInPage = z.union([
  wireObject({ provider: ['provider', z.literal('altcha')] }),
  wireObject({
    provider: ['provider', z.literal('recaptcha')],
    siteKey: ['site_key', z.string()],
    scriptUrl: ['script_url', z.url()],
  }),
]);

/** The browser is led to another address. */
const redirected = z.unknown();
/** Of a tenant. */
const shortName = z.string().check(z.maxLength(40), z.regex(/^[a-z0-9-]*$/));

const ABOUT_LOCK_STATE =
  'Whether this browser may try to sign in with that name now, and otherwise how long it must wait. The answer does not depend on whether the account exists.';

const lockState = wireObject({
  isLocked: ['login_attempts_status', flag],
  retryAfterSeconds: ['retry_after', z.int()],
});

export const authContract = {
  requestToken: endpoint({
    method: 'POST',
    path: '/api/non-tenant/oauth/token',
    access: 'anyone',
    records: ['signed in', 'sign-in failed', 'session ended: token reuse', 'second factor reset cancelled'],
    summary:
      'Signs in (with a password or a ticket, then with a second factor if the user has one), or renews the access token from the session cookie.',
    body: signInGrant,
    response: z.union([session, secondStep]),
  }),

  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/non-tenant/second-factor/passkey-options',
    access: 'anyone',
    summary: 'What the browser needs to ask for a passkey as the second step of a sign-in.',
    body: wireObject({ challengeToken: ['challenge', challengeToken] }),
    // WebAuthn's PublicKeyCredentialRequestOptionsJSON, in the form that the browser's own functions accept.
    response: z.object({ options: z.unknown() }),
  }),

  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/user/second-factor/confirm',
    access: 'investor or staff',
    guests: 'own account',
    opensTransactions: true,
    records: ['second factor confirmed', 'sign-in failed', 'second factor reset cancelled'],
    refusals: ['second_factor_missing', 'second_factor_wrong', 'too_many_attempts'],
    summary:
      'Shows a second factor again, so that calls that ask for one answer in this session for the next five minutes.',
    body: shownFactor,
    response: done,
  }),

  confirmationPasskeyOptions: endpoint({
    method: 'POST',
    path: '/user/second-factor/confirm/passkey-options',
    access: 'investor or staff',
    guests: 'own account',
    summary: 'What the browser needs to ask somebody who is signed in for their passkey.',
    // WebAuthn's PublicKeyCredentialRequestOptionsJSON, in the form that the browser's own functions accept.
    response: z.object({ options: z.unknown() }),
  }),

  logIn: endpoint({
    method: 'POST',
    path: '/api/non-tenant/log-in',
    access: 'anyone',
    records: ['sign-in failed'],
    summary:
      'Checks a user name and password and returns the tenants to choose from. Does not open a session.',
    body: wireObject({
      loginName: ['username', loginName],
      password: ['password', password],
      captcha: ['recaptcha', captcha],
    }),
    response: wireObject({
      isCorrect: ['success', z.boolean()],
      message: ['message', z.string()],
      tenants: ['tenants', z.array(tenant)],
    }),
  }),

  signInPage: endpoint({
    method: 'GET',
    path: '/api/non-tenant/sign-in-page',
    access: 'anyone',
    summary:
      'What the sign-in page shows: the name of the portal, the support contact, the captcha and who signs in elsewhere.',
    response: wireObject({
      name: ['name', z.string()],
      supportEmail: ['support_email', z.string()],
      supportUrl: ['support_url', z.string()],
      disclosesAccounts: ['disclose_accounts', z.boolean()],
      captcha: ['captcha', captchaInPage],
      /** Hashes of the mail domains whose owners sign in at their company. The previous version of the server sends none. */
      singleSignOn: ['single_sign_on', z.optional(z.array(z.string()))],
    }),
  }),

  startSignOn: endpoint({
    method: 'GET',
    path: '/api/non-tenant/sso/start',
    access: 'anyone',
    records: ['sign-in failed'],
    summary:
      'Leads the browser to the provider at which the staff of a tenant sign in, by the domain of a mail address or the short name of the tenant.',
    query: wireObject({
      domain: ['domain', z.optional(z.string().check(z.maxLength(253), z.regex(/^[a-z0-9.-]*$/i)))],
      slug: ['tenant', z.optional(shortName)],
    }),
    response: redirected,
  }),

  finishSignOn: endpoint({
    method: 'GET',
    path: '/api/non-tenant/sso/callback/:tenant',
    access: 'anyone',
    records: ['signed in', 'signed out', 'sign-in failed', 'invitation accepted'],
    summary:
      'Where the provider of a tenant, by its short name, leads the browser back to. Opens a session for an invited member of the staff and leads to the desk, to the second step, or back to the sign-in page with the code of what was wrong.',
    params: wireObject({ slug: ['tenant', shortName] }),
    // The protocol sets what is in the query: beside these the issuer, or an error.
    query: wireObject({
      state: ['state', z.optional(z.string().check(z.maxLength(2000)))],
      code: ['code', z.optional(z.string().check(z.maxLength(4000)))],
    }),
    response: redirected,
  }),

  captchaChallenge: endpoint({
    method: 'GET',
    path: '/api/non-tenant/captcha-challenge',
    access: 'anyone',
    summary: 'A proof-of-work task for the browser, signed by the server and valid once.',
    response: z.object({ challenge: z.unknown() }),
  }),

  lockState: endpoint({
    method: 'POST',
    path: '/user/lock_state',
    access: 'anyone',
    summary: `${ABOUT_LOCK_STATE} Changes nothing.`,
    body: wireObject({ loginName: ['email', loginName] }),
    response: lockState,
  }),

  olderLockState: endpoint({
    method: 'GET',
    path: '/user/user_locked/:email',
    access: 'anyone',
    summary: `${ABOUT_LOCK_STATE} For older clients: it has the name in its address.`,
    params: wireObject({ loginName: ['email', loginName] }),
    response: lockState,
  }),

  rememberedUser: endpoint({
    method: 'GET',
    path: '/api/session_user/:remember_token',
    access: 'anyone',
    summary:
      'The masked e-mail of the user whom this browser remembers, and how long they must wait before they may try again. The path parameter is ignored: the token is in the cookie.',
    params: wireObject({ token: ['remember_token', z.string().check(z.maxLength(200))] }),
    response: wireObject({
      maskedEmail: ['email', z.nullable(z.string())],
      retryAfterSeconds: ['retry_after', z.int()],
    }),
  }),

  forgetRememberedUser: endpoint({
    method: 'DELETE',
    path: '/api/session_user/:remember_token',
    access: 'cookie',
    records: ['signed out'],
    summary:
      'Forgets the user whom this browser remembers, and ends their session there if there is one. The path parameter is always current.',
    params: wireObject({ token: ['remember_token', z.literal('current')] }),
    response: wireObject({ isForgotten: ['success', z.boolean()] }),
  }),

  checkTicket: endpoint({
    method: 'POST',
    path: '/user/check_ticket',
    access: 'cookie',
    reads: true,
    summary:
      'Who is signed in on this browser, and whether a sign-in ticket that was opened there belongs to the same user. Does not use the ticket up.',
    body: wireObject({ ticket: ['ticket', ticket] }),
    response: wireObject({
      signedInAs: ['name', z.string()],
      /** The ticket is unknown, expired or used, so it signs nobody in. */
      ticketOf: ['ticket_of', z.enum(['you', 'somebody_else', 'nobody'])],
    }),
  }),

  reportActivity: endpoint({
    method: 'POST',
    path: '/user/activity',
    access: 'investor or staff',
    guests: 'own account',
    // Users who see one of those dialogs are active too.
    openBefore: ['password change', 'second factor'],
    summary: 'Reports that the user is active. Nothing else keeps a session from going idle.',
    response: wireObject({ idleAfterSeconds: ['idle_after', z.int()] }),
  }),

  signOut: endpoint({
    method: 'POST',
    path: '/user/logout',
    access: 'cookie',
    records: ['signed out'],
    takesForm: true,
    summary:
      'Ends the session on the server and deletes its cookie. A browser that remembers its user continues to do so.',
    response: wireObject({ isSignedOut: ['success', z.boolean()] }),
  }),
};
