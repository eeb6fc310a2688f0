import { waitForMail } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/portal.ts';
import { ORIGIN } from '../testing/test-app.ts';
import { FORGETFUL, MANAGER } from './older-book.ts';
import type { Known, Step } from './step.ts';

const TOKEN = 'POST /api/non-tenant/oauth/token';

const tokenRequest = async ({ captcha }: Known, more: object = {}) => ({
  username: MANAGER,
  password: PASSWORD,
  grant_type: 'password',
  client_id: '2',
  client_secret: 'of the older portal',
  scope: '*',
  recaptcha: await captcha(),
  ...more,
});

/** Signs in like the portal's own page, with the header that browsers send, and returns the cookie that they keep. */
async function browserCookie(known: Known, more: object = {}): Promise<Record<string, string>> {
  const json = await tokenRequest(known, { username: FORGETFUL, ...more });
  const { headers } = await known.call('POST', '/api/non-tenant/oauth/token', {
    json,
    headers: { origin: ORIGIN },
  });
  const cookie = headers.getSetCookie().map((line) => line.split(';')[0]);
  return { origin: ORIGIN, cookie: cookie.join('; ') };
}

export const signIn: readonly Step[] = [
  { call: '— (address lookup at a third-party service)' },
  {
    call: 'POST /api/non-tenant/log-in',
    ours: ['recaptcha'],
    send: async ({ call, captcha }) =>
      call('POST', '/api/non-tenant/log-in', {
        json: { username: MANAGER, password: PASSWORD, recaptcha: await captcha() },
      }),
    reads: ['success', 'message', 'tenants.0.id'],
  },
  {
    call: TOKEN,
    ours: ['recaptcha'],
    send: async (known) =>
      known.call('POST', '/api/non-tenant/oauth/token', { json: await tokenRequest(known) }),
    holds: { 'token request': '', 'sign-in answer': '' },
  },
  {
    call: 'POST /api/syndicate_login/{email}',
    instead: TOKEN,
    send: async ({ call, captcha }) =>
      call('POST', `/api/syndicate_login/${MANAGER}`, {
        json: { email: MANAGER, password: PASSWORD, recaptcha: await captcha(), ip: '', remember_me: true },
        headers: { 'client-ip': '203.0.113.7' },
      }),
  },
];

/** These come last, because the first of them ends the client's other sessions. */
export const reset: readonly Step[] = [
  {
    call: 'GET /api/checkSyndicateUserExistance/{email}',
    send: ({ call }) => call('GET', `/api/checkSyndicateUserExistance/${MANAGER}`),
  },
  {
    call: 'GET /api/session_user/{remember_token}',
    ours: ['cookie'],
    send: async (known) =>
      known.call('GET', `/api/session_user/${'a'.repeat(40)}`, {
        headers: await browserCookie(known, { remember_me: '1' }),
      }),
    reads: ['email'],
  },
  {
    call: 'GET /user/user_locked/{email}',
    send: ({ call }) => call('GET', `/user/user_locked/${MANAGER}`),
    reads: ['login_attempts_status'],
  },
  {
    call: 'POST /user/user_locked',
    send: ({ call }) =>
      call('POST', '/user/user_locked', { json: { email: MANAGER, login_attempts_status: 1 } }),
  },
  {
    call: 'POST /user/logout',
    ours: ['cookie', 'Origin'],
    send: async (known) =>
      known.call('POST', '/user/logout', { form: { _token: '' }, headers: await browserCookie(known) }),
    reads: ['success'],
  },
  {
    call: 'POST /user/send_reset_link',
    send: ({ call }) => call('POST', '/user/send_reset_link', { json: { email: FORGETFUL } }),
    reads: ['success', 'message'],
  },
  {
    call: 'POST /user/updateUserWithEmail',
    send: ({ call }) =>
      call('POST', '/user/updateUserWithEmail', {
        json: { email: FORGETFUL, original_password: btoa(PASSWORD) },
      }),
  },
  {
    call: 'POST /user/reset_password',
    async send({ call }) {
      const mail = await waitForMail(FORGETFUL, 'Choose a new password');
      const id = /reset_password_view\?expires=\d+#([\w-]+)/.exec(mail.text)?.[1];
      return call('POST', '/user/reset_password', { json: { id, password: 'a third horse battery' } });
    },
    reads: ['message'],
  },
];
