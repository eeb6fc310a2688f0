import type { FastifyRequest } from 'fastify';
import { maskEmail } from '../../../shared/domain/masked-email.ts';
import type { Deps } from '../../deps.ts';
import { deviceTokenOf } from '../../platform/http/device-cookie.ts';
import { rememberedTokenOf } from '../../platform/http/remembered-cookie.ts';
import { secondsLocked } from './credentials.ts';
import { findRememberedUser } from './user-of-cookie.ts';

export const visitorOf = (request: FastifyRequest) => ({
  address: request.ip,
  deviceToken: deviceTokenOf(request),
  rememberedToken: rememberedTokenOf(request),
  site: request.site,
});

/** Returns all that may be shown about the remembered user: the masked e-mail, and for how long sign-in is locked. */
export async function readRemembered(deps: Pick<Deps, 'db' | 'throttle'>, request: FastifyRequest) {
  const visitor = visitorOf(request);
  const user = await findRememberedUser(deps.db, visitor.rememberedToken, visitor.site);
  if (!user) return { maskedEmail: null, retryAfterSeconds: 0 };
  const retryAfterSeconds = await secondsLocked(deps, { ...user, ...visitor });
  return { maskedEmail: maskEmail(user.email), retryAfterSeconds };
}
