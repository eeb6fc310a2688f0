import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { type GuestPart, guestPartsNamed } from '../../../shared/domain/guest-parts.ts';
import type { Investor } from '../../access/caller.ts';
import { sendInvitations } from '../../identity/send-invitations.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changesBetween } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { requireGuest } from './guests.queries.ts';
import { inOrder, requireGuestDay } from './invite-guest.ts';

/** Changes what a guest sees and until when. The same again changes and records nothing. */
export async function changeGuest(
  tx: Tx,
  caller: Investor,
  guestId: bigint,
  asked: { parts: readonly GuestPart[]; until: CalendarDate },
): Promise<void> {
  const guest = await requireGuest(tx, caller, guestId);
  await requireGuestDay(tx, asked.until);
  const before = {
    parts: [...guestPartsNamed(guest.parts)],
    until: calendarDate(String(guest.untilDate)),
  };
  const after = { parts: inOrder(asked.parts), until: asked.until };
  const details = changesBetween(before, after);
  if (Object.keys(details).length === 0) return;
  const { numUpdatedRows } = await tx
    .updateTable('guests')
    .set({ parts: after.parts, untilDate: after.until })
    .where('tenantId', '=', caller.tenantId)
    .where('id', '=', guestId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('not_found');
  const actorId = caller.userId;
  await recordAudit(tx, { actorId, action: 'guest changed', subject: `guest ${guestId}`, details });
}

const AGAIN_AFTER = '15 minutes';

/** Mails the invitation again to somebody who has not accepted it yet, also after they declined. */
export async function inviteGuestAgain(tx: Tx, caller: Investor, guestId: bigint): Promise<void> {
  const { tenantId } = caller;
  const { userId } = await requireGuest(tx, caller, guestId);
  const { acceptedAt, isTooSoon } = await tx
    .selectFrom('memberships')
    .select([
      'acceptedAt',
      sql<boolean>`coalesce(invited_at > now() - ${AGAIN_AFTER}::interval, false)`.as('isTooSoon'),
    ])
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (acceptedAt !== null) throw new Refusal('guest_not_waiting');
  if (isTooSoon) throw new Refusal('guests_invited_often');
  await sendInvitations(tx, tenantId, [userId]);
  await recordAudit(tx, {
    actorId: caller.userId,
    action: 'guest invited',
    subject: `guest ${guestId}`,
    details: { isAgain: true },
  });
}
