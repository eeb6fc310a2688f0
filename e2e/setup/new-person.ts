import { randomInt, randomUUID } from 'node:crypto';
import { openDatabase } from '../../src/server/db/database.ts';
import { claim, withTenant } from '../../src/server/db/transactions.ts';
import { createPasswords } from '../../src/server/identity/password-hashing.ts';
import { databaseUrl, HARBOR_CAPITAL } from './environment.ts';
import { PASSWORD } from './portal.ts';

interface NewPerson {
  mustChangePassword?: boolean;
}

/** Somebody of Northgate Partners whom no other test knows. Gives the e-mail. */
export async function newPerson({ mustChangePassword = false }: NewPerson = {}): Promise<string> {
  const pepper = process.env['PASSWORD_PEPPER'];
  if (!pepper) throw new Error('PASSWORD_PEPPER is not set: run the browser tests with npm run e2e.');
  const passwordHash = await createPasswords(pepper).hash(PASSWORD);
  const email = `${randomUUID().slice(0, 8)}@northgate.example`;
  const owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 1 });
  try {
    await withTenant(owner, HARBOR_CAPITAL, async (tx) => {
      // Far from the ids of the demo data, which do not move the sequence.
      const id = BigInt(randomInt(1_000_000, 1_000_000_000));
      await claim(tx, { userId: id });
      await tx
        .insertInto('users')
        .values({
          id,
          loginName: email.replace('@', '.'),
          email,
          name: 'Robin Hale',
          passwordHash,
          mustChangePassword,
        })
        .execute();
      const syndicate = await tx
        .selectFrom('syndicates')
        .select('id')
        .where('name', '=', 'Northgate Partners')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('memberships')
        .values({
          tenantId: HARBOR_CAPITAL,
          userId: id,
          role: 'syndication',
          syndicateId: syndicate.id,
          canViewFcs: true,
        })
        .execute();
    });
  } finally {
    await owner.destroy();
  }
  return email;
}
