import { randomUUID } from 'node:crypto';
import { addMember } from './member.ts';
import { asOwner } from './owner.ts';

interface NewPerson {
  mustChangePassword?: boolean;
}

/** Creates a user of Northgate Partners for one test and returns the e-mail. */
export async function newPerson({ mustChangePassword = false }: NewPerson = {}): Promise<string> {
  const email = `${randomUUID().slice(0, 8)}@northgate.example`;
  await asOwner(async (tx) => {
    const { id: syndicateId } = await tx
      .selectFrom('syndicates')
      .select('id')
      .where('name', '=', 'Northgate Partners')
      .executeTakeFirstOrThrow();
    await addMember(tx, { email, syndicateId, mustChangePassword, permissions: ['view-fcs'] });
  });
  return email;
}
