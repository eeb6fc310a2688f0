import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import { fillEveryTable } from '../../testing/fill-every-table.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { withClaims, withTenant } from './transactions.ts';

/** These tables belong to a user, whatever the tenant. */
const OWN_TABLES = [
  'sessions',
  'session_tokens',
  'known_devices',
  'remembered_browsers',
  'password_resets',
  'sign_in_challenges',
  'user_totp',
  'totp_enrolments',
  'user_passkeys',
  'passkey_enrolments',
  'recovery_codes',
];

let database: TestDatabase;
let tenantA: string;
let tenantB: string;
let userB: bigint;
let tables: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  tenantA = await createTenant(database.owner);
  tenantB = await createTenant(database.owner);
  await fillEveryTable(database.owner, tenantA, await createUser(database.owner));
  userB = await createUser(database.owner);
  await fillEveryTable(database.owner, tenantB, userB);
  const found = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    database.db,
  );
  tables = found.rows.map((row) => row.name);
});
afterAll(() => database.drop());

const count = async (claims: Parameters<typeof withClaims>[1], table: string, where = sql`true`) =>
  withClaims(database.db, claims, async (tx) => {
    const { rows } = await sql<{
      count: bigint;
    }>`select count(*) from ${sql.table(table)} where ${where}`.execute(tx);
    return rows[0]?.count;
  });

const tenantColumn = (table: string) => (table === 'tenants' ? sql.ref('id') : sql.ref('tenant_id'));
const isGlobal = (table: string) =>
  [...OWN_TABLES, 'users', 'answered_challenges', 'throttles'].includes(table);

describe("security rule: with the code's own scoping left out", () => {
  test('tenant A reads its own rows and 0 rows of tenant B in every table', async () => {
    for (const table of tables.filter((name) => !isGlobal(name))) {
      const own = await count({ tenantId: tenantA }, table);
      const foreign = await count({ tenantId: tenantA }, table, sql`${tenantColumn(table)} = ${tenantB}`);
      expect({ table, foreign }).toEqual({ table, foreign: 0n });
      expect({ table, hasOwn: own !== undefined && own > 0n }).toEqual({ table, hasOwn: true });
    }
  });

  test('without any claim nothing is to be seen in any table', async () => {
    for (const table of tables.filter((name) => name !== 'throttles'))
      expect({ table, rows: await count({}, table) }).toEqual({ table, rows: 0n });
  });

  test('a user sees one account and its sessions, their own', async () => {
    for (const table of ['users', ...OWN_TABLES]) {
      const column = sql.ref(table === 'users' ? 'id' : 'user_id');
      expect(await count({ userId: userB }, table)).toBe(1n);
      expect(await count({ userId: userB }, table, sql`${column} <> ${userB}`)).toBe(0n);
    }
  });

  test('before a tenant is chosen a user sees their own memberships and those tenants only', async () => {
    expect(await count({ userId: userB }, 'memberships')).toBe(1n);
    expect(await count({ userId: userB }, 'tenants')).toBe(1n);
  });

  test('whoever lists the members of a tenant sees their accounts, no others, and can change none', async () => {
    expect(await count({ tenantId: tenantA }, 'users')).toBe(0n);
    expect(await count({ listsMembers: true }, 'users')).toBe(0n);
    const claims = { tenantId: tenantA, listsMembers: true } as const;
    expect(await count(claims, 'users')).toBe(1n);
    expect(await count(claims, 'users', sql`id = ${userB}`)).toBe(0n);
    for (const table of OWN_TABLES)
      expect({ table, rows: await count(claims, table) }).toEqual({ table, rows: 0n });
    await expect(
      withClaims(database.db, claims, (tx) => tx.updateTable('users').set({ passwordHash: 'x' }).execute()),
    ).rejects.toThrow(/row-level security/);
  });

  test("a row cannot be written into another tenant, nor pointed at another tenant's row", async () => {
    await expect(withTenant(database.db, tenantA, (tx) => createSyndicate(tx, tenantB))).rejects.toThrow(
      /row-level security/,
    );
    const foreign = await withTenant(database.db, tenantB, (tx) => createSyndicate(tx, tenantB));
    const user = await createUser(database.owner);
    await expect(
      withTenant(database.owner, tenantA, (tx) =>
        createMembership(tx, tenantA, user, { syndicateId: foreign }),
      ),
    ).rejects.toThrow(/foreign key/);
  });

  test('a tenant id that is not one never reaches the database', async () => {
    await expect(withTenant(database.db, "x'; reset role; --", async () => undefined)).rejects.toThrow(
      TypeError,
    );
  });
});
