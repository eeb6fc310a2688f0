import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import type { Site } from '../hosts/site.ts';
import type { Tx } from '../platform/db/database.ts';

/** Passkeys belong to the site's host name, which has been checked to be one of ours. */
export const relyingParty = ({ origin }: Pick<Site, 'origin'>) => ({
  rpID: new URL(origin).hostname,
  origin,
});

/**
 * The password was checked first, so possession of the key is enough. Keys without a PIN or fingerprint are accepted too.
 */
export const USER_VERIFICATION = { userVerification: 'preferred', requireUserVerification: false } as const;

export async function passkeysOf(tx: Tx, userId: bigint) {
  return tx
    .selectFrom('userPasskeys')
    .select(['credentialId as id', 'name', 'transports', 'createdAt', 'lastUsedAt', 'host'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
}

export async function assertionOptions(tx: Tx, userId: bigint, site: Site) {
  const passkeys = (await passkeysOf(tx, userId)).filter(({ host }) => host === site.host);
  return generateAuthenticationOptions({
    rpID: relyingParty(site).rpID,
    userVerification: USER_VERIFICATION.userVerification,
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
  });
}

interface PresentedAssertion {
  assertion: Omit<AuthenticationResponseJSON, 'clientExtensionResults'>;
  /** The challenge that the server has issued for this sign-in. */
  expectedChallenge: string;
  site: Site;
}

/** Whether the passkey signs this user in. A counter that does not increase means that the key was copied. */
export async function redeemAssertion(
  tx: Tx,
  userId: bigint,
  { assertion, expectedChallenge, site }: PresentedAssertion,
): Promise<boolean> {
  const passkey = await tx
    .selectFrom('userPasskeys')
    .select(['credentialId as id', 'publicKey', 'counter'])
    .where('credentialId', '=', assertion.id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!passkey) return false;
  const { rpID, origin } = relyingParty(site);
  const { id, publicKey, counter } = passkey;
  // The library throws for everything that is not valid. The caller gets the same refusal for all of it.
  const verdict = await verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    requireUserVerification: USER_VERIFICATION.requireUserVerification,
  }).catch(() => null);
  if (!verdict?.verified) return false;
  const newCounter = BigInt(verdict.authenticationInfo.newCounter);
  const { numUpdatedRows } = await tx
    .updateTable('userPasskeys')
    .set({ counter: newCounter, lastUsedAt: sql<Date>`now()` })
    .where('credentialId', '=', id)
    // Passkeys that are synchronized between devices do not count and always report 0.
    .where((eb) =>
      eb.or([eb('counter', '<', newCounter), eb.and([eb('counter', '=', 0n), eb.lit(newCounter === 0n)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
