import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { asMover } from '../../platform/cells/mover.ts';
import type { Database } from '../../platform/db/database.ts';
import { FileNotFoundError, type FileStorage } from '../../platform/integrations/file-storage.ts';
import { keptKey, scheduleAKey, stagedKey } from '../../stored-files/storage-keys.ts';
import type { Storages } from './storages.ts';

export interface CopiedFiles {
  count: number;
  bytes: number;
  /** Named by a row, and not in the storage of the source either. */
  missing: number;
}

interface Named {
  storage: keyof Storages;
  key: string;
}

/** Every object that a row of the tenant names. */
export const readKeys = (owner: Database, tenantId: string): Promise<Named[]> =>
  asMover(
    owner,
    { tenantId },
    async (tx) => {
      const { rows: kept } = await sql<{ key: string }>`
        select distinct storage_key as key from files where tenant_id = ${tenantId}::uuid`.execute(tx);
      const { rows: staged } = await sql<{ id: string }>`
        select id from staged_files where tenant_id = ${tenantId}::uuid
        union all select id from case_files where tenant_id = ${tenantId}::uuid
        union all select id from desk_files where tenant_id = ${tenantId}::uuid
        union all select id from documents where tenant_id = ${tenantId}::uuid
        union all select id from sheet_files where tenant_id = ${tenantId}::uuid
        union all select id from import_files where tenant_id = ${tenantId}::uuid`.execute(tx);
      const { rows: made } = await sql<{ participationId: bigint; sha256: Buffer }>`
        select participation_id, sha256 from share_exhibits
        where tenant_id = ${tenantId}::uuid and made_at is not null`.execute(tx);
      const keys = new Set([
        ...kept.map(({ key }) => key),
        ...staged.map(({ id }) => keptKey(tenantId, id)),
        ...made.map(({ participationId, sha256 }) => scheduleAKey(tenantId, participationId, sha256)),
      ]);
      return [
        ...[...keys].map((key) => ({ storage: 'files' as const, key })),
        ...staged.map(({ id }) => ({ storage: 'uploads' as const, key: stagedKey(tenantId, id) })),
      ];
    },
    { readOnly: true },
  );

/**
 * Copies what the other storage does not have yet, and reads every copy back: its checksum is that of the source. Runs once
 * before the tenant is closed, and once after, for what was added meanwhile. `seen` has what an earlier run has compared.
 */
export async function copyFiles(
  owner: Database,
  tenantId: string,
  from: Storages,
  to: Storages,
  seen: Set<string> = new Set(),
): Promise<CopiedFiles> {
  const copied: CopiedFiles = { count: 0, bytes: 0, missing: 0 };
  for (const { storage, key } of await readKeys(owner, tenantId)) {
    // What browsers upload can still be overwritten, so it is compared again. A file that is kept never changes.
    if (storage === 'files' && seen.has(key)) continue;
    const bytes = await read(from[storage], key);
    if (bytes === null) {
      copied.missing += 1;
      continue;
    }
    const { contentType, body } = bytes;
    const there = await read(to[storage], key);
    if (there === null || digest(there.body) !== digest(body)) {
      await to[storage].put(key, body, contentType);
      const again = await read(to[storage], key);
      if (again === null || digest(again.body) !== digest(body))
        throw new Error('A file differs from its copy after it was copied.');
    }
    copied.count += 1;
    copied.bytes += body.length;
    seen.add(key);
  }
  return copied;
}

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function read(
  storage: FileStorage,
  key: string,
): Promise<{ body: Buffer; contentType: string } | null> {
  try {
    const { body, contentType } = await storage.get(key);
    return { body: await buffer(body), contentType };
  } catch (error) {
    if (error instanceof FileNotFoundError) return null;
    throw error;
  }
}
