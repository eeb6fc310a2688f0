import { sql } from 'kysely';
import type { PeopleGroup } from '../../shared/contract/desk-people.ts';
import { type Role, STAFF_ROLES } from '../../shared/domain/roles.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { INVITATION_DAYS } from './invitations.ts';
import type { MemberState } from './members.queries.ts';

export interface PeopleFilter {
  search?: string | undefined;
  group?: PeopleGroup | undefined;
  state?: MemberState | undefined;
  syndicateId?: bigint | undefined;
}

/** Somebody of the tenant as its desk lists them. */
export interface ListedPerson {
  id: bigint;
  name: string;
  email: string;
  role: Role;
  syndicateId: bigint | null;
  syndicateName: string | null;
  state: MemberState;
  invitedAt: Date | null;
  invitationExpiresAt: Date | null;
  invitationOpenedAt: Date | null;
  acceptedAt: Date | null;
  declinedAt: Date | null;
  lastSignedInAt: Date | null;
}

/** A page of the people of a tenant, staff first and then by name, and how many there are. */
export async function listPeople(
  tx: Tx,
  tenantId: string,
  filter: PeopleFilter,
  { page, length }: { page: number; length: number },
): Promise<{ people: ListedPerson[]; count: number }> {
  await claim(tx, { listsMembers: true });
  const { rows } = await sql<ListedPerson & { count: bigint }>`
    select listed.*, (${lastSignIn}) as "lastSignedInAt"
    from (
      select ${columns}, m.tenant_id, count(*) over () as count
      from ${members(tenantId)}
      where ${conditionsOf(filter)}
      order by m.role in ('syndication', 'guest'), lower(coalesce(m.name, account.email)), m.user_id
      limit ${length} offset ${(page - 1) * length}
    ) listed
    order by listed.role in ('syndication', 'guest'), lower(listed.name), listed.id`.execute(tx);
  return { people: rows, count: Number(rows[0]?.count ?? 0n) };
}

/** The first people whose name or e-mail has the text in it. */
export async function findPeople(tx: Tx, tenantId: string, text: string, most: number) {
  await claim(tx, { listsMembers: true });
  const { rows } = await sql<{ userId: bigint; name: string; email: string; role: Role }>`
    select m.user_id, coalesce(m.name, account.email) as name, account.email, m.role
    from ${members(tenantId)}
    where coalesce(m.name, '') || ' ' || account.email ilike ${containing(text)}
    order by lower(coalesce(m.name, account.email)), m.user_id
    limit ${most}`.execute(tx);
  return rows;
}

export async function readPerson(tx: Tx, tenantId: string, userId: bigint): Promise<ListedPerson> {
  await claim(tx, { listsMembers: true });
  const { rows } = await sql<ListedPerson>`
    select listed.*, (${lastSignIn}) as "lastSignedInAt"
    from (select ${columns}, m.tenant_id from ${members(tenantId)} where m.user_id = ${userId}) listed`.execute(
    tx,
  );
  const [person] = rows;
  if (!person) throw new Refusal('user_unknown');
  return person;
}

/** Those of the members who have a second factor. Nothing is said of people who have not accepted the invitation. */
export async function membersWithFactor(
  tx: Tx,
  tenantId: string,
  userIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ userId: bigint }>`
    select members_with_second_factor(${tenantId}::uuid, ${userIds}::bigint[]) as user_id`.execute(tx);
  return new Set(rows.map(({ userId }) => userId));
}

const state = sql<MemberState>`case when m.is_terminated then 'closed' when m.accepted_at is not null then 'active'
  when m.declined_at is not null then 'declined' when m.invited_at is not null then 'invited' else 'not invited' end`;

const columns = sql`m.user_id as id, coalesce(m.name, account.email) as name, account.email, m.role, m.syndicate_id,
  s.name as "syndicateName", ${state} as state, m.invited_at,
  m.invited_at + make_interval(days => ${INVITATION_DAYS}) as "invitationExpiresAt", m.invitation_opened_at, m.accepted_at, m.declined_at`;

const members = (tenantId: string) => sql`(select ${tenantId}::uuid as id) tenant
  join memberships m on m.tenant_id = tenant.id
  join users account on account.id = m.user_id
  left join syndicates s on s.tenant_id = m.tenant_id and s.id = m.syndicate_id`;

/** In this tenant's own trail: what a person does at other funders is not its business. */
const lastSignIn = sql`select e.at from audit_events e
  where e.tenant_id = listed.tenant_id and e.actor_id = listed.id and e.action = 'signed in'
  order by e.sequence desc limit 1`;

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function conditionsOf({ search, group = 'everybody', state: wanted, syndicateId }: PeopleFilter) {
  const conditions = [
    search &&
      sql`(coalesce(m.name, '') || ' ' || account.email || ' ' || coalesce(s.name, '') || ' '
      || coalesce(s.abbreviation, '') ilike ${containing(search)})`,
    group === 'staff' && sql`m.role = any(${STAFF_ROLES}::text[])`,
    group === 'investors' && sql`m.role = 'syndication'`,
    wanted && sql`${state} = ${wanted}`,
    syndicateId !== undefined && sql`m.syndicate_id = ${syndicateId}`,
  ].filter((condition) => typeof condition === 'object');
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}
