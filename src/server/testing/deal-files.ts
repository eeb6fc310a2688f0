import { createHash } from 'node:crypto';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { testServices } from './services.ts';
import { createFile } from './underwriting.ts';

/** Creates a deal's file as an acceptance leaves it: stored, found clean, and recorded. */
export async function createStoredDealFile(
  owner: Database,
  tenantId: string,
  dealId: bigint,
  { name = 'contract.pdf', bytes = Buffer.from('signed'), categoryId = null as bigint | null } = {},
): Promise<bigint> {
  const storageKey = `${tenantId}/files/${crypto.randomUUID()}`;
  await testServices().fileStorage.put(storageKey, bytes, 'application/pdf');
  const sha256 = createHash('sha256').update(bytes).digest();
  return withTenant(owner, tenantId, (tx) =>
    createFile(tx, tenantId, {
      storageKey,
      dealId,
      categoryId,
      name,
      sha256,
      byteSize: BigInt(bytes.length),
    }),
  );
}
