import * as z from 'zod/mini';
import { id, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const passwordGrant = wireObject({
  grant: ['grant_type', z.literal('password')],
  loginName: ['username', z.string().check(z.trim(), z.maxLength(254), z.regex(/^[^\p{Cc}]+$/u))],
  password: ['password', z.string().check(z.minLength(1), z.maxLength(128))],
  isRemembered: ['remember_me', z._default(z.boolean(), false)],
});

const refreshGrant = wireObject({ grant: ['grant_type', z.literal('refresh_token')] });

const tenant = wireObject({ id: ['id', z.uuid()], name: ['name', z.string()] });

export const authContract = {
  requestToken: endpoint({
    method: 'POST',
    path: '/api/non-tenant/oauth/token',
    access: 'anyone',
    summary: 'Signs in with user name and password, or renews the access token from the session cookie.',
    body: z.union([passwordGrant, refreshGrant]),
    response: wireObject({
      accessToken: ['access_token', z.string()],
      tokenType: ['token_type', z.literal('Bearer')],
      expiresInSeconds: ['expires_in', z.int()],
      userId: ['user_id', id],
      tenants: ['tenants', z.array(tenant)],
    }),
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/user/logout',
    access: 'cookie',
    summary: 'Ends the session on the server and takes the cookie back.',
    response: wireObject({ isSignedOut: ['success', z.boolean()] }),
  }),
};
