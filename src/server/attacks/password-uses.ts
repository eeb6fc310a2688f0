import type { contract } from '../../shared/contract/all.ts';
import type { Endpoint, Input } from '../../shared/contract/endpoint.ts';
import { CONTACT } from '../testing/profile.ts';
import type { EndpointName } from './rows.ts';

type Contract = typeof contract;
type Named<N> = N extends `${infer F extends keyof Contract & string}.${infer Short}`
  ? Short extends keyof Contract[F]
    ? Contract[F][Short]
    : never
  : never;
type BodyOf<N> = Named<N> extends infer E extends Endpoint ? Input<E>['body'] : never;
type FieldOf<Body> = Body extends unknown ? keyof Body : never;

/** The endpoints that are sent a password which is compared with the stored one. */
type PasswordEndpoint = {
  [N in EndpointName]: Extract<FieldOf<BodyOf<N>>, 'password' | 'oldPassword'> extends never ? never : N;
}[EndpointName];

/** Somebody who has a session, a bank account, cash and, where a use needs one, a second factor. */
export interface PasswordOwner {
  email: string;
  password: string;
  userId: number;
  syndicateId: number;
  esignEmail: string;
  rememberedCookie: string;
  passkeyId: string;
  /** Sends a request in the owner's session. */
  post(path: string, body: object): Promise<Response>;
  /** Sends a request without a session. */
  visit(path: string, body: object, cookie?: string): Promise<Response>;
}

export interface PasswordUse {
  name: string;
  /** Whether the request comes with a session, which can then be ended meanwhile. */
  hasSession: boolean;
  has: 'no second factor' | 'a code app' | 'a passkey';
  send(owner: PasswordOwner): Promise<Response>;
}

export const TOKEN = '/api/non-tenant/oauth/token';

const again = (path: string, has: PasswordUse['has']): PasswordUse => ({
  name: path,
  hasSession: true,
  has,
  send: ({ post, password }) => post(path, { password }),
});

/** Every use of a password. An endpoint that is sent one and has no line here does not compile. */
export const PASSWORD_USES: Record<PasswordEndpoint, readonly PasswordUse[]> = {
  'auth.requestToken': [
    {
      name: 'signing in',
      hasSession: false,
      has: 'no second factor',
      send: ({ visit, email: username, password }) =>
        visit(TOKEN, { grant_type: 'password', username, password, recaptcha: '' }),
    },
    {
      name: 'signing in where the browser remembers the user',
      hasSession: false,
      has: 'no second factor',
      send: ({ visit, password, rememberedCookie }) =>
        visit(TOKEN, { grant_type: 'remembered', password, recaptcha: '' }, rememberedCookie),
    },
    {
      name: 'signing in with a second factor',
      hasSession: false,
      has: 'a code app',
      send: ({ visit, email: username, password }) =>
        visit(TOKEN, { grant_type: 'password', username, password, recaptcha: '' }),
    },
  ],
  'auth.logIn': [
    {
      name: 'listing the tenants',
      hasSession: false,
      has: 'no second factor',
      send: ({ visit, email: username, password }) =>
        visit('/api/non-tenant/log-in', { username, password, recaptcha: '' }),
    },
  ],
  'passwords.changePassword': [
    {
      name: 'changing the password',
      hasSession: true,
      has: 'no second factor',
      send: ({ post, userId, password }) =>
        post('/api/updateSyndicateUserPwd', {
          user_id: userId,
          oldpassword: password,
          password: 'what a thief would choose',
        }),
    },
  ],
  'profile.updateContact': [
    {
      name: 'changing the e-sign address',
      hasSession: true,
      has: 'no second factor',
      send: ({ post, userId, syndicateId, password }) =>
        post('/api/updatePortalUserProfile', {
          user_id: userId,
          syndicate_id: syndicateId,
          ...CONTACT,
          syndicate_esign_email: 'a-thief@elsewhere.example',
          password,
        }),
    },
  ],
  'cash.requestWithdrawal': [
    {
      name: 'asking for a withdrawal',
      hasSession: true,
      has: 'no second factor',
      send: ({ post, syndicateId, password }) =>
        post('/api/cash/withdrawals', {
          syndication_id: syndicateId,
          amount: '100.00',
          request_id: '0c6a1b8e-5d0c-4f43-9d1c-6f0f7f3a5b1e',
          password,
        }),
    },
  ],
  'profile.changeBankAccount': [
    {
      name: 'requesting another bank account',
      hasSession: true,
      has: 'no second factor',
      send: ({ post, userId, syndicateId, password }) =>
        post('/api/updateSyndicateBankInfo', {
          user_id: userId,
          syndicate_id: syndicateId,
          syndicate_bank_name: 'Elsewhere Bank',
          syndicate_account_number: '99988877700',
          syndicate_routing_number: '011401533',
          password,
        }),
    },
  ],
  'profile.revealBankNumbers': [
    {
      name: 'showing the bank numbers',
      hasSession: true,
      has: 'no second factor',
      send: ({ post, syndicateId, password }) =>
        post('/api/syndicate/bank_account/reveal', { syndicate_id: syndicateId, password }),
    },
  ],
  'sessions.endSessions': [
    {
      name: 'ending the other sessions',
      hasSession: true,
      has: 'no second factor',
      send: ({ post, password }) => post('/user/sessions/end', { which: 'others', password }),
    },
  ],
  'secondFactor.startTotp': [again('/user/second-factor/totp/start', 'no second factor')],
  'secondFactor.removeTotp': [again('/user/second-factor/totp/remove', 'a code app')],
  'secondFactor.startPasskey': [again('/user/second-factor/passkeys/start', 'no second factor')],
  'secondFactor.removePasskey': [
    {
      name: 'removing a passkey',
      hasSession: true,
      has: 'a passkey',
      send: ({ post, passkeyId: id, password }) =>
        post('/user/second-factor/passkeys/remove', { id, password }),
    },
  ],
  'secondFactor.renewRecoveryCodes': [again('/user/second-factor/recovery-codes', 'a code app')],
};
