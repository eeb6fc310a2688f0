import { distinctAddresses, isMailAddress } from '../../../shared/domain/mail-address.ts';
import { type Operator, operatorName } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import { mailFactorNoLongerRequired } from './tenants.jobs.ts';

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

async function addressesOfAdministrators(tx: Tx, tenantId: string): Promise<string[]> {
  await claim(tx, { listsMembers: true });
  const people = await tx
    .selectFrom('memberships as m')
    .innerJoin('users as user', 'user.id', 'm.userId')
    .select('user.email')
    .where('m.tenantId', '=', tenantId)
    .where('m.role', '=', 'administrator')
    .where('m.isTerminated', '=', false)
    .orderBy('user.id')
    .execute();
  return people.map(({ email }) => email);
}
