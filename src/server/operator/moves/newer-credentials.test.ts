import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asMover } from '../../platform/cells/mover.ts';
import type { Database } from '../../platform/db/database.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { readPeopleColumns, readPerson, storePerson } from './people.ts';

let here: TestDatabase;
let there: TestDatabase;
let userId: bigint;
const CODE = randomBytes(32);
const HOST = 'moving.test';

beforeAll(async () => {
  [here, there] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  userId = await createUser(here.owner);
  await joinTenant(here);
});
afterAll(() => Promise.all([here.drop(), there.drop()]));

async function joinTenant({ owner }: TestDatabase): Promise<void> {
  const tenantId = await createTenant(owner);
  await withTenant(owner, tenantId, async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    await createMembership(tx, tenantId, userId, { syndicateId });
  });
}

/** As a move of some tenant of the person does. */
const bring = (from: TestDatabase, to: TestDatabase) =>
  asMover(from.owner, { userId }, (source) =>
    asMover(to.owner, { userId }, async (target) => {
      const person = await readPerson(source, userId, { tenantId: crypto.randomUUID(), hosts: [HOST] });
      const columns = await readPeopleColumns(source);
      return storePerson(target, person, { columns, hosts: [HOST], wasAdded: false });
    }),
  );
/** As the server does, with its own role. */
const setPassword = ({ db }: TestDatabase, passwordHash: string) =>
  withClaims(db, { userId }, (tx) =>
    tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute(),
  );
const stateOf = ({ owner }: { owner: Database }) =>
  withClaims(owner, { userId }, async (tx) => {
    const { passwordHash } = await tx.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow();
    const codes = await tx.selectFrom('recoveryCodes').select('usedAt').execute();
    const open = await tx.selectFrom('sessions').select('id').where('endedAt', 'is', null).execute();
    return { passwordHash, codes: codes.map(({ usedAt }) => usedAt !== null), sessions: open.length };
  });

test('CELL-02 of an account that was changed in two cells, the newer password and the newer factors count, and the older never come back', async () => {
  expect(await bring(here, there)).toBe('added');
  await joinTenant(there);
  await setPassword(there, 'changed there');
  // Later, so the factors of this cell are newer than those of the other, and its password is older.
  await withClaims(here.db, { userId }, async (tx) => {
    await tx.insertInto('recoveryCodes').values({ userId, codeHash: CODE }).execute();
    const expiresAt = sql<Date>`now() + interval '1 hour'`;
    await tx.insertInto('sessions').values({ userId, host: 'other.test', expiresAt }).execute();
  });
  expect(await bring(there, here)).toBe('known');
  expect(await stateOf(here)).toEqual({ passwordHash: 'changed there', codes: [false], sessions: 0 });

  await setPassword(here, 'changed here');
  // A session there was opened with the older password.
  await withClaims(there.db, { userId }, (tx) =>
    tx
      .insertInto('sessions')
      .values({ userId, host: HOST, expiresAt: sql<Date>`now() + interval '1 hour'` })
      .execute(),
  );
  await bring(there, here);
  expect((await stateOf(here)).sessions).toBe(0);
  expect((await stateOf(here)).passwordHash).toBe('changed here');
  await bring(here, there);
  expect(await stateOf(there)).toEqual({ passwordHash: 'changed here', codes: [false], sessions: 0 });

  // What was used in one cell is used in both; what was removed in one is not brought back by the other.
  await withClaims(there.db, { userId }, (tx) =>
    tx.updateTable('recoveryCodes').set({ usedAt: sql<Date>`now()` }).execute(),
  );
  await bring(there, here);
  expect((await stateOf(here)).codes).toEqual([true]);
  await withClaims(here.db, { userId }, (tx) => tx.deleteFrom('recoveryCodes').execute());
  await bring(there, here);
  expect((await stateOf(here)).codes).toEqual([]);
});
