import type { operatorReconciliationContract } from '../../../shared/contract/operator-nights.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { type Difference, describeDifference } from '../../ledger/difference.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { isReconciliationQueued, queueReconciliation } from './reconciliation.jobs.ts';

/** Of more differences, the first ones are answered. */
const MAX_LISTED = 100;

export const reconciliationHandlers = (): Handlers<typeof operatorReconciliationContract> => ({
  async lastReconciliation({ tx, tenantId }) {
    const last = await tx
      .selectFrom('reconciliations')
      .select(['comparedAt', 'isWhole', 'tiesOut', 'paymentCount', 'lineCount', 'netPayCents', 'differences'])
      .where('tenantId', '=', tenantId)
      .orderBy('comparedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    return {
      isQueued: await isReconciliationQueued(tx, tenantId),
      last: last
        ? {
            comparedAt: last.comparedAt.toISOString(),
            isWhole: last.isWhole,
            tiesOut: last.tiesOut,
            paymentCount: Number(last.paymentCount),
            lineCount: Number(last.lineCount),
            netPay: last.netPayCents,
            differences: (last.differences as unknown as Difference[])
              .slice(0, MAX_LISTED)
              .map(describeDifference),
          }
        : null,
    };
  },

  async queueReconciliation({ tx, tenantId, operator, body: { isWhole = false } }) {
    await queueReconciliation(tx, tenantId, isWhole);
    await recordAudit(tx, {
      actorId: null,
      operator,
      action: 'reconciliation queued by hand',
      subject: 'book',
      details: { isWhole },
    });
    return { isQueued: true };
  },
});
