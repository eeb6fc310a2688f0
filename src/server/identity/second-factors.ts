import type { SecondFactorMethod } from '../../shared/contract/sign-in-grants.ts';
import { needsSecondFactor } from '../../shared/domain/roles.ts';
import type { Site } from '../hosts/site.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import { lockUser } from './credential-version.ts';
import { isOpen, membershipsOf } from './open-tenants.ts';
import { passkeysOf } from './passkeys.ts';

/** The second factors of the user whose claim is on the transaction. */
export async function readSecondFactors(tx: Tx, userId: bigint) {
  const totp = await tx
    .selectFrom('userTotp')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  const passkeys = await passkeysOf(tx, userId);
  const { left } = await tx
    .selectFrom('recoveryCodes')
    .select((eb) => eb.fn.countAll<bigint>().as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const hasTotp = totp !== undefined;
  return { hasTotp, passkeys, recoveryCodesLeft: Number(left), count: Number(hasTotp) + passkeys.length };
}

/**
 * The second factors that the user can use at this site. A user who has set one up must always use one, even if none of
 * them works here: a passkey works only at the host name at which it was made.
 */
export async function secondFactorMethods(
  tx: Tx,
  userId: bigint,
  { host }: Pick<Site, 'host'>,
): Promise<{ isSetUp: boolean; methods: SecondFactorMethod[] }> {
  const { hasTotp, passkeys, recoveryCodesLeft, count } = await readSecondFactors(tx, userId);
  const methods: [SecondFactorMethod, boolean][] = [
    ['totp', hasTotp],
    ['passkey', passkeys.some((passkey) => passkey.host === host)],
    ['recovery', recoveryCodesLeft > 0],
  ];
  return { isSetUp: count > 0, methods: methods.filter(([, isThere]) => isThere).map(([method]) => method) };
}

/** Whether the user has a second factor, so that the password alone does not sign in. */
export const hasSecondFactor = async (tx: Tx, userId: bigint): Promise<boolean> =>
  (await readSecondFactors(tx, userId)).count > 0;

/**
 * Second factors belong to the user and not to a tenant, so any of the user's tenants may require one, and each that the user works
 * for does. Restores the claim
 * of the given tenant.
 */
export async function isRequiredBySomeTenant(tx: Tx, tenantId: string): Promise<boolean> {
  await forgetTenant(tx);
  const memberships = await membershipsOf(tx);
  await claim(tx, { tenantId });
  return memberships.some(
    (membership) =>
      isOpen(membership) && (membership.requiresSecondFactor || needsSecondFactor(membership.role)),
  );
}

/**
 * Locks the user's second factors, so that whether one is the first or the last is decided by one change at a time.
 * Returns them.
 */
export async function lockSecondFactors(tx: Tx, userId: bigint) {
  await lockUser(tx, userId);
  return readSecondFactors(tx, userId);
}
