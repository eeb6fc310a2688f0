import { sql } from 'kysely';
import { asMover } from '../../platform/cells/mover.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { claim, forgetTenant } from '../../platform/db/transactions.ts';
import { removeJobs } from './move-jobs.ts';
import { readMove } from './move-state.ts';
import { readPeople, removePerson } from './people.ts';
import { readTenantTables } from './tenant-tables.ts';

/** Removes a copy that was never opened, with the accounts that came with it. Nothing happens where there is none. */
export const removeCopy = (target: Database, tenantId: string): Promise<void> =>
  asMover(target, { tenantId }, async (tx) => {
    const move = await readMove(tx, tenantId);
    if (!move) return;
    if (move.direction !== 'in' || move.step !== 'arriving')
      throw new Error('This tenant is at home here: its rows are no copy.');
    await sql`update tenants set move_state = 'arriving' where id = ${tenantId}::uuid`.execute(tx);
    await removeRows(tx, tenantId);
    await forgetTenant(tx);
    for (const id of move.details.peopleAdded ?? [])
      await removePerson(tx, BigInt(id), move.details.hosts ?? []);
    await sql`delete from cells.moves where tenant_id = ${tenantId}::uuid`.execute(tx);
  });

/** All rows of the tenant, those that point to others first. The database allows it while the tenant is not open here. */
export async function removeRows(tx: Tx, tenantId: string): Promise<void> {
  await claim(tx, { tenantId });
  await removeJobs(tx, tenantId);
  const people = await readPeople(tx, tenantId);
  await sql`delete from statement_file_links where tenant_id = ${tenantId}::uuid`.execute(tx);
  for (const { name } of (await readTenantTables(tx)).reverse())
    await sql`delete from ${sql.table(name)} where tenant_id = ${tenantId}::uuid`.execute(tx);
  await removeOfPeople(tx, tenantId, people);
  await sql`delete from tenants where id = ${tenantId}::uuid`.execute(tx);
}

/** Rows of people's accounts that name the tenant: sessions and invitations that are for it alone. */
async function removeOfPeople(tx: Tx, tenantId: string, people: readonly bigint[]): Promise<void> {
  const these = sql`(select id from sessions where only_tenant_id = ${tenantId}::uuid)`;
  await forgetTenant(tx);
  for (const userId of people) {
    await claim(tx, { userId });
    await sql`delete from remembered_browsers where session_id in ${these}`.execute(tx);
    await sql`delete from session_tokens where session_id in ${these}`.execute(tx);
    await sql`delete from sessions where only_tenant_id = ${tenantId}::uuid`.execute(tx);
    await sql`delete from sign_in_challenges where only_tenant_id = ${tenantId}::uuid`.execute(tx);
    await sql`delete from password_resets where invited_to = ${tenantId}::uuid`.execute(tx);
  }
  await claim(tx, { tenantId });
}
