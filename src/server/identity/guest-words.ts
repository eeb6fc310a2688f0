import { calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { type GuestPart, guestPartsNamed } from '../../shared/domain/guest-parts.ts';
import type { Tx } from '../platform/db/database.ts';
import { oneLine } from '../platform/mail/letter.ts';

const PARTS: Readonly<Record<GuestPart, string>> = {
  statements: 'the statements',
  documents: 'the documents',
  payouts: 'the payouts',
  tables: 'the deals with their figures',
};

const list = new Intl.ListFormat('en-US');

interface GuestOfTenant {
  tenantId: string;
  userId: bigint;
}

/** Who lets the guest see what and until when, for a mail; null when no book is open. Of several books, the one opened last. */
export async function bookOfGuestInWords(
  tx: Tx,
  { tenantId, userId }: GuestOfTenant,
  guestId?: bigint,
): Promise<string | null> {
  const guest = await tx
    .selectFrom('guests as g')
    .innerJoin('syndicates as s', (join) =>
      join.onRef('s.tenantId', '=', 'g.tenantId').onRef('s.id', '=', 'g.syndicateId'),
    )
    .leftJoin('memberships as inviter', (join) =>
      join.onRef('inviter.tenantId', '=', 'g.tenantId').onRef('inviter.userId', '=', 'g.invitedBy'),
    )
    .select(['g.parts', 'g.untilDate', 's.name as syndicateName', 'inviter.name as inviterName'])
    .where('g.tenantId', '=', tenantId)
    .where('g.userId', '=', userId)
    .where('g.endedAt', 'is', null)
    .$if(guestId !== undefined, (query) => query.where('g.id', '=', guestId ?? 0n))
    .orderBy('g.id', 'desc')
    .executeTakeFirst();
  if (!guest) return null;
  const { parts, untilDate, syndicateName, inviterName } = guest;
  const seen = list.format(guestPartsNamed(parts).map((part) => PARTS[part]));
  const who = inviterName ? `${oneLine(inviterName)} of ${syndicateName}` : syndicateName;
  return `${who} lets you see ${seen} of ${syndicateName} as a guest until ${formatDate(calendarDate(String(untilDate)))}.`;
}
