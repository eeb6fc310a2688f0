import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG } from '@simplewebauthn/server/helpers';
import { sql } from 'kysely';
import type { Input } from '../../../shared/contract/endpoint.ts';
import type { secondFactorContract } from '../../../shared/contract/second-factor.ts';
import type { Caller } from '../../access/caller.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { type PasswordAgain, requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import type { Site } from '../../hosts/site.ts';
import { nameOfMember } from '../../identity/members.queries.ts';
import { passkeysOf, relyingParty, USER_VERIFICATION } from '../../identity/passkeys.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { enrolmentEnd } from './enrolment-end.ts';
import { factorAdded, factorRemoved, lockOwnFactors } from './factor-changes.ts';

/** The algorithms that every browser and key supports, and Node without experimental features. */
const supportedAlgorithmIDs = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

type NewPasskey = Input<typeof secondFactorContract.finishPasskey>['body'];

export async function startPasskey(
  inTransaction: InTransaction<Caller>,
  deps: Deps,
  { site, ...again }: PasswordAgain & { site: Site },
) {
  const afterPassword = await requirePassword(inTransaction, deps, again);
  return afterPassword((tx, caller) => keepNewChallenge(tx, caller, site));
}

async function keepNewChallenge(tx: Tx, caller: Caller, site: Site) {
  const { userId } = caller;
  const user = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { name: rpName } = await tx
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', caller.tenantId)
    .executeTakeFirstOrThrow();
  const options = await generateRegistrationOptions({
    rpID: relyingParty(site).rpID,
    rpName,
    userID: new TextEncoder().encode(userId.toString()),
    userName: user.email,
    userDisplayName: await nameOfMember(tx, caller.tenantId, userId),
    attestationType: 'none',
    supportedAlgorithmIDs,
    authenticatorSelection: {
      residentKey: 'preferred',
      userVerification: USER_VERIFICATION.userVerification,
    },
    excludeCredentials: (await passkeysOf(tx, userId)).map(({ id, transports }) => ({ id, transports })),
  });
  const enrolment = { webauthnChallenge: options.challenge, expiresAt: enrolmentEnd };
  await tx
    .insertInto('passkeyEnrolments')
    .values({ userId, ...enrolment })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(enrolment))
    .execute();
  return { options };
}

export async function finishPasskey(tx: Tx, caller: Caller, { name, registration }: NewPasskey, site: Site) {
  const { userId } = caller;
  const before = await lockOwnFactors(tx, caller);
  const enrolment = await tx
    .deleteFrom('passkeyEnrolments')
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('webauthnChallenge')
    .executeTakeFirst();
  if (!enrolment) throw new Refusal('enrolment_expired');
  const { rpID, origin } = relyingParty(site);
  const verdict = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: enrolment.webauthnChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs,
    requireUserVerification: USER_VERIFICATION.requireUserVerification,
  }).catch(() => null);
  if (!verdict?.verified) throw new Refusal('second_factor_wrong');
  const { id, publicKey, counter } = verdict.registrationInfo.credential;
  const added = await tx
    .insertInto('userPasskeys')
    .values({
      credentialId: id,
      userId,
      publicKey: Buffer.from(publicKey),
      counter: BigInt(counter),
      transports: registration.response.transports ?? [],
      name,
      host: site.host,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('credentialId')
    .executeTakeFirst();
  if (!added) throw new Refusal('passkey_known');
  return { id, recoveryCodes: await factorAdded(tx, caller, before, 'passkey added') };
}

export async function removePasskey(
  inTransaction: InTransaction<Caller>,
  deps: Deps,
  { id, ...again }: PasswordAgain & { id: string },
) {
  const afterPassword = await requirePassword(inTransaction, deps, again);
  await afterPassword(async (tx, caller) => {
    await lockOwnFactors(tx, caller);
    const { numDeletedRows } = await tx
      .deleteFrom('userPasskeys')
      .where('credentialId', '=', id)
      .where('userId', '=', caller.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal('not_found');
    await factorRemoved(tx, caller, 'passkey removed');
  });
}
