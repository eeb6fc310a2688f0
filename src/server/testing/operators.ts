import type { Scope } from '../../shared/contract/scopes.ts';
import { withTenant } from '../db/transactions.ts';
import { issueServiceToken } from '../identity/service-tokens.ts';
import type { TestApp } from './test-app.ts';
import type { TestDatabase } from './test-database.ts';

export const newServiceToken = (
  { owner }: Pick<TestDatabase, 'owner'>,
  tenantId: string,
  scopes: readonly Scope[],
): Promise<string> =>
  withTenant(owner, tenantId, async (tx) => {
    const asked = { name: `system ${crypto.randomUUID()}`, scopes, days: 1 };
    return (await issueServiceToken(tx, tenantId, asked)).token;
  });

/** One of the funder's systems, which calls with its token. */
export function createOperator({ fetch: fetchFrom }: Pick<TestApp, 'fetch'>, token: string) {
  const call = (
    method: string,
    path: string,
    { body, key }: { body?: unknown; key?: string | undefined } = {},
  ) =>
    fetchFrom(`/api/operator/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    get: (path: string) => call('GET', path),
    command: (path: string, body: unknown, key: string = crypto.randomUUID()) =>
      call('POST', path, { body, key }),
    delete: (path: string) => call('DELETE', path),
  };
}
