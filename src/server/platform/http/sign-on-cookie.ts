import type { FastifyReply, FastifyRequest } from 'fastify';

const SIGN_ON_COOKIE = '__Host-sign-on';

/** A token of this browser, which only the browser that began a sign-in at a provider brings back. */
export const signOnTokenOf = (request: FastifyRequest): string | undefined => request.cookies[SIGN_ON_COOKIE];

/** Not strict as the other cookies are: the browser comes back by a link of the provider's site. */
export function keepSignOn(reply: FastifyReply, token: string, seconds: number): void {
  const options = { path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge: seconds } as const;
  reply.setCookie(SIGN_ON_COOKIE, token, options);
}
