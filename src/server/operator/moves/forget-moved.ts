import { sql } from 'kysely';
import { asMover } from '../../platform/cells/mover.ts';
import type { Database } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { readKeys } from './copy-files.ts';
import { noteStep, readMove } from './move-state.ts';
import { removeRows } from './remove-copy.ts';
import { requireApart, type Storages } from './storages.ts';

/**
 * Removes what a tenant has left behind in the cell that it moved away from: its rows, then its files. Never by itself, and not before
 * so many days have passed. Accounts stay, because other tenants of this cell may name them.
 */
export async function forgetMoved(
  owner: Database,
  {
    tenantId,
    storages,
    others,
    days,
  }: {
    tenantId: string;
    storages: Storages;
    /** The storages of all other cells: the tenant may have moved on since. */
    others: readonly { number: number; storages: Storages }[];
    days: number;
  },
): Promise<{ files: number }> {
  const move = await readMove(owner, tenantId);
  if (move?.direction !== 'out' || move.step !== 'moved' || move.finishedAt === null)
    throw new Refusal('move_refused', { message: 'This tenant has not moved away from this cell.' });
  const ago = (Date.now() - move.finishedAt.getTime()) / 86_400_000;
  if (ago < days)
    throw new Refusal('move_refused', {
      message: `The tenant moved ${Math.floor(ago)} days ago. What it left here is kept for ${days} days, in case something is missing there.`,
    });
  for (const other of others) await requireApart(storages, other.storages, other.number);
  const keys = await readKeys(owner, tenantId);
  await asMover(owner, { tenantId }, async (tx) => {
    await removeRows(tx, tenantId);
    await noteStep(tx, tenantId, 'forgotten');
  });
  // Rows first: a file without a row is forgotten storage, a row without its file would be a broken book.
  for (const { storage, key } of keys) await storages[storage].remove(key);
  await sql`delete from cells.moves where tenant_id = ${tenantId}::uuid`.execute(owner);
  return { files: keys.length };
}
