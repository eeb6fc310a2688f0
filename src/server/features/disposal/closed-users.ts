import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim, forgetTenant, forgetUser } from '../../platform/db/transactions.ts';
import type { DisposalKind } from './disposal-kind.ts';
import { isHeld, limitOf } from './past-use.ts';
import { removedOn } from './removed-words.ts';

/** People whose memberships have been closed for so long in every tenant. */
export const closedUsers: DisposalKind = {
  name: 'closed users',
  reason: ({ retentionMonths }) => `closed for more than ${retentionMonths} months in every tenant`,

  async find(tx, tenantId, only) {
    await claim(tx, { listsMembers: true });
    const { rows } = await sql<{ id: bigint }>`
      select u.id from memberships m join users u on u.id = m.user_id
      where m.tenant_id = ${tenantId} and u.disposed_at is null and ${isPastIn(tenantId)}
        and ${only === undefined ? sql`true` : sql`u.id = ${only}`}
      order by u.id`.execute(tx);
    await forgetUser(tx);
    const past = [];
    for (const { id } of rows) if (await isPastEverywhere(tx, tenantId, id)) past.push({ id, fileCount: 0 });
    return past;
  },

  async lock(tx, tenantId, id) {
    await inAllTenants(tx, tenantId, id, async () => {
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
    });
    // A membership that is opened again meanwhile waits, or was there first.
    for (const other of await tenantsOf(tx, tenantId, id)) {
      await claim(tx, { tenantId: other });
      await tx
        .selectFrom('memberships')
        .select('userId')
        .where('tenantId', '=', other)
        .where('userId', '=', id)
        .forUpdate()
        .execute();
    }
    await claim(tx, { tenantId });
  },

  async remove(tx, tenantId, id) {
    const words = removedOn(new Date());
    await inAllTenants(tx, tenantId, id, async () => {
      for (const table of OWN_TABLES) await tx.deleteFrom(table).where('userId', '=', id).execute();
      await tx
        .updateTable('users')
        .set({
          loginName: `removed-${id}`,
          email: `removed-${id}@removed.invalid`,
          name: words,
          passwordHash: null,
          mustChangePassword: false,
          disposedAt: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .execute();
    });
    for (const other of await tenantsOf(tx, tenantId, id)) {
      await claim(tx, { tenantId: other });
      await tx.deleteFrom('lastVisits').where('tenantId', '=', other).where('userId', '=', id).execute();
      await tx
        .updateTable('memberships')
        .set({ name: words })
        .where('tenantId', '=', other)
        .where('userId', '=', id)
        .execute();
      await tx
        .updateTable('dealNotes')
        .set({ authorName: words })
        .where('tenantId', '=', other)
        .where('authorId', '=', id)
        .execute();
      await recordAudit(tx, { actorId: null, action: 'personal data removed', subject: `user ${id}` });
    }
    await claim(tx, { tenantId });
  },
};

/** What belongs to the account alone. Sessions, their tokens and reset links are purged within 90 days of their end. */
const OWN_TABLES = [
  'userTotp',
  'userPasskeys',
  'recoveryCodes',
  'totpEnrolments',
  'passkeyEnrolments',
  'signInChallenges',
  'rememberedBrowsers',
  'knownDevices',
] as const;

const isPastIn = (tenantId: string) => sql<boolean>`(
  m.is_terminated and m.closed_at < ${limitOf(tenantId, 'retentionMonths')}
  and not ${isHeld(tenantId, 'user', sql`m.user_id`)}
  and not ${isHeld(tenantId, 'syndicate', sql`m.syndicate_id`)})`;

/** Each tenant's own setting and holds decide for its membership, so one tenant is asked after the other. */
async function isPastEverywhere(tx: Tx, tenantId: string, userId: bigint): Promise<boolean> {
  let isPast = true;
  for (const other of await tenantsOf(tx, tenantId, userId)) {
    await claim(tx, { tenantId: other });
    const { rows } = await sql`
      select from memberships m where m.tenant_id = ${other} and m.user_id = ${userId} and ${isPastIn(other)}`.execute(
      tx,
    );
    isPast &&= rows.length === 1;
  }
  await claim(tx, { tenantId });
  return isPast;
}

const tenantsOf = (tx: Tx, tenantId: string, userId: bigint): Promise<string[]> =>
  inAllTenants(tx, tenantId, userId, async () => {
    const memberships = await tx
      .selectFrom('memberships')
      .select('tenantId')
      .where('userId', '=', userId)
      .orderBy('tenantId')
      .execute();
    return memberships.map((membership) => membership.tenantId);
  });

/** With the person's claim instead of the tenant's: it opens the account and the memberships in all tenants, and no tenant's data. */
async function inAllTenants<T>(tx: Tx, tenantId: string, userId: bigint, work: () => Promise<T>): Promise<T> {
  await forgetTenant(tx);
  await claim(tx, { userId });
  const result = await work();
  await forgetUser(tx);
  await claim(tx, { tenantId });
  return result;
}
