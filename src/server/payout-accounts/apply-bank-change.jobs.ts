import * as z from 'zod';
import { withTenant } from '../platform/db/transactions.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { applyChange } from './apply-change.ts';

export const applyBankChange = defineJob({
  name: 'apply bank change',
  payload: z.object({ tenantId: z.uuid(), changeId: z.string().regex(/^\d{1,18}$/) }),
  async run({ db }, { tenantId, changeId }) {
    await withTenant(db, tenantId, (tx) => applyChange(tx, { tenantId, changeId: BigInt(changeId) }));
  },
});
