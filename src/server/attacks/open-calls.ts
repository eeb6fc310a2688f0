import type { contract } from '../../shared/contract/all.ts';
import type { KnownThings, UnknownThings } from './known-things.ts';
import type { WireRequest } from './reach.ts';

type Contract = typeof contract;
type OpenIn<F> = {
  [E in keyof F & string]: F[E] extends { access: 'anyone' | 'cookie' } ? E : never;
}[keyof F & string];
/** The endpoints that answer callers who have not signed in. */
export type OpenEndpoint = { [F in keyof Contract]: `${F}.${OpenIn<Contract[F]>}` }[keyof Contract];

export interface OpenRequest extends WireRequest {
  cookie?: string;
}

/**
 * Two requests of a stranger that must not be told apart: one names somebody or something that exists, the other does not. What
 * is named is nothing that the caller may use, so the answer is the same.
 */
export interface OpenCall {
  about: string;
  /** Adds a solved captcha to the body. */
  hasCaptcha?: true;
  /** Checks a password at its real cost, so that fewer of them can be measured. */
  hashes?: true;
  send(things: KnownThings | UnknownThings): OpenRequest;
}

const WRONG = 'not the password';
const names = { about: 'a name', hasCaptcha: true, hashes: true } as const;

/** A line for every endpoint that is open to anyone. A missing one does not compile. An empty list: it names nothing. */
export const OPEN_CALLS: Record<OpenEndpoint, readonly OpenCall[]> = {
  'auth.requestToken': [
    { ...names, send: ({ name }) => ({ body: { grant_type: 'password', username: name, password: WRONG } }) },
    {
      about: 'a sign-in ticket',
      send: ({ usedLink }) => ({ body: { grant_type: 'ticket', ticket: usedLink } }),
    },
    {
      about: 'a second step',
      send: ({ challenge }) => ({
        body: { grant_type: 'second_factor', challenge, method: 'totp', code: '123456' },
      }),
    },
    {
      about: 'a remembered browser',
      send: ({ remembered }) => ({
        body: { grant_type: 'remembered', password: WRONG, recaptcha: '' },
        cookie: `__Host-remembered=${remembered}`,
      }),
    },
  ],
  'auth.passkeyOptions': [{ about: 'a second step', send: ({ challenge }) => ({ body: { challenge } }) }],
  'auth.logIn': [{ ...names, send: ({ name }) => ({ body: { username: name, password: WRONG } }) }],
  'auth.signInPage': [],
  'auth.startSignOn': [],
  'auth.finishSignOn': [],
  'auth.captchaChallenge': [],
  'browserFailures.report': [],
  'auth.lockState': [
    { about: 'a name', send: ({ name }) => ({ body: { email: name } }) },
    {
      about: 'a name, on a device that somebody else has signed in on',
      send: ({ name, device }) => ({ body: { email: name }, cookie: `__Host-device=${device}` }),
    },
  ],
  'auth.olderLockState': [{ about: 'a name', send: ({ name }) => ({ params: { email: name } }) }],
  'auth.rememberedUser': [
    {
      about: 'a remembered browser',
      send: ({ remembered }) => ({
        params: { remember_token: 'current' },
        cookie: `__Host-remembered=${remembered}`,
      }),
    },
  ],
  'auth.forgetRememberedUser': [
    {
      about: 'a remembered browser',
      send: ({ remembered }) => ({
        params: { remember_token: 'current' },
        cookie: `__Host-remembered=${remembered}`,
      }),
    },
  ],
  'auth.checkTicket': [
    {
      about: 'a sign-in ticket of somebody else',
      send: ({ usedLink, session }) => ({ body: { ticket: usedLink }, cookie: `__Host-session=${session}` }),
    },
  ],
  // The cookie of a session that is over takes a statement more than an invented one. Nobody guesses 256 bits, and who had the
  // session knows that it was one.
  'auth.signOut': [],
  'passwords.sendResetLink': [{ about: 'an e-mail', send: ({ name: email }) => ({ body: { email } }) }],
  'passwords.checkEmail': [{ about: 'an e-mail', send: ({ name: email }) => ({ body: { email } }) }],
  'passwords.checkResetLink': [{ about: 'a reset link', send: ({ usedReset: id }) => ({ body: { id } }) }],
  'passwords.resetPassword': [
    {
      about: 'a reset link',
      send: ({ usedReset: id }) => ({ body: { id, password: 'a long enough secret of nobody' } }),
    },
  ],
  'notifications.notificationsOfLink': [
    { about: 'a link of another kind', send: ({ otherLink: token }) => ({ body: { token } }) },
  ],
  'notifications.switchOffByLink': [
    { about: 'a link of another kind', send: ({ otherLink: token }) => ({ body: { token } }) },
  ],
  'notifications.unsubscribe': [
    { about: 'a link of another kind', send: ({ otherLink: token }) => ({ params: { token } }) },
  ],
  // It says nothing about the token: whatever is given is led to the page.
  'notifications.openUnsubscribePage': [],
  'profile.bankChangeOfLink': [
    { about: 'a link of another kind', send: ({ otherLink: token }) => ({ body: { token } }) },
  ],
  'profile.cancelBankChangeByLink': [
    { about: 'a link of another kind', send: ({ otherLink: token }) => ({ body: { token } }) },
  ],
  'invitations.invitationOfLink': [
    { about: 'a link of another kind', send: ({ otherLink: token }) => ({ body: { token } }) },
  ],
  'invitations.answerInvitation': [
    { about: 'a link of another kind', send: ({ otherLink: token }) => ({ body: { token, accept: false } }) },
  ],
  'secondFactor.factorResetOfLink': [
    { about: 'a link of another kind', send: ({ otherLink: token }) => ({ body: { token } }) },
  ],
  'secondFactor.cancelFactorResetByLink': [
    { about: 'a link of another kind', send: ({ otherLink: token }) => ({ body: { token } }) },
  ],
  'fcs.openStatement': [
    {
      about: 'a link to a file of somebody else',
      send: ({ statementLink: params, session }) => ({
        params,
        cookie: `__Host-session=${session}`,
      }),
    },
  ],
};
