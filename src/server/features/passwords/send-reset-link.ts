import { refusals } from '../../../shared/contract/errors.ts';
import type { Deps } from '../../deps.ts';
import type { Site } from '../../hosts/site.ts';
import { claim, withClaims } from '../../platform/db/transactions.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { mailResetLink } from './passwords.jobs.ts';

const SENT = 'Password reset link has been sent to your email, Please check your email to proceed';

interface Request {
  email: string;
  address: string;
  site: Site;
}

/** Does the same for every address. Only a funder that chose to reveal who has an account gets a different answer. */
export async function sendResetLink(deps: Deps, { email: typed, address, site }: Request) {
  const email = typed.toLowerCase();
  await deps.throttle.reserveReset(email, address);
  if (!(await isToBeSent(deps, email, site))) return { isDone: false, message: 'not exist' };
  const { tenantId } = site;
  await withClaims(deps.db, {}, (tx) => addJob(tx, mailResetLink, { email, tenantId, address }));
  return { isDone: true, message: SENT };
}

/** Returns the same answer as asking for a link would, but sends nothing. */
export async function checkEmail(deps: Deps, { email: typed, address, site }: Request) {
  await deps.throttle.reserveLookUp(address);
  if (await isToBeSent(deps, typed.toLowerCase(), site)) return { isDone: true, message: '' };
  return { isDone: false, message: refusals.not_a_syndicate_user.message };
}

async function isToBeSent(
  { db }: Pick<Deps, 'db'>,
  email: string,
  { faceTenantId: tenantId }: Site,
): Promise<boolean> {
  if (!tenantId) return true;
  return withClaims(
    db,
    { tenantId, loginName: email },
    async (tx) => {
      const tenant = await tx
        .selectFrom('tenants')
        .select('disclosesAccounts')
        .where('id', '=', tenantId)
        .executeTakeFirst();
      if (!tenant?.disclosesAccounts) return true;
      const user = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      if (!user) return false;
      await claim(tx, { userId: user.id });
      const membership = await tx
        .selectFrom('memberships')
        .select('userId')
        .where('tenantId', '=', tenantId)
        .where('userId', '=', user.id)
        .executeTakeFirst();
      return membership !== undefined;
    },
    { readOnly: true },
  );
}
