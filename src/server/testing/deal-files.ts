import { createHash } from 'node:crypto';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { scheduleAKey } from '../stored-files/storage-keys.ts';
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

/** Creates the Schedule A of the first share of a deal, as its job leaves it. */
export async function createScheduleA(
  owner: Database,
  tenantId: string,
  dealId: bigint,
  words: string,
): Promise<void> {
  const bytes = Buffer.from(words);
  const sha256 = createHash('sha256').update(bytes).digest();
  const participationId = await withTenant(owner, tenantId, async (tx) => {
    const { id } = await tx
      .selectFrom('participations')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('dealId', '=', dealId)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const made = { name: `${words}.pdf`, byteSize: BigInt(bytes.length), sha256, madeAt: new Date() };
    await tx
      .insertInto('shareExhibits')
      .values({ tenantId, participationId: id, ...made })
      .execute();
    return id;
  });
  await testServices().fileStorage.put(
    scheduleAKey(tenantId, participationId, sha256),
    bytes,
    'application/pdf',
  );
}
