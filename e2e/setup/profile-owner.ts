import { randomUUID } from 'node:crypto';
import type { Permission } from '../../src/shared/domain/permissions.ts';
import { HARBOR_CAPITAL } from './environment.ts';
import { addMember, newId } from './member.ts';
import { asOwner } from './owner.ts';

export interface ProfileOwner {
  email: string;
  esignEmail: string;
  syndicateId: bigint;
  syndicateName: string;
}

/** A user alone in a syndicate, whose changes affect no other test. */
export async function newProfileOwner(permissions: Permission[] = []): Promise<ProfileOwner> {
  const name = randomUUID().slice(0, 8);
  const email = `${name}@lakeside.example`;
  const esignEmail = `esign-${name}@lakeside.example`;
  const syndicateName = `Lakeside ${name}`;
  const syndicateId = newId();
  await asOwner(async (tx) => {
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
    await addMember(tx, { email, syndicateId, permissions });
  });
  return { email, esignEmail, syndicateId, syndicateName };
}
