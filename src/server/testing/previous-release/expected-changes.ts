import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../factories.ts';
import { databaseAtRelease } from './released-database.ts';

/** The tables whose rows are changed or removed by a migration since the release, each with the reason. */
export const CHANGED_ON_PURPOSE: Readonly<Record<string, string>> = {};

/**
 * For each migration since the release, a check on a migrated database of that release that the values it filled in are right.
 */
export const BACKFILL_CHECKS: Readonly<Record<string, (owner: Database) => Promise<void>>> = {
  async '20261208020101_domain_proofs.sql'(owner) {
    const { rows } = await withClaims(owner, { listsTenants: true }, (tx) =>
      sql<{ isKept: boolean }>`
      select unproven_domains = domains and cardinality(proven_domains) = 0
        and unproven_until between now() + interval '59 days' and now() + interval '60 days' as is_kept
      from single_sign_on where is_approved`.execute(tx),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ isKept }) => isKept)).toBe(true);
  },
  // On a database of its own, because the release's statements close nobody.
  async '20261204010101_former_members.sql'() {
    const { owner, ownerUrl, drop } = await databaseAtRelease();
    try {
      const tenantId = await createTenant(owner);
      const changes = {
        lately: sql`is_terminated = true, closed_at = now() - interval '44 days'`,
        'long ago': sql`is_terminated = true, closed_at = now() - interval '46 days'`,
        'never accepted': sql`is_terminated = true, accepted_at = null`,
        'still there': sql`name = name`,
      };
      const people = new Map<bigint, string>();
      for (const [name, change] of Object.entries(changes)) {
        const userId = await createUser(owner);
        people.set(userId, name);
        await withTenant(owner, tenantId, async (tx) => {
          await createMembership(tx, tenantId, userId, { syndicateId: await createSyndicate(tx, tenantId) });
          await sql`update memberships set ${change} where user_id = ${userId}`.execute(tx);
        });
      }
      await migrate(ownerUrl);
      const former = await withTenant(owner, tenantId, (tx) =>
        tx
          .selectFrom('formerMembers as former')
          .innerJoin('memberships as m', (join) =>
            join.onRef('m.userId', '=', 'former.userId').onRef('m.syndicateId', '=', 'former.syndicateId'),
          )
          .select(['former.userId', sql<boolean>`former.until = m.closed_at`.as('isDated')])
          .execute(),
      );
      expect(former.map(({ userId, isDated }) => [people.get(userId), isDated])).toEqual([['lately', true]]);
    } finally {
      await drop();
    }
  },
};
