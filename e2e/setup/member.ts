import { randomInt } from 'node:crypto';
import { createPasswords } from '../../src/server/platform/crypto/password-hashing.ts';
import type { Tx } from '../../src/server/platform/db/database.ts';
import { claim } from '../../src/server/platform/db/transactions.ts';
import type { Permission } from '../../src/shared/domain/permissions.ts';
import { HARBOR_CAPITAL } from './environment.ts';
import { PASSWORD } from './portal.ts';

interface NewMember {
  email: string;
  syndicateId: bigint;
  mustChangePassword?: boolean;
  permissions?: Permission[];
}

/** Random ids far from those of the demo data. */
export const newId = (): bigint => BigInt(randomInt(1e6, 1e9));

const pepper = process.env['PASSWORD_PEPPER'];
/** Made once for all members, and here, because hashing is refused inside a transaction. */
const hashOfPassword = pepper ? createPasswords(pepper).hash(PASSWORD) : null;

/** Robin Hale, with the demo's common password. Returns the user's id. */
export async function addMember(
  tx: Tx,
  { email, mustChangePassword = false, ...membership }: NewMember,
): Promise<bigint> {
  const passwordHash = await hashOfPassword;
  if (!passwordHash) throw new Error('PASSWORD_PEPPER is not set: run the browser tests with npm run e2e.');
  const id = newId();
  await claim(tx, { userId: id });
  const loginName = email.replace('@', '.');
  await tx
    .insertInto('users')
    .values({ id, loginName, email, name: 'Robin Hale', passwordHash, mustChangePassword })
    .execute();
  await tx
    .insertInto('memberships')
    .values({
      tenantId: HARBOR_CAPITAL,
      userId: id,
      name: 'Robin Hale',
      role: 'syndication',
      acceptedAt: new Date(),
      ...membership,
    })
    .execute();
  return id;
}
