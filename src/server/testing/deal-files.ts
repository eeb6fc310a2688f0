import { createHash } from 'node:crypto';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { keptKey, scheduleAKey } from '../stored-files/storage-keys.ts';
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

interface Added {
  tenantId: string;
  dealId: bigint;
  userId: bigint;
  mark: string;
}

/** Creates a file that somebody of the staff has added to a deal: stored and found clean. */
export async function createDeskFile(
  owner: Database,
  { tenantId, dealId, userId: stagedBy, mark }: Added,
): Promise<string> {
  const bytes = Buffer.from(`${mark} added`);
  const sha256 = createHash('sha256').update(bytes).digest();
  const size = BigInt(bytes.length);
  const { id } = await withTenant(owner, tenantId, (tx) =>
    tx
      .insertInto('deskFiles')
      .values({
        ...{ tenantId, dealId, stagedBy, name: `${mark} added.pdf`, byteSize: size, state: 'clean' },
        ...{ contentType: 'application/pdf', keptByteSize: size, sha256 },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await testServices().fileStorage.put(keptKey(tenantId, id), bytes, 'application/pdf');
  return id;
}
