import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../src/server/platform/db/database.ts';
import { withClaims, withTenant } from '../../src/server/platform/db/transactions.ts';
import { createMembership, createTenant, createUser } from '../../src/server/testing/factories.ts';
import type { Permission } from '../../src/shared/domain/permissions.ts';
import { permissionsOfRole } from '../../src/shared/domain/roles.ts';
import { databaseUrl } from './environment.ts';

/** A funder of its own with two administrators, for tests that change what everybody of a funder would notice. */
export async function createFunderWithDesk(name: string) {
  const owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 1 });
  const mark = randomUUID().slice(0, 8);
  const tenantId = await createTenant(owner, { name, slug: `funder-${mark}` });
  const add = async (person: string, permissions: readonly Permission[]) => {
    const email = `${person.toLowerCase().replace(' ', '.')}.${mark}@seaside.example`;
    const userId = await createUser(owner, { email, loginName: email.split('@')[0] ?? '' });
    await withTenant(owner, tenantId, (tx) =>
      createMembership(tx, tenantId, userId, { role: 'administrator', permissions, name: person }),
    );
    // A code app that nobody has. Sessions of tests begin as though its code had been shown.
    await withClaims(owner, { userId }, (tx) =>
      tx
        .insertInto('userTotp')
        .values({
          userId,
          secretCipher: Buffer.alloc(48, 1),
          keyId: 'k1',
          confirmedAt: new Date(),
          lastUsedStep: 0n,
        })
        .execute(),
    );
    return email;
  };
  const all = permissionsOfRole('administrator');
  return {
    tenantId,
    owner,
    mina: await add('Mina Orr', all),
    leo: await add('Leo Park', all),
    close: () => owner.destroy(),
  };
}
