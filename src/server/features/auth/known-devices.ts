import { sql } from 'kysely';
import { hashToken, newToken } from '../../platform/crypto/random-tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { mailNewDevice } from './new-device.jobs.ts';

/** Finds the device of the cookie if this user has signed in on it before, with the password. Unknown users cause the same query. */
export async function findKnownDevice(
  tx: Tx,
  deviceToken: string | undefined,
  userId: bigint | undefined,
): Promise<Buffer | null> {
  const tokenHash = hashToken(deviceToken ?? '');
  const device = await tx
    .selectFrom('knownDevices')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('hasShownPassword', '=', true)
    .executeTakeFirst();
  return device && device.userId === userId ? tokenHash : null;
}

/**
 * The user who signed in before on the device of the cookie. Nobody is looked up by name. Leaves the user's claim on the
 * transaction.
 */
export async function findDeviceOwner(tx: Tx, tokenHash: Buffer) {
  const device = await tx
    .selectFrom('knownDevices')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('hasShownPassword', '=', true)
    .executeTakeFirst();
  if (!device) return undefined;
  await claim(tx, { userId: device.userId });
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'loginName'])
    .where('id', '=', device.userId)
    .executeTakeFirst();
}

/** Of the cookie that a browser sent; null when it sent none. */
export const hashOfDevice = (deviceToken: string | undefined): Buffer | null =>
  deviceToken === undefined ? null : hashToken(deviceToken);

interface UsedBrowser {
  userId: bigint;
  /** The hash of the cookie that it sent. */
  presentedDevice: Buffer | null;
  /** A known device has more tries at the password. Whoever came by a ticket or by single sign-on has not shown that password. */
  hasShownPassword: boolean;
}

/**
 * Remembers the browser after a successful sign-in. Returns a token for the browser to keep if it is new to this user, who is then told of it by
 * mail, unless it is the first that they sign in with at all.
 */
export async function rememberDevice(
  tx: Tx,
  { userId, presentedDevice, hasShownPassword }: UsedBrowser,
): Promise<string | null> {
  const { numUpdatedRows } = await tx
    .updateTable('knownDevices')
    .set({
      lastSeenAt: sql<Date>`now()`,
      hasShownPassword: sql<boolean>`has_shown_password or ${hasShownPassword}`,
    })
    .where('tokenHash', '=', presentedDevice)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return null;
  const other = await tx
    .selectFrom('knownDevices')
    .select('userId')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (other)
    await addJob(tx, mailNewDevice, { userId: userId.toString(), signedInAt: new Date().toISOString() });
  const token = newToken();
  await tx
    .insertInto('knownDevices')
    .values({ tokenHash: hashToken(token), userId, hasShownPassword })
    .execute();
  return token;
}
