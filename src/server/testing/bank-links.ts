import { issueCapability } from '../identity/capabilities.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';

/** Creates a company and a link with which its bank can be connected. */
export const createBankLink = (owner: Database, tenantId: string, { seconds = 3600 } = {}) =>
  withTenant(owner, tenantId, async (tx) => {
    const { id: companyId } = await tx
      .insertInto('companies')
      .values({ tenantId, name: 'Bright Oak Dental', industry: 'Dental', startedMonth: '2019-03-01' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const capability = { kind: 'bank link', subjectId: companyId, seconds, issuedBy: null } as const;
    const { token } = await issueCapability(tx, tenantId, capability);
    return { companyId, token };
  });
