import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedIn } from './open-session.ts';

/** The __Host- prefix makes the browser insist on Secure, Path=/ and this host alone. */
const SESSION = '__Host-session';
const DEVICE = '__Host-device';
const OPTIONS = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;
const ONE_YEAR = 365 * 24 * 60 * 60;

export const sessionTokenOf = (request: FastifyRequest): string | undefined => request.cookies[SESSION];
export const deviceTokenOf = (request: FastifyRequest): string | undefined => request.cookies[DEVICE];

export function keepSession(
  reply: FastifyReply,
  session: Pick<SignedIn, 'refreshToken' | 'keepForSeconds'>,
): void {
  const keep = session.keepForSeconds === null ? {} : { maxAge: session.keepForSeconds };
  if (session.refreshToken) reply.setCookie(SESSION, session.refreshToken, { ...OPTIONS, ...keep });
}

export function keepDevice(reply: FastifyReply, deviceToken: string | null): void {
  if (deviceToken) reply.setCookie(DEVICE, deviceToken, { ...OPTIONS, maxAge: ONE_YEAR });
}

export function forgetSession(reply: FastifyReply): void {
  reply.clearCookie(SESSION, OPTIONS).header('clear-site-data', '"cache"');
}
