import { sql } from 'kysely';
import type { Permission } from '../../shared/domain/permissions.ts';
import { permissionsOfRole, type StaffRole } from '../../shared/domain/roles.ts';
import { newTotpSecret, totpPlace } from '../identity/totp.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import type { Database } from '../platform/db/database.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { createMembership, createUser } from './factories.ts';
import { openSession } from './open-session.ts';
import { ENCRYPTION_KEY } from './test-app.ts';

interface StaffOverrides {
  role?: StaffRole;
  /** Those of the role, unless others are given. */
  permissions?: readonly Permission[];
}

/** Creates a staff member with a second factor and a live session in which it was shown. */
export async function createStaff(
  owner: Database,
  tenantId: string,
  { role = 'servicing', permissions = permissionsOfRole(role) }: StaffOverrides = {},
): Promise<{ userId: bigint; accessToken: string }> {
  // An address of its own, because staff get mails, and all tests have one mailbox.
  const userId = await createUser(owner, { email: `staff-${crypto.randomUUID()}@funder.example` });
  await withTenant(owner, tenantId, (tx) => createMembership(tx, tenantId, userId, { role, permissions }));
  const accessToken = await openSession(owner, userId);
  await addFactor(owner, userId);
  return { userId, accessToken };
}

/** Gives somebody a code app, and lets their sessions have shown it for as long as a test may take. Returns its secret. */
export async function addFactor(owner: Database, userId: bigint): Promise<string> {
  const secret = newTotpSecret();
  const encryption = createEncryption({ key: ENCRYPTION_KEY });
  const { cipher: secretCipher, keyId } = encryption.seal(secret, totpPlace('user_totp', userId));
  await withClaims(owner, { userId }, async (tx) => {
    await tx.insertInto('userTotp').values({ userId, secretCipher, keyId, lastUsedStep: 0n }).execute();
    await tx
      .updateTable('sessions')
      .set({ secondFactorAt: sql<Date>`now() + interval '1 hour'` })
      .where('userId', '=', userId)
      .execute();
  });
  return secret;
}
