import { randomInt, randomUUID } from 'node:crypto';
import { openDatabase } from '../../src/server/db/database.ts';
import { claim, withTenant } from '../../src/server/db/transactions.ts';
import { createPasswords } from '../../src/server/identity/password-hashing.ts';
import { databaseUrl, HARBOR_CAPITAL } from './environment.ts';
import { PASSWORD } from './portal.ts';

export interface ProfileOwner {
  email: string;
  esignEmail: string;
  syndicateId: bigint;
  syndicateName: string;
}

/** Somebody alone in a syndicate of their own, so that what they change is nobody else's. */
export async function newProfileOwner({ canSwitchSyndicates = false } = {}): Promise<ProfileOwner> {
  const passwordHash = await createPasswords(process.env['PASSWORD_PEPPER'] ?? '').hash(PASSWORD);
  const name = randomUUID().slice(0, 8);
  const email = `${name}@lakeside.example`;
  const esignEmail = `esign-${name}@lakeside.example`;
  const syndicateName = `Lakeside ${name}`;
  // Far from the ids of the demo data, which do not move the sequences.
  const [userId, syndicateId] = [BigInt(randomInt(1e6, 1e9)), BigInt(randomInt(1e6, 1e9))];
  const owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 1 });
  try {
    await withTenant(owner, HARBOR_CAPITAL, async (tx) => {
      await claim(tx, { userId });
      await tx
        .insertInto('syndicates')
        .values({
          tenantId: HARBOR_CAPITAL,
          id: syndicateId,
          name: syndicateName,
          abbreviation: name.toUpperCase(),
          payDays: [2, 5],
          defaultSharePercent: '12.5',
          managementFeePercent: '4',
          syndicationFeePercent: '1.25',
          esignEmail,
        })
        .execute();
      await tx
        .insertInto('users')
        .values({ id: userId, loginName: email.replace('@', '.'), email, name: 'Robin Hale', passwordHash })
        .execute();
      await tx
        .insertInto('memberships')
        .values({
          tenantId: HARBOR_CAPITAL,
          userId,
          role: 'syndication',
          syndicateId,
          canSwitchSyndicates,
        })
        .execute();
    });
  } finally {
    await owner.destroy();
  }
  return { email, esignEmail, syndicateId, syndicateName };
}
