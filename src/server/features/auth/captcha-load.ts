import type { Deps } from '../../deps.ts';
import { hashToken } from '../../platform/crypto/random-tokens.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { findDeviceOwner } from './known-devices.ts';

/** How many sign-ins wait, which raises the cost of the captcha. Known devices do not pay for a flood of strangers. */
export async function captchaLoad(
  { db, throttle }: Pick<Deps, 'db' | 'throttle'>,
  deviceToken: string | undefined,
): Promise<number> {
  const load = throttle.load();
  if (load === 0 || !deviceToken) return load;
  const device = hashToken(deviceToken);
  const owner = await withClaims(db, { credential: device }, (tx) => findDeviceOwner(tx, device), {
    readOnly: true,
  });
  return owner && (await throttle.takeUsualCaptcha(device)) ? 0 : load;
}
