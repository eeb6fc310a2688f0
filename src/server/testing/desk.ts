import type { Permission } from '../../shared/domain/permissions.ts';
import type { StaffRole } from '../../shared/domain/roles.ts';
import { withTenant } from '../platform/db/transactions.ts';
import type { TestPortal } from './portal.ts';
import { createStaff } from './staff.ts';
import { asMember, postAsMember } from './test-app.ts';

export interface AtDesk {
  userId: bigint;
  /** For what is answered with something else than JSON. */
  fetch(path: string): Promise<Response>;
  get(path: string): Promise<Answer>;
  /** With a key that is used once, unless one is given. */
  post(path: string, body?: object, key?: string): Promise<Answer>;
  /** A call of the portal, looked at as an investor of the syndicate. */
  fetchAs(path: string, syndicateId: bigint): Promise<Response>;
  put(path: string, body: object): Promise<Answer>;
}

/** The status and the body of an answer in one, as tests compare them. */
export type Answer = { status: number } & Record<string, unknown>;

/** Somebody of the staff who is signed in at the desk, under a name, with the permissions of the role unless others are given. */
export async function sitDown(
  { database: { owner }, app, tenantId }: TestPortal,
  name: string,
  { role = 'administrator', permissions }: { role?: StaffRole; permissions?: readonly Permission[] } = {},
): Promise<AtDesk> {
  const { userId, accessToken } = await createStaff(owner, tenantId, {
    role,
    ...(permissions && { permissions }),
  });
  await withTenant(owner, tenantId, (tx) =>
    tx
      .updateTable('memberships')
      .set({ name })
      .where('tenantId', '=', tenantId)
      .where('userId', '=', userId)
      .execute(),
  );
  const answerOf = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await app.fetch(`/api/desk/v1/${path}`, init);
    return { status: response.status, ...((await response.json()) as object) };
  };
  return {
    userId,
    get: (path) => answerOf(path, asMember(accessToken, tenantId)),
    post: (path, body = {}, key = crypto.randomUUID()) => {
      const { headers, ...init } = postAsMember(body, accessToken, tenantId);
      return answerOf(path, { ...init, headers: { ...(headers as object), 'idempotency-key': key } });
    },
    fetch: (path) => app.fetch(`/api/desk/v1/${path}`, asMember(accessToken, tenantId)),
    fetchAs: (path, syndicateId) => {
      const { headers, ...init } = asMember(accessToken, tenantId);
      return app.fetch(path, {
        ...init,
        headers: { ...(headers as object), 'x-look-as': String(syndicateId) },
      });
    },
    put: (path, body) => answerOf(path, { ...postAsMember(body, accessToken, tenantId), method: 'PUT' }),
  };
}
