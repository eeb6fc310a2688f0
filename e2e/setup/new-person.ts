import { randomUUID } from 'node:crypto';
import { HARBOR_CAPITAL } from './environment.ts';
import { addMember } from './member.ts';
import { asOwner } from './owner.ts';

interface NewPerson {
  mustChangePassword?: boolean;
  /** Somebody who was last here that many days ago; otherwise it is the first visit. */
  visitedDaysAgo?: number;
}

/** Creates a user of Northgate Partners for one test and returns the e-mail. */
export async function newPerson({
  mustChangePassword = false,
  visitedDaysAgo,
}: NewPerson = {}): Promise<string> {
  const email = `${randomUUID().slice(0, 8)}@northgate.example`;
  await asOwner(async (tx) => {
    const { id: syndicateId } = await tx
      .selectFrom('syndicates')
      .select('id')
      .where('name', '=', 'Northgate Partners')
      .executeTakeFirstOrThrow();
    const userId = await addMember(tx, {
      email,
      syndicateId,
      mustChangePassword,
      permissions: ['view-fcs'],
    });
    if (visitedDaysAgo === undefined) return;
    const visitedAt = new Date(Date.now() - visitedDaysAgo * 86_400_000);
    await tx
      .insertInto('lastVisits')
      .values({ tenantId: HARBOR_CAPITAL, userId, syndicateId, visitedAt })
      .execute();
  });
  return email;
}
