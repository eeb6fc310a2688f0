import { sql } from 'kysely';
import type { Caller } from '../../access/caller.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { type PasswordAgain, requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { newTotpSecret, stepOfCode, totpPlace, totpUri } from '../../identity/totp.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { enrolmentEnd } from './enrolment-end.ts';
import { factorAdded, factorRemoved, lockOwnFactors } from './factor-changes.ts';

/** Returns a new secret. Nothing else changes until a code from it is confirmed. */
export async function startTotp(inTransaction: InTransaction<Caller>, deps: Deps, again: PasswordAgain) {
  const afterPassword = await requirePassword(inTransaction, deps, again);
  return afterPassword((tx, caller) => keepNewSecret(tx, deps, caller));
}

async function keepNewSecret(tx: Tx, { encryption }: Deps, { userId, tenantId }: Caller) {
  const secret = newTotpSecret();
  const { cipher, keyId } = encryption.seal(secret, totpPlace('totp_enrolments', userId));
  const enrolment = { secretCipher: cipher, keyId, expiresAt: enrolmentEnd };
  await tx
    .insertInto('totpEnrolments')
    .values({ userId, ...enrolment })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(enrolment))
    .execute();
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { name } = await tx
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { secret, uri: totpUri(secret, email, name) };
}

/** Activates the new secret. The code that confirms it is used up. */
export async function confirmTotp(tx: Tx, { encryption }: Deps, caller: Caller, code: string) {
  const { userId } = caller;
  const before = await lockOwnFactors(tx, caller);
  const enrolment = await tx
    .selectFrom('totpEnrolments')
    .select(['secretCipher as cipher', 'keyId'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!enrolment) throw new Refusal('enrolment_expired');
  const secret = encryption.open(enrolment, totpPlace('totp_enrolments', userId));
  const step = await stepOfCode(secret, code);
  if (step === null) throw new Refusal('second_factor_wrong');
  await tx.deleteFrom('totpEnrolments').where('userId', '=', userId).execute();
  const { cipher, keyId } = encryption.seal(secret, totpPlace('user_totp', userId));
  const totp = { secretCipher: cipher, keyId, confirmedAt: sql<Date>`now()`, lastUsedStep: step };
  await tx
    .insertInto('userTotp')
    .values({ userId, ...totp })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(totp))
    .execute();
  return { recoveryCodes: await factorAdded(tx, caller, before, 'code app added') };
}

export async function removeTotp(inTransaction: InTransaction<Caller>, deps: Deps, again: PasswordAgain) {
  const afterPassword = await requirePassword(inTransaction, deps, again);
  await afterPassword(async (tx, caller) => {
    await lockOwnFactors(tx, caller);
    const { numDeletedRows } = await tx
      .deleteFrom('userTotp')
      .where('userId', '=', caller.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal('not_found');
    await factorRemoved(tx, caller, 'code app removed');
  });
}
