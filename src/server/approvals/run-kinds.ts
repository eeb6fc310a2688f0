import * as z from 'zod';
import { formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../shared/domain/money.ts';
import { readDraftOf } from '../payout-runs/close-run.ts';
import { leaveOut } from '../payout-runs/leave-out.ts';
import { readRunRecord } from '../payout-runs/run-record.ts';
import { takeBackSettlement } from '../payout-runs/settle-run.ts';
import type { Tx } from '../platform/db/database.ts';
import { type Kind, requireDeskUser } from './kind.ts';

const LEFT_OUT = z.object({ syndicateIds: z.array(z.string().transform(BigInt)), reason: z.string() });

async function readNames(tx: Tx, tenantId: string, ids: readonly bigint[]): Promise<string> {
  const rows = await tx
    .selectFrom('syndicates')
    .select('name')
    .where('tenantId', '=', tenantId)
    .where('id', 'in', ids)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name).join(', ');
}

/** What is asked for about a payout run and its reconciliation. */
export const RUN_KINDS = {
  'leave investors out': {
    subject: (id) => `payout run ${id}`,
    async describe(tx, { tenantId, subjectId: runId, details }) {
      const { syndicateIds } = LEFT_OUT.parse(details);
      const { payDate } = await readRunRecord(tx, { tenantId, runId });
      return `Pay the run of ${formatDate(payDate)} without ${await readNames(tx, tenantId, syndicateIds)}, whose figures don't reconcile. Their money is held until a later run.`;
    },
    async facts(tx, { tenantId, subjectId: runId, details }) {
      const { syndicateIds } = LEFT_OUT.parse(details);
      const run = await readRunRecord(tx, { tenantId, runId });
      const { items } = await readDraftOf(tx, tenantId, run);
      const held = items.filter(
        ({ syndicateId, outcome }) => syndicateIds.includes(syndicateId) && outcome === 'in file',
      );
      return [
        { label: 'Pay date', value: formatDate(run.payDate) },
        { label: 'Left out', value: await readNames(tx, tenantId, syndicateIds) },
        { label: 'Held', value: formatMoney(sumMoney(held.map(({ amount }) => amount))) },
      ];
    },
    async perform(tx, { tenantId, subjectId: runId, details }, operator) {
      await leaveOut(tx, { tenantId, runId }, LEFT_OUT.parse(details), requireDeskUser(operator));
      return null;
    },
  },
  'take back settlement': {
    subject: (id) => `payout run ${id}`,
    async describe(tx, { tenantId, subjectId: runId }) {
      const { payDate } = await readRunRecord(tx, { tenantId, runId });
      return `Take back that the bank has paid the run of ${formatDate(payDate)}. Its file stays made, and the bank can still reject it.`;
    },
    async facts(tx, { tenantId, subjectId: runId }) {
      const { payDate, effectiveDate } = await readRunRecord(tx, { tenantId, runId });
      return [
        { label: 'Pay date', value: formatDate(payDate) },
        ...(effectiveDate === null ? [] : [{ label: 'Effective date', value: formatDate(effectiveDate) }]),
        { label: 'Now', value: 'Settled' },
        { label: 'After', value: 'File made' },
      ];
    },
    async perform(tx, { tenantId, subjectId: runId }, operator) {
      await takeBackSettlement(tx, { tenantId, runId }, requireDeskUser(operator));
      return null;
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
