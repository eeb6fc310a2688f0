import type { Scope } from '../../shared/contract/scopes.ts';
import { issueServiceToken } from '../identity/service-tokens.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { ServiceToken } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import type { TestPortal } from './portal.ts';
import type { TestApp } from './test-app.ts';

export type TestOperator = ReturnType<typeof operatorWith>;

/** Creates a system of the funder with its own token. */
export async function operatorOf(
  { app, database, tenantId: ofPortal }: TestPortal,
  scopes: readonly Scope[],
  tenantId = ofPortal,
): Promise<TestOperator> {
  const name = `test ${crypto.randomUUID()}`;
  const { token } = await withTenant(database.db, tenantId, (tx) =>
    issueServiceToken(tx, tenantId, { name, scopes, days: 1 }),
  );
  return operatorWith(app, token);
}

/** A system of the funder whose token somebody of the staff has issued. */
export async function systemOf(
  tx: Tx,
  tenantId: string,
  { userId }: { userId: bigint },
): Promise<ServiceToken> {
  const scopes = ['import'] as const;
  const { id } = await issueServiceToken(tx, tenantId, { name: 'Loan system', scopes, days: 1 });
  await recordAudit(tx, { actorId: userId, action: 'service token issued', subject: `service token ${id}` });
  return { via: 'service token', id, name: 'Loan system', scopes, expiresAt: new Date() };
}

/** A client that calls with this token. */
export function operatorWith({ fetch: fetchFrom }: Pick<TestApp, 'fetch'>, token: string) {
  const send = (method: string, path: string, body?: unknown, key: string = crypto.randomUUID()) =>
    fetchFrom(`/api/operator/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    authorization: `Bearer ${token}`,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown, key?: string) => send('POST', path, body, key),
    delete: (path: string) => send('DELETE', path),
  };
}
