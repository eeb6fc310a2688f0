import { nameOfMember } from '../identity/members.queries.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Staff } from './caller.ts';

/** Whoever is signed in at the desk, as the one who changes something there. */
export const deskOperator = async (tx: Tx, { tenantId, userId }: Staff): Promise<DeskUser> => ({
  via: 'desk',
  userId,
  name: await nameOfMember(tx, tenantId, userId),
});
