import { sql } from 'kysely';
import type { Role } from '../../shared/domain/roles.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';

/** A user as the funder's staff see one. */
export interface Member {
  id: bigint;
  email: string;
  loginName: string;
  name: string;
  role: Role;
  syndicateId: bigint | null;
  syndicate: string | null;
  canViewFcs: boolean;
  canSwitchSyndicates: boolean;
  state: 'active' | 'closed' | 'invited' | 'not invited';
}

/** A page of a tenant's users, by id. Of the accounts of others nothing is to be seen. */
export async function listMembers(
  tx: Tx,
  tenantId: string,
  { after = 0n, limit }: { after?: bigint | undefined; limit: number },
): Promise<Member[]> {
  await claim(tx, { listsMembers: true });
  return members(tx, tenantId).where('user.id', '>', after).orderBy('user.id').limit(limit).execute();
}

export type MemberKey = { email: string } | { id: bigint };

export async function requireMember(tx: Tx, tenantId: string, key: MemberKey): Promise<Member> {
  await claim(tx, { listsMembers: true });
  const all = members(tx, tenantId);
  const member = await ('id' in key
    ? all.where('user.id', '=', key.id)
    : all.where('user.email', '=', key.email.toLowerCase())
  ).executeTakeFirst();
  if (!member) throw new Refusal('user_unknown');
  return member;
}

/** Of those whose syndicate it is and to whom the portal is open, invited yet or not. */
export async function addressesOfSyndicate(tx: Tx, tenantId: string, syndicateId: bigint): Promise<string[]> {
  await claim(tx, { listsMembers: true });
  const people = await tx
    .selectFrom('memberships as m')
    .innerJoin('users as user', 'user.id', 'm.userId')
    .select('user.email')
    .where('m.tenantId', '=', tenantId)
    .where('m.syndicateId', '=', syndicateId)
    .where('m.isTerminated', '=', false)
    .orderBy('user.id')
    .execute();
  return people.map(({ email }) => email);
}

const members = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('users as user', 'user.id', 'm.userId')
    .leftJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'm.tenantId').onRef('s.id', '=', 'm.syndicateId'),
    )
    .select([
      'user.id',
      'user.email',
      'user.loginName',
      'user.name',
      'm.role',
      'm.syndicateId',
      's.abbreviation as syndicate',
      'm.canViewFcs',
      'm.canSwitchSyndicates',
      sql<
        Member['state']
      >`case when m.is_terminated then 'closed' when "user".password_hash is not null then 'active'
        when m.invited_at is not null then 'invited' else 'not invited' end`.as('state'),
    ])
    .where('m.tenantId', '=', tenantId);
