import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../platform/db/database.ts';

/** The tables whose rows are changed or removed by a migration since the release, each with the reason. */
export const CHANGED_ON_PURPOSE: Readonly<Record<string, string>> = {};

/**
 * For each migration since the release, a check on a migrated database of that release that the values it filled in are right.
 */
export const BACKFILL_CHECKS: Readonly<Record<string, (owner: Database) => Promise<void>>> = {
  '20261117010000_permissions.sql': async (owner) => {
    // The check reads the memberships of every tenant, which row-level security hides even from the tables' owner.
    await owner.transaction().execute(async (tx) => {
      await sql`alter table memberships no force row level security`.execute(tx);
      const { rows } = await sql<{
        canViewFcs: boolean;
        canSwitchSyndicates: boolean;
        permissions: string[];
      }>`
        select can_view_fcs, can_switch_syndicates, permissions from memberships`.execute(tx);
      await sql`alter table memberships force row level security`.execute(tx);
      expect(rows).toEqual([{ canViewFcs: true, canSwitchSyndicates: false, permissions: ['view-fcs'] }]);
    });
  },
  '20261118170000_disposal.sql': async (owner) => {
    await owner.transaction().execute(async (tx) => {
      const tables = ['memberships', 'brokers'] as const;
      for (const table of tables)
        await sql`alter table ${sql.table(table)} no force row level security`.execute(tx);
      const { rows } = await sql<{ memberships: bigint; brokers: bigint }>`
        select (select count(*) from memberships where is_terminated <> (closed_at is not null)) as memberships,
          (select count(*) from brokers where used_at is null) as brokers`.execute(tx);
      for (const table of tables)
        await sql`alter table ${sql.table(table)} force row level security`.execute(tx);
      // The release's broker has no deal, so it is counted from the migration on.
      expect(rows).toEqual([{ memberships: 0n, brokers: 0n }]);
    });
  },
};
