import type { FastifyRequest } from 'fastify';
import type { RefusalCode } from '../../shared/contract/errors.ts';
import { type AuditEvent, isCrowded, recordView } from '../platform/audit/audit.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import type { Guard, Http } from './guard.ts';

/** Whoever is asking, and the tenant it concerns. */
type Asking = Pick<AuditEvent, 'actorId' | 'operator'> & { tenantId: string; sessionId: string };

const askings = new WeakMap<FastifyRequest, Asking>();

/** Called by a guard as soon as it knows who is asking, also before it knows whether they may. */
export function setAsking(request: FastifyRequest, asking: Asking): void {
  askings.set(request, asking);
}

/** These are not about somebody else's things: the browser is told what to do first, or the request is not the portal's own. */
const NO_LOOKS: readonly RefusalCode[] = [
  'password_change_required',
  'second_factor_required',
  'foreign_origin',
];

const isRefusedLook = ({ status, code }: Refusal): boolean =>
  (status === 403 || status === 404) && !NO_LOOKS.includes(code);

/**
 * Answers requests, and records when one asks for what its caller may not see or do. What is missing and what is forbidden leave the
 * same event. It is written in a transaction of its own, because that of the request is rolled back; the refusals of one session at one
 * endpoint within ten minutes are one event. If it cannot be written, the refusal is answered all the same.
 */
export const recordingRefusals =
  ({ db }: Pick<Http, 'db'>, answer: ReturnType<Guard>): ReturnType<Guard> =>
  async (request, reply) => {
    try {
      return await answer(request, reply);
    } catch (error) {
      if (error instanceof Refusal && isRefusedLook(error)) await recordRefusal(db, error.code, request);
      throw error;
    }
  };

async function recordRefusal(db: Database, code: RefusalCode, request: FastifyRequest): Promise<void> {
  request.log.warn({ code }, 'access refused');
  const asking = askings.get(request);
  if (!asking) return;
  const { tenantId, sessionId, ...by } = asking;
  const subject = `${request.method} ${request.routeOptions.url}`;
  const details = { code, ...idsIn(request), session: sessionId };
  try {
    await withTenant(db, tenantId, async (tx) => {
      // A request may name a tenant that does not exist.
      const tenant = await tx
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', tenantId)
        .executeTakeFirst();
      if (!tenant || (await isCrowded(tx, subject, by.actorId))) return;
      await recordView(tx, { ...by, action: 'access refused', subject, details });
    });
  } catch (failure) {
    request.log.error({ err: failure }, 'a refusal could not be recorded');
  }
}

/** The ids that the request names, and nothing else of it: a body may hold a password. */
function idsIn({ params, query, body }: FastifyRequest): Record<string, string> {
  const named = Object.entries({ ...(params ?? {}), ...(query ?? {}), ...(body ?? {}) } as object);
  const ids = named.filter(([name, value]) => /(^id|Id|^mid)$/.test(name) && ID.test(String(value)));
  return Object.fromEntries(ids.map(([name, value]) => [name, String(value)]));
}

const ID = /^[\w-]{1,40}$/;
