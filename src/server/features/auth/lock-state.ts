import type { Deps } from '../../deps.ts';
import { hashToken } from '../../platform/crypto/random-tokens.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { findDeviceOwner } from './known-devices.ts';

interface Visitor {
  /** As typed. */
  loginName: string;
  address: string;
  deviceToken: string | undefined;
}

/**
 * The number of seconds for which this visitor may not try that name. No account is looked up by its name, because the time
 * that takes would tell who has one: a stranger is told what an attempt with the same name from the same network was told. Only
 * on a device that signed in before is the account's own count read, and only for the account that signed in there.
 */
export async function lockStateOf(
  { db, throttle }: Pick<Deps, 'db' | 'throttle'>,
  { loginName: typed, address, deviceToken }: Visitor,
): Promise<number> {
  await throttle.reserveLockState(address);
  const loginName = typed.toLowerCase();
  const knownDevice = deviceToken ? hashToken(deviceToken) : undefined;
  const owner =
    knownDevice &&
    (await withClaims(db, { credential: knownDevice }, (tx) => findDeviceOwner(tx, knownDevice), {
      readOnly: true,
    }));
  if (!owner || ![owner.email, owner.loginName].includes(loginName))
    return throttle.secondsTold({ loginName, address });
  const attempt = await throttle.begin({ userId: owner.id, loginName, address, knownDevice });
  return Math.ceil(attempt.secondsLocked);
}
