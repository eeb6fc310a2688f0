import type { FastifyReply } from 'fastify';
import type { authContract } from '../../../shared/contract/auth.ts';
import type { Deps } from '../../app.ts';
import { Refusal } from '../../errors.ts';
import type { Handlers } from '../../http/endpoints.ts';
import { ACCESS_TOKEN_SECONDS } from '../../tokens.ts';
import { type OpenSession, renewSession, signOut } from './sessions.ts';
import { signIn } from './sign-in.ts';

/** The __Host- prefix makes the browser insist on Secure, Path=/ and this host alone. */
const COOKIE = '__Host-session';
const COOKIE_OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;

export const authHandlers = ({
  db,
  passwords,
}: Pick<Deps, 'db' | 'passwords'>): Handlers<typeof authContract> => ({
  async requestToken({ body, request, reply }) {
    if (body.grant === 'refresh_token') {
      const token = request.cookies[COOKIE];
      if (!token) throw new Refusal('not_signed_in');
      return answer(reply, await renewSession(db, token));
    }
    const device = { userAgent: request.headers['user-agent'], address: request.ip };
    return answer(reply, await signIn(db, passwords, { ...body, device }));
  },

  async signOut({ request, reply }) {
    const token = request.cookies[COOKIE];
    if (token) await signOut(db, token);
    reply.clearCookie(COOKIE, COOKIE_OPTIONS).header('clear-site-data', '"cache"');
    return { isSignedOut: true };
  },
});

function answer(reply: FastifyReply, session: OpenSession) {
  const keep = session.keepForSeconds === null ? {} : { maxAge: session.keepForSeconds };
  if (session.refreshToken) reply.setCookie(COOKIE, session.refreshToken, { ...COOKIE_OPTIONS, ...keep });
  const { accessToken, userId, tenants } = session;
  return {
    accessToken,
    tokenType: 'Bearer' as const,
    expiresInSeconds: ACCESS_TOKEN_SECONDS,
    userId,
    tenants,
  };
}
