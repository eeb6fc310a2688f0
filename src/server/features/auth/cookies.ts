import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../../http/session-cookie.ts';
import type { SignedIn } from './open-session.ts';

const DEVICE = '__Host-device';
const OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;
const ONE_YEAR = 365 * 24 * 60 * 60;

export const deviceTokenOf = (request: FastifyRequest): string | undefined => request.cookies[DEVICE];

export function keepSession(
  reply: FastifyReply,
  session: Pick<SignedIn, 'refreshToken' | 'keepForSeconds'>,
): void {
  const keep = session.keepForSeconds === null ? {} : { maxAge: session.keepForSeconds };
  if (session.refreshToken) reply.setCookie(SESSION_COOKIE, session.refreshToken, { ...OPTIONS, ...keep });
}

export function keepDevice(reply: FastifyReply, deviceToken: string | null): void {
  if (deviceToken) reply.setCookie(DEVICE, deviceToken, { ...OPTIONS, maxAge: ONE_YEAR });
}

export function forgetSession(reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, OPTIONS).header('clear-site-data', '"cache"');
}
