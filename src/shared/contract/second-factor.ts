import * as z from 'zod/mini';
import { done, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { password } from './sign-in-grants.ts';

/** Whoever must add a second factor can reach what adds one. */
const openBefore = ['second factor'] as const;

const passwordAgain = wireObject({ password: ['password', password] });
const passkeyId = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(1400));

/** Given with the user's first factor, shown this once. */
const newRecoveryCodes = z.nullable(z.array(z.string()));

const passkey = wireObject({
  id: ['id', passkeyId],
  name: ['name', z.string()],
  createdAt: ['created_at', z.iso.datetime()],
  lastUsedAt: ['last_used_at', z.nullable(z.iso.datetime())],
});

/** As browsers write it (RegistrationResponseJSON of WebAuthn), without what the server does not need. */
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
    access: 'member',
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
    access: 'member',
    opensTransactions: true,
    openBefore,
    summary: 'A new secret for an app that makes codes. Nothing changes until a code of it is confirmed.',
    body: passwordAgain,
    response: wireObject({ secret: ['secret', z.string()], uri: ['otpauth_uri', z.string()] }),
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/user/second-factor/totp/confirm',
    access: 'member',
    records: ['second factor added'],
    openBefore,
    summary: 'Takes the started secret into use, in place of an older one, when the code is right.',
    body: wireObject({ code: ['code', z.string().check(z.maxLength(40))] }),
    response: wireObject({ recoveryCodes: ['recovery_codes', newRecoveryCodes] }),
  }),
  removeTotp: endpoint({
    method: 'POST',
    path: '/user/second-factor/totp/remove',
    access: 'member',
    opensTransactions: true,
    records: ['second factor removed'],
    summary: 'Codes of the app no longer sign in.',
    body: passwordAgain,
    response: done,
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/user/second-factor/passkeys/start',
    access: 'member',
    opensTransactions: true,
    openBefore,
    summary: 'What the browser needs to make a passkey.',
    body: passwordAgain,
    // PublicKeyCredentialCreationOptionsJSON of WebAuthn, as the browser's own functions take it.
    response: z.object({ options: z.unknown() }),
  }),
  finishPasskey: endpoint({
    method: 'POST',
    path: '/user/second-factor/passkeys/finish',
    access: 'member',
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
    access: 'member',
    opensTransactions: true,
    records: ['second factor removed'],
    summary: 'The passkey no longer signs in.',
    body: wireObject({ id: ['id', passkeyId], password: ['password', password] }),
    response: done,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/user/second-factor/recovery-codes',
    access: 'member',
    opensTransactions: true,
    records: ['recovery codes renewed'],
    summary: 'Ten new recovery codes, shown this once; the older ones stop working.',
    body: passwordAgain,
    response: wireObject({ recoveryCodes: ['recovery_codes', z.array(z.string())] }),
  }),
};
