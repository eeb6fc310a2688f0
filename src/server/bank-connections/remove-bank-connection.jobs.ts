import * as z from 'zod';
import { recordAudit } from '../platform/audit/audit.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { accessTokenPlace } from './access-token-place.ts';

/**
 * Ends the access to a merchant's bank: first at the provider, then here. If the process dies in between, the provider
 * answers the next attempt that it no longer knows the token, which is as good.
 */
export const removeBankConnection = defineJob({
  name: 'remove bank connection',
  priority: 30,
  payload: z.object({ tenantId: z.uuid(), connectionId: z.uuid() }),
  async run({ db, bankProvider, encryption, logger }, { tenantId, connectionId }) {
    const connection = await withTenant(
      db,
      tenantId,
      (tx) =>
        tx
          .selectFrom('bankConnections')
          .select(['companyId', 'accessTokenCipher as cipher', 'keyId'])
          .where('tenantId', '=', tenantId)
          .where('id', '=', connectionId)
          .executeTakeFirst(),
      { readOnly: true },
    );
    if (!connection) return;
    if (!bankProvider) {
      // The token stays: it would go on to work at the provider, and nobody could remove it there any more.
      logger.warn({ tenantId }, 'a bank connection cannot be removed, because no bank provider is set up');
      return;
    }
    const { companyId, ...sealed } = connection;
    await bankProvider.remove(encryption.open(sealed, accessTokenPlace(tenantId, connectionId)));
    await withTenant(db, tenantId, async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('bankConnections')
        .where('tenantId', '=', tenantId)
        .where('id', '=', connectionId)
        .executeTakeFirst();
      if (numDeletedRows === 1n)
        await recordAudit(tx, {
          actorId: null,
          action: 'bank disconnected',
          subject: `company ${companyId}`,
        });
    });
  },
});
