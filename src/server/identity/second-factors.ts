import type { Site } from '../hosts/site.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, forgetTenant } from '../platform/db/transactions.ts';
import { isOpen, membershipsOf } from './open-tenants.ts';
import { passkeysOf } from './passkeys.ts';

export type SecondFactorMethod = 'totp' | 'passkey' | 'recovery';

/** What the user whose claim stands on the transaction has set up. */
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
 * How the user can prove more than the password at this site. Whoever has set a factor up is asked for one, also where none of
 * theirs works: a passkey does so only at the name at which it was made.
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

/** Whether a right password is only half of the way in. */
export const hasSecondFactor = async (tx: Tx, userId: bigint): Promise<boolean> =>
  (await readSecondFactors(tx, userId)).count > 0;

/** Factors are the user's and not one tenant's: any of their tenants may insist. Comes back to the given tenant. */
export async function isRequiredBySomeTenant(tx: Tx, tenantId: string): Promise<boolean> {
  await forgetTenant(tx);
  const memberships = await membershipsOf(tx);
  await claim(tx, { tenantId });
  return memberships.some((membership) => isOpen(membership) && membership.requiresSecondFactor);
}

/** One change of a user's factors at a time: what is the first or the last of them is decided under this lock. Gives what there is. */
export async function lockSecondFactors(tx: Tx, userId: bigint) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
  return readSecondFactors(tx, userId);
}
