import type { Investor } from '../../access/caller.ts';
import type { RecordUse } from '../../access/recorded-use.ts';
import { viewSyndicate, viewsEverySyndicate } from '../../access/viewed-syndicate.ts';
import { nameOfMember } from '../../identity/members.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { readSyndicate } from './profile.queries.ts';

interface View {
  caller: Investor;
  tx: Tx;
  recordUse: RecordUse;
}

interface Asked {
  userId: bigint;
  syndicateId?: bigint | undefined;
}

/** The older system's user id for a syndicate without users. */
const NOBODY = { id: 0n, name: '', email: '', loginName: '' };

/** A user with their own syndicate: the caller or, for a manager, the first user of the syndicate being viewed. */
export async function readProfile(view: View, asked: Asked) {
  const { caller, tx } = view;
  const syndicateId = await syndicateAskedFor(tx, caller, asked);
  await viewSyndicate(view, syndicateId);
  const syndicate = await readSyndicate(tx, caller.tenantId, syndicateId);
  if (!syndicate) throw new Refusal('not_found');
  const isOwn = syndicateId === caller.syndicateId && asked.userId === caller.userId;
  const userId = asked.userId === caller.userId && !isOwn ? syndicate.userId : asked.userId;
  const user = userId === null ? NOBODY : await readUser(tx, caller.tenantId, userId, isOwn);
  return { ...user, syndicate };
}

/** Only a manager asks about others, and only about those who belong to a syndicate of the tenant. */
async function syndicateAskedFor(tx: Tx, caller: Investor, { userId, syndicateId }: Asked): Promise<bigint> {
  if (userId === caller.userId) return syndicateId ?? caller.syndicateId;
  if (!viewsEverySyndicate(caller)) throw new Refusal('not_found');
  const membership = await tx
    .selectFrom('memberships')
    .select('syndicateId')
    .where('tenantId', '=', caller.tenantId)
    .where('userId', '=', userId)
    .where('isTerminated', '=', false)
    .where('acceptedAt', 'is not', null)
    .executeTakeFirst();
  const found = membership?.syndicateId;
  if (found == null || (syndicateId !== undefined && syndicateId !== found)) throw new Refusal('not_found');
  return found;
}

/**
 * Row-level security shows a user's account only with that user's claim, and those of all members with the claim for
 * listing them.
 */
async function readUser(tx: Tx, tenantId: string, userId: bigint, isOwn: boolean) {
  if (!isOwn) await claim(tx, { listsMembers: true });
  const { email, loginName } = await tx
    .selectFrom('users')
    .select(['email', 'loginName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { id: userId, name: await nameOfMember(tx, tenantId, userId), email, loginName };
}
