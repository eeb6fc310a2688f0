import { sql } from 'kysely';
import type { GuestState } from '../../../shared/contract/guests.ts';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { guestPartsNamed } from '../../../shared/domain/guest-parts.ts';
import type { Guest } from '../../access/caller.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import { claim } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';

interface SyndicateKey {
  tenantId: string;
  syndicateId: bigint;
}

/** Guests whose access nobody has ended, the newest first. */
export async function listGuests(tx: Tx, { tenantId, syndicateId }: SyndicateKey) {
  await claim(tx, { listsMembers: true });
  const rows = await tx
    .selectFrom('guests as g')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.tenantId', '=', 'g.tenantId').onRef('m.userId', '=', 'g.userId'),
    )
    .innerJoin('users as account', 'account.id', 'g.userId')
    .leftJoin('memberships as inviter', (join) =>
      join.onRef('inviter.tenantId', '=', 'g.tenantId').onRef('inviter.userId', '=', 'g.invitedBy'),
    )
    .select([
      'g.id',
      'g.userId',
      sql<string>`coalesce(m.name, account.email)`.as('name'),
      'account.email',
      'g.parts',
      'g.untilDate',
      'g.invitedAt',
      'inviter.name as invitedBy',
      sql<GuestState>`case when g.until_date < ${today} then 'over' when m.accepted_at is not null then 'active'
        when m.declined_at is not null then 'declined' else 'invited' end`.as('state'),
      lastLook.as('lastSeenAt'),
    ])
    .where('g.tenantId', '=', tenantId)
    .where('g.syndicateId', '=', syndicateId)
    .where('g.endedAt', 'is', null)
    .orderBy('g.id', 'desc')
    .execute();
  return rows.map(({ untilDate, parts, invitedAt, lastSeenAt, ...guest }) => ({
    ...guest,
    parts: [...guestPartsNamed(parts)],
    until: calendarDate(String(untilDate)),
    invitedAt: invitedAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }));
}

/** At this book only: that a guest of several syndicates looks at another one's is not this one's business. */
const lastLook = sql<Date | null>`(
  select e.at from audit_events e
  where e.tenant_id = g.tenant_id and e.actor_id = g.user_id and e.subject = 'syndicate ' || g.syndicate_id
    and e.at >= g.invited_at and e.action <> 'access refused'
  order by e.sequence desc limit 1)`;

export async function readGuestAccess(tx: Tx, { tenantId, userId }: Guest) {
  const { name: funderName } = await tx
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const books = await tx
    .selectFrom('guests as g')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'g.tenantId').onRef('s.id', '=', 'g.syndicateId'),
    )
    .select(['g.syndicateId', 's.name as syndicateName', 'g.parts', 'g.untilDate'])
    .where('g.tenantId', '=', tenantId)
    .where('g.userId', '=', userId)
    .where('g.endedAt', 'is', null)
    .where('g.untilDate', '>=', today)
    .orderBy('g.id')
    .execute();
  return {
    funderName,
    books: books.map(({ parts, untilDate, ...book }) => ({
      ...book,
      parts: [...guestPartsNamed(parts)],
      until: calendarDate(String(untilDate)),
    })),
  };
}

/** A guest of the syndicate whose access nobody has ended. Of one that is not its own, a syndicate learns nothing. */
export async function requireGuest(tx: Tx, key: SyndicateKey, guestId: bigint) {
  const guest = await requireGuestOrFormer(tx, key, guestId);
  if (guest.endedAt !== null) throw new Refusal('not_found');
  return guest;
}

export async function requireGuestOrFormer(tx: Tx, { tenantId, syndicateId }: SyndicateKey, guestId: bigint) {
  const guest = await tx
    .selectFrom('guests')
    .select(['id', 'userId', 'parts', 'untilDate', 'endedAt'])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('id', '=', guestId)
    .executeTakeFirst();
  if (!guest) throw new Refusal('not_found');
  return guest;
}
