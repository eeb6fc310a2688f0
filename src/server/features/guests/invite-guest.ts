import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { GUEST_PARTS, type GuestPart, isGuestDay, MOST_GUESTS } from '../../../shared/domain/guest-parts.ts';
import { isMailAddress } from '../../../shared/domain/mail-address.ts';
import type { Investor } from '../../access/caller.ts';
import { lockUser } from '../../identity/credential-version.ts';
import { findOrAddUser } from '../../identity/find-or-add-user.ts';
import { sendInvitations } from '../../identity/send-invitations.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changesBetween } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { requirePersonName } from '../../platform/mail/mailed-names.ts';
import { mailGuestNews } from './guest-news.jobs.ts';

export interface NewGuest {
  email: string;
  name: string;
  parts: readonly GuestPart[];
  until: CalendarDate;
}

/** Within a day and for each syndicate, because each invitation is a mail to an address that anybody can type. */
const INVITATIONS_A_DAY = 20;

export async function inviteGuest(tx: Tx, caller: Investor, asked: NewGuest): Promise<bigint> {
  const { tenantId, syndicateId } = caller;
  const email = asked.email.trim().toLowerCase();
  const name = asked.name.trim();
  if (!isMailAddress(email)) throw new Refusal('email_invalid');
  if (!/^[^\p{Cc}]{1,120}$/u.test(name)) throw new Refusal('invalid_request');
  requirePersonName(name);
  await requireGuestDay(tx, asked.until);
  const parts = inOrder(asked.parts);
  // In the order in which closing a person or a syndicate locks the same rows.
  await requireStillManager(tx, caller);
  await requireRoom(tx, caller);
  const userId = await findOrAddUser(tx, { email, name });
  await lockUser(tx, userId);
  const isAccepted = await openMembership(tx, tenantId, { userId, name });
  const guest = await tx
    .insertInto('guests')
    .values({ tenantId, syndicateId, userId, parts, untilDate: asked.until, invitedBy: caller.userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!guest) throw new Refusal('guest_exists');
  if (isAccepted) await addJob(tx, mailGuestNews, { tenantId, guestId: guest.id.toString() });
  else await sendInvitations(tx, tenantId, [userId]);
  const before = { parts: null, until: null };
  await recordAudit(tx, {
    actorId: caller.userId,
    action: 'guest invited',
    subject: `guest ${guest.id}`,
    details: {
      ...changesBetween(before, { parts, until: asked.until }),
      user: `${userId}`,
      syndicate: `${syndicateId}`,
    },
  });
  return guest.id;
}

export async function requireGuestDay(tx: Tx, until: CalendarDate): Promise<void> {
  if (!isGuestDay(until, await readToday(tx))) throw new Refusal('guest_until_invalid');
}

export const inOrder = (parts: readonly GuestPart[]): GuestPart[] =>
  GUEST_PARTS.filter((part) => parts.includes(part));

/** Locks the syndicate, so that of several invitations at once none is one too many. */
async function requireRoom(tx: Tx, { tenantId, syndicateId }: Investor): Promise<void> {
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('closedAt')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (syndicate.closedAt !== null) throw new Refusal('syndicate_closed');
  const { rows } = await sql<{ open: number; invited: number }>`
    select count(*) filter (where ended_at is null)::integer as open,
      count(*) filter (where invited_at > now() - interval '1 day')::integer as invited
    from guests where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}`.execute(tx);
  const [counted = { open: 0, invited: 0 }] = rows;
  if (counted.open >= MOST_GUESTS) throw new Refusal('guests_too_many');
  if (counted.invited >= INVITATIONS_A_DAY) throw new Refusal('guests_invited_often');
}

/** Locked, so that whoever is closed at this moment invites before and the guest ends with them, or does not invite. */
async function requireStillManager(tx: Tx, { tenantId, userId, syndicateId }: Investor): Promise<void> {
  const manager = await tx
    .selectFrom('memberships')
    .select('userId')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('syndicateId', '=', syndicateId)
    .where('isTerminated', '=', false)
    .where(sql<boolean>`permissions @> array['manage-guests']`)
    .forUpdate()
    .executeTakeFirst();
  if (!manager) throw new Refusal('guests_not_yours');
}

/**
 * Makes sure of the membership by which a guest signs in. Whoever has left as a guest is asked again. True when there is nothing left
 * for the person to accept.
 */
async function openMembership(
  tx: Tx,
  tenantId: string,
  { userId, name }: { userId: bigint; name: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('memberships')
    .values({ tenantId, userId, name, role: 'guest', syndicateId: null, permissions: [] })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return false;
  const { role, isTerminated, acceptedAt } = await tx
    .selectFrom('memberships')
    .select(['role', 'isTerminated', 'acceptedAt'])
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // One membership for each person and funder. Why not, is nothing that one investor learns about another.
  if (role !== 'guest') throw new Refusal('guest_not_possible');
  if (!isTerminated) return acceptedAt !== null;
  await tx
    .updateTable('memberships')
    .set({ isTerminated: false, acceptedAt: null, declinedAt: null, name })
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .execute();
  return false;
}
