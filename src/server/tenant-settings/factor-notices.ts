import { distinctAddresses, isMailAddress } from '../../shared/domain/mail-address.ts';
import { addressesOfAdministrators } from '../identity/members.queries.ts';
import { type Operator, operatorName } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { mailFactorNoLongerRequired } from './factor-notices.jobs.ts';

/**
 * Tells the tenant's administrators that its investors no longer need a second factor, so that a stolen token cannot turn it off
 * unnoticed. A tenant without administrators is told at its support address of before. It claims the list of members, so it must
 * come last.
 */
export async function tellFactorNotRequired(
  tx: Tx,
  tenantId: string,
  supportEmail: string,
  operator: Operator,
): Promise<void> {
  const administrators = await addressesOfAdministrators(tx, tenantId);
  const readers = administrators.length > 0 ? administrators : [supportEmail];
  await addJobs(
    tx,
    mailFactorNoLongerRequired,
    distinctAddresses(readers)
      .filter(isMailAddress)
      .map((to) => ({ tenantId, to, operator: operatorName(operator) })),
  );
}
