import * as z from 'zod/mini';
import { flag, id, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const loginName = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));
const password = z.string().check(z.minLength(1), z.maxLength(128));
const captcha = z._default(z.string().check(z.maxLength(8192)), '');

const passwordGrant = wireObject({
  grant: ['grant_type', z.literal('password')],
  loginName: ['username', loginName],
  password: ['password', password],
  captcha: ['recaptcha', captcha],
  isRemembered: ['remember_me', z._default(z.boolean(), false)],
});

/** The e-mail is shown masked and never leaves the server: the cookie says whose it is. */
const rememberedGrant = wireObject({
  grant: ['grant_type', z.literal('remembered')],
  password: ['password', password],
  captcha: ['recaptcha', captcha],
});

const ticketGrant = wireObject({
  grant: ['grant_type', z.literal('ticket')],
  ticket: ['ticket', z.string().check(z.maxLength(200))],
});

const refreshGrant = wireObject({ grant: ['grant_type', z.literal('refresh_token')] });

const tenant = wireObject({ id: ['id', z.uuid()], name: ['name', z.string()] });

export const authContract = {
  requestToken: endpoint({
    method: 'POST',
    path: '/api/non-tenant/oauth/token',
    access: 'anyone',
    summary: 'Signs in (by password or by a ticket) or renews the access token from the session cookie.',
    body: z.union([passwordGrant, rememberedGrant, ticketGrant, refreshGrant]),
    response: wireObject({
      accessToken: ['access_token', z.string()],
      tokenType: ['token_type', z.literal('Bearer')],
      expiresInSeconds: ['expires_in', z.int()],
      userId: ['user_id', id],
      mustChangePassword: ['first_login', z.boolean()],
      tenants: ['tenants', z.array(tenant)],
    }),
  }),

  logIn: endpoint({
    method: 'POST',
    path: '/api/non-tenant/log-in',
    access: 'anyone',
    summary: 'Checks a user name and password and answers the tenants to choose from. Opens no session.',
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
    summary: 'What the sign-in page shows: whose portal it is, where help is, and the captcha to answer.',
    response: wireObject({
      name: ['name', z.string()],
      supportEmail: ['support_email', z.string()],
      supportUrl: ['support_url', z.nullable(z.string())],
      disclosesAccounts: ['disclose_accounts', z.boolean()],
      captchaProvider: ['captcha', z.enum(['altcha', 'recaptcha'])],
      captchaSiteKey: ['captcha_site_key', z.nullable(z.string())],
    }),
  }),

  captchaChallenge: endpoint({
    method: 'GET',
    path: '/api/non-tenant/captcha-challenge',
    access: 'anyone',
    summary: 'A small piece of work for the browser, signed by the server and good once.',
    response: z.object({ challenge: z.unknown() }),
  }),

  lockState: endpoint({
    method: 'GET',
    path: '/user/user_locked/:email',
    access: 'anyone',
    summary:
      'Whether this browser may try that name now, and if not, for how long. The same for names that exist and names that do not.',
    params: wireObject({ loginName: ['email', loginName] }),
    response: wireObject({
      isLocked: ['login_attempts_status', flag],
      retryAfterSeconds: ['retry_after', z.int()],
    }),
  }),

  rememberedUser: endpoint({
    method: 'GET',
    path: '/api/session_user/:remember_token',
    access: 'anyone',
    summary:
      'The masked e-mail of whoever asked to be remembered on this browser. The path always says current: the token is in the cookie.',
    params: wireObject({ token: ['remember_token', z.literal('current')] }),
    response: wireObject({ maskedEmail: ['email', z.nullable(z.string())] }),
  }),

  reportActivity: endpoint({
    method: 'POST',
    path: '/user/activity',
    access: 'member',
    summary: 'Says that the user is there. Nothing else keeps a session from going idle.',
    response: wireObject({ idleAfterSeconds: ['idle_after', z.int()] }),
  }),

  signOut: endpoint({
    method: 'POST',
    path: '/user/logout',
    access: 'cookie',
    summary: 'Ends the session on the server and takes the cookie back.',
    response: wireObject({ isSignedOut: ['success', z.boolean()] }),
  }),
};
