import * as z from 'zod/mini';
import { wireObject } from './codecs.ts';

export const loginName = z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\p{Cc}]+$/u));
export const password = z.string().check(z.minLength(1), z.maxLength(128));
/**
 * The name of the visitor's action, which is given to the captcha provider and which the provider reports back to the
 * server.
 */
export const captchaAction = 'sign_in';
export const captcha = z._default(z.string().check(z.maxLength(8192)), '');

/** Proves that the password was right until the second factor is checked. */
export const challengeToken = z.string().check(z.regex(/^[\w-]{43}$/));
export const secondFactorMethod = z.enum(['totp', 'passkey', 'recovery']);
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;

const base64url = (maxLength: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength));

/** WebAuthn's AuthenticationResponseJSON as browsers write it, reduced to the fields that the server needs. */
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

/** A check box. Scripts send a boolean, HTML forms send text. */
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

/** The page shows the e-mail masked, and the full one never leaves the server: the cookie identifies the user. */
const rememberedGrant = wireObject({
  grant: ['grant_type', z.literal('remembered')],
  password: ['password', password],
  captcha: ['recaptcha', captcha],
});

export const ticket = z.string().check(z.maxLength(200));

const ticketGrant = wireObject({ grant: ['grant_type', z.literal('ticket')], ticket: ['ticket', ticket] });

const codeMethod = z.enum(['totp', 'recovery']);
const code = z.string().check(z.maxLength(40));

/** A second factor as it is shown by somebody who is signed in. */
export const shownFactor = z.union([
  wireObject({ method: ['method', codeMethod], code: ['code', code] }),
  wireObject({ method: ['method', z.literal('passkey')], assertion: ['assertion', passkeyAssertion] }),
]);

const codeGrant = wireObject({
  grant: ['grant_type', z.literal('second_factor')],
  challengeToken: ['challenge', challengeToken],
  method: ['method', codeMethod],
  code: ['code', code],
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
