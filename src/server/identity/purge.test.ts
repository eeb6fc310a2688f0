import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { createTenant, createUser } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { createFile } from '../testing/underwriting.ts';

let database: TestDatabase;
let tenantId: string;
let fileId: bigint;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
  fileId = await withTenant(database.owner, tenantId, (tx) =>
    createFile(tx, tenantId, { storageKey: 'statement' }),
  );
});
afterAll(() => database.drop());

const OWN_TABLES = [
  'session_tokens',
  'remembered_browsers',
  'sessions',
  'password_resets',
  'sign_in_challenges',
  'totp_enrolments',
  'passkey_enrolments',
  'known_devices',
] as const;
type OwnTable = (typeof OWN_TABLES)[number];

let number = 0;
const hash = () => Buffer.alloc(32, `hash ${++number}`);
const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours})`;
const inDays = (days: number) => inHours(24 * days);

/** One row in each table, all of which end at the same distance from now; a session and a device so many days ago. */
async function fill(hours: number, daysAgo: number): Promise<bigint> {
  const userId = await createUser(database.owner);
  await withClaims(database.owner, { userId, tenantId }, async (tx) => {
    const { id: sessionId } = await tx
      .insertInto('sessions')
      .values({ userId, expiresAt: inDays(-daysAgo) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const expiresAt = inHours(hours);
    await tx
      .insertInto('sessionTokens')
      .values({ userId, sessionId, kind: 'refresh', tokenHash: hash(), expiresAt })
      .execute();
    await tx
      .insertInto('rememberedBrowsers')
      .values({ userId, sessionId, tokenHash: hash(), expiresAt })
      .execute();
    await tx.insertInto('statementFileLinks').values({ tenantId, fileId, sessionId, expiresAt }).execute();
    await tx.insertInto('passwordResets').values({ userId, tokenHash: hash(), expiresAt }).execute();
    await tx
      .insertInto('signInChallenges')
      .values({ userId, tokenHash: hash(), loginName: 'test', isRemembered: false, expiresAt })
      .execute();
    await tx
      .insertInto('totpEnrolments')
      .values({ userId, secretCipher: hash(), keyId: 'k1', expiresAt })
      .execute();
    await tx
      .insertInto('passkeyEnrolments')
      .values({ userId, webauthnChallenge: 'challenge', expiresAt })
      .execute();
    await tx
      .insertInto('knownDevices')
      .values({ userId, tokenHash: hash(), lastSeenAt: inDays(-4 * daysAgo) })
      .execute();
  });
  return userId;
}

const leftOf = (userId: bigint) =>
  withClaims(database.owner, { userId }, async (tx) => {
    const left: OwnTable[] = [];
    for (const table of OWN_TABLES) {
      const { rows } = await sql`select from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
      if (rows.length > 0) left.push(table);
    }
    return left;
  });

async function addCounters(): Promise<void> {
  for (const [key, minutes] of [
    ['pair:past', -1],
    ['pair:running', 1],
  ] as const)
    await database.owner
      .insertInto('throttles')
      .values({ key, points: 3, expire: BigInt(Date.now() + minutes * 60_000) })
      .execute();
  for (const hours of [-1, 1]) {
    const challengeHash = hash();
    await withClaims(database.owner, { credential: challengeHash }, (tx) =>
      tx
        .insertInto('answeredChallenges')
        .values({ challengeHash, expiresAt: inHours(hours) })
        .execute(),
    );
  }
}

const liveLinks = () =>
  withTenant(database.owner, tenantId, (tx) =>
    tx.selectFrom('statementFileLinks').select(sql<boolean>`expires_at > now()`.as('isLive')).execute(),
  );

const counters = async () =>
  (await database.owner.selectFrom('throttles').select('key').execute()).map(({ key }) => key);

