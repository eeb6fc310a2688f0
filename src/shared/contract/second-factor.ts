import * as z from 'zod/mini';
import { done, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { password } from './sign-in-grants.ts';

/** These endpoints stay reachable for a user who must still add a second factor. */
const openBefore = ['second factor'] as const;

const passwordAgain = wireObject({ password: ['password', password] });
const linkToken = z.string().check(z.regex(/^[\w-]{1,200}$/));
const passkeyId = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(1400));

/** Given when the user adds the first factor, and shown only this once. */
const newRecoveryCodes = z.nullable(z.array(z.string()));

const passkey = wireObject({
  id: ['id', passkeyId],
  name: ['name', z.string()],
  createdAt: ['created_at', z.iso.datetime()],
  lastUsedAt: ['last_used_at', z.nullable(z.iso.datetime())],
});

/** WebAuthn's RegistrationResponseJSON as browsers write it, reduced to the fields that the server needs. */
const passkeyRegistration = z.object({
  id: passkeyId,
  rawId: passkeyId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string().check(z.maxLength(4096)),
    attestationObject: z.string().check(z.maxLength(16_384)),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});

export const secondFactorContract = {
  secondFactorState: endpoint({
    method: 'GET',
    path: '/user/second-factor',
    access: 'investor or staff',
    guests: 'own account',
    openBefore,
    summary: 'Which second factors the user has, and whether this tenant requires one.',
    response: wireObject({
      isRequired: ['is_required', z.boolean()],
      hasTotp: ['totp', z.boolean()],
      passkeys: ['passkeys', z.array(passkey)],
      recoveryCodesLeft: ['recovery_codes_left', z.int()],
    }),
  }),
  startTotp: endpoint({
    method: 'POST',
    path: '/user/second-factor/totp/start',
    access: 'investor or staff',
    guests: 'own account',
    needsFreshFactor: true,
    changesAccount: true,
    opensTransactions: true,
    openBefore,
    summary: 'A new secret for an authenticator app. Nothing changes until a code is confirmed.',
    body: passwordAgain,
    response: wireObject({ secret: ['secret', z.string()], uri: ['otpauth_uri', z.string()] }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/user/second-factor/totp/confirm',
    access: 'investor or staff',
    guests: 'own account',
    needsFreshFactor: true,
    changesAccount: true,
    records: ['second factor added'],
    openBefore,
    summary: 'Activates the new secret in place of an older one if the code is right.',
    body: wireObject({ code: ['code', z.string().check(z.maxLength(40))] }),
    response: wireObject({ recoveryCodes: ['recovery_codes', newRecoveryCodes] }),
  }),
  removeTotp: endpoint({
    method: 'POST',
    path: '/user/second-factor/totp/remove',
    access: 'investor or staff',
    guests: 'own account',
    needsFreshFactor: true,
    changesAccount: true,
    opensTransactions: true,
    records: ['second factor removed'],
    summary: 'Removes the authenticator app as a second factor.',
    body: passwordAgain,
    response: done,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/user/second-factor/passkeys/start',
    access: 'investor or staff',
    guests: 'own account',
    needsFreshFactor: true,
    changesAccount: true,
    opensTransactions: true,
    openBefore,
    summary: 'What the browser needs to make a passkey.',
    body: passwordAgain,
    // WebAuthn's PublicKeyCredentialCreationOptionsJSON, in the form that the browser's own functions accept.
    response: z.object({ options: z.unknown() }),
  }),
  finishPasskey: endpoint({
    method: 'POST',
    path: '/user/second-factor/passkeys/finish',
    access: 'investor or staff',
    guests: 'own account',
    needsFreshFactor: true,
    changesAccount: true,
    records: ['second factor added'],
    openBefore,
    summary: 'Registers the passkey that the browser made.',
    body: wireObject({
      name: ['name', z.string().check(z.trim(), z.minLength(1), z.maxLength(60))],
      registration: ['registration', passkeyRegistration],
    }),
    response: wireObject({ id: ['id', passkeyId], recoveryCodes: ['recovery_codes', newRecoveryCodes] }),
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/user/second-factor/passkeys/remove',
    access: 'investor or staff',
    guests: 'own account',
    needsFreshFactor: true,
    changesAccount: true,
    opensTransactions: true,
    records: ['second factor removed'],
    summary: 'Removes the passkey.',
    body: wireObject({ id: ['id', passkeyId], password: ['password', password] }),
    response: done,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/user/second-factor/recovery-codes',
    access: 'investor or staff',
    guests: 'own account',
    needsFreshFactor: true,
    changesAccount: true,
    opensTransactions: true,
    records: ['recovery codes renewed'],
    summary: 'Ten new recovery codes, shown this once; the older ones stop working.',
    body: passwordAgain,
    response: wireObject({ recoveryCodes: ['recovery_codes', z.array(z.string())] }),
  }),

  factorResetOfLink: endpoint({
    method: 'POST',
    path: '/api/second-factor/reset/of_link',
    access: 'anyone',
    reads: true,
    refusals: ['link_unknown', 'too_many_attempts'],
    summary: 'The removal of a second factor that the link in a notice would cancel. Changes nothing.',
    body: wireObject({ token: ['token', linkToken] }),
    response: wireObject({
      state: ['state', z.enum(['pending', 'done', 'cancelled'])],
      maskedEmail: ['email', z.string()],
      takesEffectAt: ['takes_effect_at', z.iso.datetime()],
    }),
  }),
  cancelFactorResetByLink: endpoint({
    method: 'POST',
    path: '/api/second-factor/reset/cancel_by_link',
    access: 'anyone',
    records: ['second factor reset cancelled'],
    refusals: ['link_unknown', 'factor_reset_settled', 'too_many_attempts'],
    summary:
      'Keeps a second factor that was about to be removed, by the link in the notice, without signing in.',
    body: wireObject({ token: ['token', linkToken] }),
    response: done,
  }),
};
