import * as z from 'zod';
import { withTenant } from '../db/transactions.ts';
import { defineJob } from '../jobs/jobs.ts';
import { applyChange } from './apply-change.ts';

export const applyBankChange = defineJob({
  name: 'apply bank change',
  payload: z.object({ tenantId: z.string(), changeId: z.string() }),
  async run({ db }, { tenantId, changeId }) {
    await withTenant(db, tenantId, (tx) => applyChange(tx, { tenantId, changeId: BigInt(changeId) }));
  },
});
