import { type RawBuilder, sql } from 'kysely';
import { type Permission, permissionsNamed } from '../../shared/domain/permissions.ts';
import { type Role, STAFF_ROLES } from '../../shared/domain/roles.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';

/** In each state but `active`, the person cannot sign in here. */
export type MemberState = 'active' | 'closed' | 'declined' | 'invited' | 'not invited';

/** A user as the funder's staff see them. */
export interface Member {
  id: bigint;
  email: string;
  /** Null until the person has accepted the invitation, because the account may be older than that. */
  loginName: string | null;
  /** As this tenant knows the person. */
  name: string;
  role: Role;
  syndicateId: bigint | null;
  syndicate: string | null;
  permissions: ReadonlySet<Permission>;
  state: MemberState;
}

/** A page of a tenant's users, by id. Accounts of other tenants are never visible. */
export async function listMembers(
  tx: Tx,
  tenantId: string,
  { after = 0n, limit }: { after?: bigint | undefined; limit: number },
): Promise<Member[]> {
  await claim(tx, { listsMembers: true });
  const page = members(tx, tenantId).where('user.id', '>', after).orderBy('user.id').limit(limit);
  return (await page.execute()).map(memberOf);
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
  return memberOf(member);
}

/** Somebody who works for the tenant and whose membership is open; null for everybody else. Commands name people, and sign nobody in, so whether the invitation is accepted does not matter. */
export async function findStaff(
  tx: Tx,
  tenantId: string,
  email: string,
): Promise<{ userId: bigint; email: string } | null> {
  await claim(tx, { listsMembers: true });
  const found = await openStaff(tx, tenantId)
    .innerJoin('users as user', 'user.id', 'm.userId')
    .select(['m.userId', 'user.email'])
    .where('user.email', '=', email.trim().toLowerCase())
    .executeTakeFirst();
  return found ?? null;
}

export const hasStaff = async (tx: Tx, tenantId: string): Promise<boolean> =>
  (await openStaff(tx, tenantId).select('m.userId').limit(1).execute()).length > 0;

const openStaff = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('memberships as m')
    .where('m.tenantId', '=', tenantId)
    .where('m.role', 'in', STAFF_ROLES)
    .where('m.isTerminated', '=', false)
    .where('m.declinedAt', 'is', null);

/** The name by which the tenant knows somebody, who may have left it since. */
export async function nameOfMember(tx: Tx, tenantId: string, userId: bigint): Promise<string> {
  const member = await tx
    .selectFrom('memberships')
    .select('name')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return member?.name ?? '';
}

/** The addresses of the syndicate's users whose portal access is open. Somebody who has not accepted the invitation is none. */
export const addressesOfSyndicate = (tx: Tx, tenantId: string, syndicateId: bigint): Promise<string[]> =>
  addressesOf(tx, (open) =>
    open
      .where('m.tenantId', '=', tenantId)
      .where('m.syndicateId', '=', syndicateId)
      .where('m.acceptedAt', 'is not', null),
  );

/** The addresses of those who belonged to the syndicate before and left it after that moment, also where they belong to another one now. */
export async function addressesOfFormerMembers(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  leftAfter: RawBuilder<Date>,
): Promise<string[]> {
  await claim(tx, { listsMembers: true });
  const people = await tx
    .selectFrom('formerMembers as former')
    .innerJoin('users as user', 'user.id', 'former.userId')
    .select('user.email')
    .distinct()
    .where('former.tenantId', '=', tenantId)
    .where('former.syndicateId', '=', syndicateId)
    .where('former.until', '>', leftAfter)
    // The account that came with a tenant from another cell, in place of which somebody was invited, has no mailbox.
    .where('user.disposedAt', 'is', null)
    .orderBy('user.email')
    .execute();
  return people.map(({ email }) => email);
}

export const addressesOfAdministrators = (tx: Tx, tenantId: string): Promise<string[]> =>
  addressesOf(tx, (open) => open.where('m.tenantId', '=', tenantId).where('m.role', '=', 'administrator'));

/** The addresses of the members who are chosen and whose membership is not closed. */
async function addressesOf(
  tx: Tx,
  choose: (open: ReturnType<typeof openMembers>) => ReturnType<typeof openMembers>,
): Promise<string[]> {
  await claim(tx, { listsMembers: true });
  const people = await choose(openMembers(tx)).orderBy('user.id').execute();
  return people.map(({ email }) => email);
}

const openMembers = (tx: Tx) =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('users as user', 'user.id', 'm.userId')
    .select('user.email')
    .where('m.isTerminated', '=', false);

const memberOf = <R extends { permissions: string[] }>(row: R) => ({
  ...row,
  permissions: permissionsNamed(row.permissions),
});

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
      sql<string | null>`case when m.accepted_at is not null then "user".login_name end`.as('loginName'),
      sql<string>`coalesce(m.name, "user".email)`.as('name'),
      'm.role',
      'm.syndicateId',
      's.abbreviation as syndicate',
      'm.permissions',
      sql<
        Member['state']
      >`case when m.is_terminated then 'closed' when m.accepted_at is not null then 'active'
        when m.declined_at is not null then 'declined' when m.invited_at is not null then 'invited' else 'not invited' end`.as(
        'state',
      ),
    ])
    .where('m.tenantId', '=', tenantId);
