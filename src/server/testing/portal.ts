import { withTenant } from '../db/transactions.ts';
import { createMembership, createSyndicate, createTenant, createUser } from './factories.ts';
import { passwords, startTestApp, type TestApp } from './test-app.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const PASSWORD = 'correct horse battery';

export interface TestPortal {
  database: TestDatabase;
  app: TestApp;
  tenantId: string;
  syndicateId: bigint;
  addInvestor(email: string, overrides?: Parameters<typeof createMembership>[3]): Promise<bigint>;
  close(): Promise<void>;
}

/** A portal with one tenant and one syndicate, to which a test adds the people it needs. All have the same password. */
export async function openTestPortal(
  overrides: Parameters<typeof startTestApp>[1] = {},
): Promise<TestPortal> {
  const database = await createTestDatabase();
  const { owner } = database;
  const app = await startTestApp(database, overrides);
  const tenantId = await createTenant(owner, { name: 'Harbor Capital' });
  const syndicateId = await withTenant(owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  const passwordHash = await passwords.hash(PASSWORD);
  return {
    database,
    app,
    tenantId,
    syndicateId,
    async addInvestor(email, membership = {}) {
      const userId = await createUser(owner, { email, passwordHash });
      await withTenant(owner, tenantId, (tx) =>
        createMembership(tx, tenantId, userId, { syndicateId, ...membership }),
      );
      return userId;
    },
    async close() {
      await app.close();
      await database.drop();
    },
  };
}
