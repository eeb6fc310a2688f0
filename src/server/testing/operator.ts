import type { Scope } from '../../shared/contract/scopes.ts';
import { withTenant } from '../db/transactions.ts';
import { issueServiceToken } from '../identity/service-tokens.ts';
import type { TestPortal } from './portal.ts';

export interface TestOperator {
  send(method: string, path: string, body?: unknown, key?: string): Promise<Response>;
}

/** A system of the funder, with a token of its own. */
export async function operatorOf(
  { app, database, tenantId: ofPortal }: TestPortal,
  scopes: readonly Scope[],
  tenantId = ofPortal,
): Promise<TestOperator> {
  const name = `test ${crypto.randomUUID()}`;
  const { token } = await withTenant(database.db, tenantId, (tx) =>
    issueServiceToken(tx, tenantId, { name, scopes, days: 1 }),
  );
  return {
    send: (method, path, body, key = crypto.randomUUID()) =>
      app.fetch(`/api/operator/v1/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}
