import { withTenant } from '../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant, createUser } from './factories.ts';
import { passwords, signInAs, startTestApp, type TestApp } from './test-app.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const PASSWORD = 'correct horse battery';

export interface TestPortal {
  database: TestDatabase;
  app: TestApp;
  tenantId: string;
  /** The tenant's short name. */
  slug: string;
  syndicateId: bigint;
  addInvestor(email: string, overrides?: Parameters<typeof createMembership>[3]): Promise<bigint>;
  close(): Promise<void>;
}

/** Opens a portal with one tenant and one syndicate, to which a test adds the people it needs. All have the same password. */
export async function openTestPortal(
  overrides: Parameters<typeof startTestApp>[1] = {},
): Promise<TestPortal> {
  const database = await createTestDatabase();
  const { owner } = database;
  const app = await startTestApp(database, overrides);
  const slug = 'harbor';
  const tenantId = await createTenant(owner, { name: 'Harbor Capital', slug });
  const syndicateId = await withTenant(owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  const passwordHash = await (overrides.passwords ?? passwords).hash(PASSWORD);
  return {
    database,
    app,
    tenantId,
    slug,
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

export interface InvestorsPortal extends TestPortal {
  /** The access token of a member of the portal's syndicate. */
  investor: string;
  /** Another syndicate, to which the investor does not belong. */
  otherSyndicateId: bigint;
}

/** Opens a portal whose investor has signed in. */
export async function openInvestorsPortal(): Promise<InvestorsPortal> {
  const portal = await openTestPortal();
  const { app, database, tenantId } = portal;
  await portal.addInvestor(INVESTOR);
  const { accessToken: investor } = await signInAs(app, INVESTOR, PASSWORD);
  const otherSyndicateId = await withTenant(database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  return { ...portal, investor, otherSyndicateId };
}

const INVESTOR = 'investor@northgate.example';
