import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { keptKey } from '../stored-files/storage-keys.ts';
import { testServices } from './services.ts';

interface Sent {
  tenantId: string;
  syndicateId: bigint;
  /** Null for one that a system has sent. */
  userId: bigint | null;
  title: string;
}

/** Creates a document that was published to a syndicate: stored and found clean. */
export async function createDocument(
  owner: Database,
  { tenantId, syndicateId, userId, title }: Sent,
): Promise<string> {
  const bytes = Buffer.from(`${title}, the document`);
  const sha256 = createHash('sha256').update(bytes).digest();
  const size = BigInt(bytes.length);
  const id = await withTenant(owner, tenantId, async (tx) => {
    const document = await tx
      .insertInto('documents')
      .values({
        ...{ tenantId, stagedBy: userId, name: `${title}.pdf`, byteSize: size, state: 'clean' },
        ...{ contentType: 'application/pdf', keptByteSize: size, sha256, title, category: 'letter' },
        ...{ publicationId: crypto.randomUUID(), publishedAt: sql<Date>`now()`, publishedBy: userId },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('documentRecipients')
      .values({ tenantId, documentId: document.id, syndicateId, title, sha256 })
      .execute();
    return document.id;
  });
  await testServices().fileStorage.put(keptKey(tenantId, id), bytes, 'application/pdf');
  return id;
}
