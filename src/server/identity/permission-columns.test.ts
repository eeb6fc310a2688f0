import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { createMembership, createUser } from '../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';

// To be deleted with the columns, in the version after the one that brought the set.
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

interface Kept {
  permissions: string[];
  canViewFcs: boolean;
  canSwitchSyndicates: boolean;
}

const columns = (canViewFcs: boolean, canSwitchSyndicates: boolean) => ({ canViewFcs, canSwitchSyndicates });

/** What is kept once the server's role has done something. */
async function keptAfter(...steps: ((tx: Tx, userId: bigint) => Promise<unknown>)[]): Promise<Kept> {
  const { database, tenantId } = portal;
  const userId = await createUser(database.owner);
  return withTenant(database.db, tenantId, async (tx) => {
    for (const step of steps) await step(tx, userId);
    return tx
      .selectFrom('memberships')
      .select(['permissions', 'canViewFcs', 'canSwitchSyndicates'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
  });
}

const added = (values: Partial<Kept>) => (tx: Tx, userId: bigint) =>
  tx
    .insertInto('memberships')
    .values({
      tenantId: portal.tenantId,
      userId,
      role: 'syndication',
      syndicateId: portal.syndicateId,
      ...values,
    })
    .execute();
const changed = (values: Partial<Kept>) => (tx: Tx, userId: bigint) =>
  tx.updateTable('memberships').set(values).where('userId', '=', userId).execute();

describe('ACCESS-02 while the previous version of the server runs beside this one', () => {
  test('ACCESS-02 what it writes to its columns is in the set', async () => {
    expect(await keptAfter(added(columns(true, false)))).toEqual({
      permissions: ['view-fcs'],
      ...columns(true, false),
    });
    expect(await keptAfter(added(columns(true, false)), changed(columns(false, true)))).toEqual({
      permissions: ['switch-syndicates'],
      ...columns(false, true),
    });
    const unlike = changed({ canViewFcs: true });
    expect(await keptAfter(added({ permissions: ['view-fcs', 'a-later-one'] }), unlike)).toEqual({
      permissions: ['view-fcs', 'a-later-one'],
      ...columns(true, false),
    });
  });

  test('ACCESS-02 what this one writes to the set is in its columns', async () => {
    const both = added({ permissions: ['switch-syndicates', 'view-fcs'] });
    expect(await keptAfter(both)).toMatchObject(columns(true, true));
    expect(await keptAfter(both, changed({ permissions: ['view-fcs'] }))).toEqual({
      permissions: ['view-fcs'],
      ...columns(true, false),
    });
    expect(await keptAfter(both, changed({ permissions: [] }))).toEqual({
      permissions: [],
      ...columns(false, false),
    });
  });

  test('ACCESS-02 its own way to find a caller still answers', async () => {
    const { database, tenantId, syndicateId } = portal;
    const userId = await createUser(database.owner);
    await withTenant(database.owner, tenantId, (tx) =>
      createMembership(tx, tenantId, userId, { syndicateId, permissions: ['switch-syndicates'] }),
    );
    const hash = Buffer.alloc(32, 7);
    await withClaims(database.owner, { userId }, (tx) =>
      sql`with s as (insert into sessions (user_id, expires_at) values (${userId}, now() + interval '1 hour') returning id)
        insert into session_tokens (token_hash, session_id, user_id, kind, expires_at)
        select ${hash}, id, ${userId}, 'access', now() + interval '1 hour' from s`.execute(tx),
    );
    const { rows } = await withClaims(database.db, {}, (tx) =>
      sql`select user_id, role, syndicate_id, can_switch_syndicates, can_view_fcs
        from identify_caller(${tenantId}::uuid, ${hash}::bytea, ${540}::float8, ${'access'})`.execute(tx),
    );
    expect(rows).toEqual([{ userId, role: 'syndication', syndicateId, ...columns(false, true) }]);
  });
});