/** As though the worker had last run so many days ago. */
const wasLastDue = (days: number) =>
  sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      values ('purge what is past', now() - interval '1 year', now() - make_interval(days => ${days}))
      on conflict (identifier) do update set last_execution = excluded.last_execution`.execute(
    database.owner,
  );

test('OPS-07 the worker deletes by itself, once a day, what nobody can use any more, and nothing else', async () => {
  const past = await fill(-1, 92);
  const recent = await fill(-1, 89);
  const live = await fill(1, -1);
  await addCounters();
  await wasLastDue(3);
  const worker = await startTestWorker(database);
  try {
    await expect.poll(() => leftOf(past), { timeout: 10_000 }).toEqual([]);
    await expect.poll(counters).toEqual(['pair:running']);
  } finally {
    await worker.stop();
  }
  expect(await leftOf(recent)).toEqual(['sessions', 'known_devices']);
  expect(await leftOf(live)).toEqual([...OWN_TABLES]);
  expect(await liveLinks()).toEqual([{ isLive: true }]);
  const { rows } = await sql<{ failed: bigint }>`
    select count(*) as failed from graphile_worker.jobs where last_error is not null`.execute(database.owner);
  expect(rows).toEqual([{ failed: 0n }]);
});

test('security rule: the purge’s claim opens nothing that is live, and nothing that it opens can be changed', async () => {
  const live = await fill(1, -1);
  const past = await fill(-1, 92);
  const seen = (table: OwnTable, userId: bigint) =>
    withClaims(database.db, { isPurge: true }, async (tx) => {
      const { rows } = await sql`select from ${sql.table(table)} where user_id = ${userId}`.execute(tx);
      return rows.length;
    });
  for (const table of OWN_TABLES) {
    expect({ table, rows: await seen(table, live) }).toEqual({ table, rows: 0 });
    expect({ table, rows: await seen(table, past) }).toEqual({ table, rows: 1 });
  }
  await expect(
    withClaims(database.db, { isPurge: true }, (tx) =>
      tx
        .updateTable('sessions')
        .set({ lastActiveAt: inDays(1) })
        .where('userId', '=', past)
        .execute(),
    ),
  ).rejects.toThrow(/row-level security/);
});

test('security rule: not even a user’s own sessions, tokens and reset links can be deleted while they count', async () => {
  const live = await fill(1, -1);
  for (const table of ['statementFileLinks', 'sessionTokens', 'sessions', 'passwordResets'] as const)
    await withClaims(database.db, { userId: live, isPurge: true }, (tx) => tx.deleteFrom(table).execute());
  expect(await leftOf(live)).toEqual([...OWN_TABLES]);
});

test('OPS-07 the answers of commands are kept for a week, and only the older ones can be deleted by the purge', async () => {
  const tenantId = await createTenant(database.owner);
  await withTenant(database.owner, tenantId, (tx) =>
    tx
      .insertInto('idempotencyKeys')
      .values(
        [8, 6].map((days) => ({
          tenantId,
          key: `${days} days old`,
          requestHash: Buffer.alloc(32),
          createdAt: sql<Date>`now() - make_interval(days => ${days})`,
        })),
      )
      .execute(),
  );
  await withClaims(database.db, { isPurge: true }, (tx) => tx.deleteFrom('idempotencyKeys').execute());
  const left = await withTenant(database.db, tenantId, (tx) =>
    tx.selectFrom('idempotencyKeys').select('key').execute(),
  );
  expect(left).toEqual([{ key: '6 days old' }]);
});

test('OPS-07 links are kept for 90 days after their end, with what belongs to them, and no live one can be deleted', async () => {
  const tenantId = await createTenant(database.owner);
  await withTenant(database.owner, tenantId, async (tx) => {
    const category = await tx
      .insertInto('fileCategories')
      .values({ tenantId, name: 'Contract' })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const daysAgo of [91, 89, -1]) {
      const tokenHash = hash();
      const { id: linkId } = await tx
        .insertInto('capabilityLinks')
        .values({
          tenantId,
          tokenHash,
          kind: 'offer',
          subjectId: BigInt(daysAgo),
          expiresAt: inDays(-daysAgo),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('linkMails')
        .values({
          tenantId,
          linkId,
          id: crypto.randomUUID(),
          page: 'offer',
          toAddress: 'a@iso.example',
          messageId: `<${linkId}@test>`,
        })
        .execute();
      await tx
        .insertInto('stagedFiles')
        .values({ tenantId, linkHash: tokenHash, categoryId: category.id, name: 'a.pdf', byteSize: 1n })
        .execute();
    }
  });
  for (const claims of [{ isPurge: true } as const, { tenantId }])
    await withClaims(database.db, claims, (tx) => tx.deleteFrom('capabilityLinks').execute());
  await withTenant(database.db, tenantId, async (tx) => {
    const left = await tx.selectFrom('capabilityLinks').select('subjectId').orderBy('id').execute();
    expect(left).toEqual([{ subjectId: 89n }, { subjectId: -1n }]);
    expect(await tx.selectFrom('linkMails').select('page').execute()).toHaveLength(2);
    expect(await tx.selectFrom('stagedFiles').select('name').execute()).toHaveLength(2);
    // A mail goes by itself half a year after it was written.
    await tx.deleteFrom('linkMails').execute();
    expect(await tx.selectFrom('linkMails').select('page').execute()).toHaveLength(2);
  });
});
