import * as z from 'zod';
import { withTenant } from '../platform/db/transactions.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { applyChange } from './apply-change.ts';

export const applyBankChange = defineJob({
  name: 'apply bank change',
  payload: z.object({ tenantId: z.string(), changeId: z.string() }),
  async run({ db }, { tenantId, changeId }) {
    await withTenant(db, tenantId, (tx) => applyChange(tx, { tenantId, changeId: BigInt(changeId) }));
  },
});
