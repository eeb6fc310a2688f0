import * as z from 'zod/mini';
import { wireObject } from './codecs.ts';

export const loginName = z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\p{Cc}]+$/u));
export const password = z.string().check(z.minLength(1), z.maxLength(128));
/** What a captcha's provider is told that the visitor is doing, and tells the server again. */
export const captchaAction = 'sign_in';
export const captcha = z._default(z.string().check(z.maxLength(8192)), '');

/** Stands for a right password until the second factor is shown. */
export const challengeToken = z.string().check(z.regex(/^[\w-]{43}$/));
export const secondFactorMethod = z.enum(['totp', 'passkey', 'recovery']);

const base64url = (maxLength: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength));

/** As browsers write it (AuthenticationResponseJSON of WebAuthn), without what the server does not need. */
const passkeyAssertion = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(8192),
  }),
});

/** A box that is ticked or not, as scripts and as forms say it. */
const tick = z.codec(
  z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', 'on', ''])]),
  z.boolean(),
  {
    decode: (given) => [true, 1, '1', 'true', 'on'].includes(given),
    encode: (value) => value,
  },
);

const passwordGrant = wireObject({
  grant: ['grant_type', z.literal('password')],
  loginName: ['username', loginName],
  password: ['password', password],
  captcha: ['recaptcha', captcha],
  isRemembered: ['remember_me', z._default(tick, false)],
});

/** The e-mail is shown masked and never leaves the server: the cookie says whose it is. */
const rememberedGrant = wireObject({
  grant: ['grant_type', z.literal('remembered')],
  password: ['password', password],
  captcha: ['recaptcha', captcha],
});

export const ticket = z.string().check(z.maxLength(200));

const ticketGrant = wireObject({ grant: ['grant_type', z.literal('ticket')], ticket: ['ticket', ticket] });

const codeGrant = wireObject({
  grant: ['grant_type', z.literal('second_factor')],
  challengeToken: ['challenge', challengeToken],
  method: ['method', z.enum(['totp', 'recovery'])],
  code: ['code', z.string().check(z.maxLength(40))],
});

const passkeyGrant = wireObject({
  grant: ['grant_type', z.literal('second_factor')],
  challengeToken: ['challenge', challengeToken],
  method: ['method', z.literal('passkey')],
  assertion: ['assertion', passkeyAssertion],
});

const refreshGrant = wireObject({ grant: ['grant_type', z.literal('refresh_token')] });

export const signInGrant = z.union([
  passwordGrant,
  rememberedGrant,
  ticketGrant,
  codeGrant,
  passkeyGrant,
  refreshGrant,
]);
