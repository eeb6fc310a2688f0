import * as z from 'zod';
import { withTenant } from '../../platform/db/transactions.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Deletes the bytes of a file whose row was deleted. The job is added in the transaction that deletes the row. */
export const deleteStoredFile = defineJob({
  name: 'delete stored file',
  // After everything that somebody waits for.
  priority: 30,
  // The storage does not keep tenants apart by itself.
  payload: z
    .object({ tenantId: z.uuid(), storageKey: z.string() })
    .refine(({ tenantId, storageKey }) => storageKey.startsWith(`${tenantId}/`)),
  async run({ db, fileStorage }, { tenantId, storageKey }) {
    // The key of a statement is its content, so the same file may have been imported again meanwhile.
    const isNeeded = await withTenant(
      db,
      tenantId,
      async (tx) => {
        const file = await tx
          .selectFrom('files')
          .select('id')
          .where('tenantId', '=', tenantId)
          .where('storageKey', '=', storageKey)
          .executeTakeFirst();
        return file !== undefined;
      },
      { readOnly: true },
    );
    if (!isNeeded) await fileStorage.remove(storageKey);
  },
});
