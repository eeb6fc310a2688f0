import type { FastifyReply } from 'fastify';
import { REMEMBERED_BROWSER_SECONDS } from '../../identity/tokens.ts';
import { DEVICE_COOKIE } from '../../platform/http/device-cookie.ts';
import { REMEMBERED_COOKIE } from '../../platform/http/remembered-cookie.ts';
import { SESSION_COOKIE } from '../../platform/http/session-cookie.ts';
import type { Remembering, SignedIn } from './open-session.ts';

const OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;
const ONE_YEAR = 365 * 24 * 60 * 60;

export function keepSession(
  reply: FastifyReply,
  session: Pick<SignedIn, 'refreshToken' | 'keepForSeconds'>,
): void {
  const keep = session.keepForSeconds === null ? {} : { maxAge: session.keepForSeconds };
  if (session.refreshToken) reply.setCookie(SESSION_COOKIE, session.refreshToken, { ...OPTIONS, ...keep });
}

export function keepDevice(reply: FastifyReply, deviceToken: string | null): void {
  if (deviceToken) reply.setCookie(DEVICE_COOKIE, deviceToken, { ...OPTIONS, maxAge: ONE_YEAR });
}

export function keepRemembered(reply: FastifyReply, remembering: Remembering): void {
  if (remembering === 'forgotten') forgetRemembered(reply);
  else if (remembering !== 'unchanged')
    reply.setCookie(REMEMBERED_COOKIE, remembering.token, { ...OPTIONS, maxAge: REMEMBERED_BROWSER_SECONDS });
}

export function forgetRemembered(reply: FastifyReply): void {
  reply.clearCookie(REMEMBERED_COOKIE, OPTIONS);
}

/** Keeps the cookie that remembers whose browser this is. For the same reason only the cache is cleared. */
export function forgetSession(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, OPTIONS).header('clear-site-data', '"cache"');
}
