import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';

interface DealOfSyndicate {
  tenantId: string;
  syndicateId: bigint;
  mid: string;
}

/** The syndicate's participation in the deal with this MID, if it has one. */
export async function findParticipation(tx: Tx, { tenantId, syndicateId, mid }: DealOfSyndicate) {
  return tx
    .selectFrom('deals as deal')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.tenantId', '=', 'deal.tenantId').onRef('p.dealId', '=', 'deal.id'),
    )
    .select(['p.id', 'p.dealId'])
    .where('deal.tenantId', '=', tenantId)
    .where('deal.mid', '=', mid)
    .where('p.syndicateId', '=', syndicateId)
    .executeTakeFirst();
}

/** A deal that has been sold to investors. */
export async function findDeal(tx: Tx, tenantId: string, mid: string) {
  return tx
    .selectFrom('deals')
    .select('id as dealId')
    .where('tenantId', '=', tenantId)
    .where('mid', '=', mid)
    .where('fundedDate', 'is not', null)
    .executeTakeFirst();
}

export async function readDealPayouts(tx: Tx, tenantId: string, participationId: bigint) {
  const rows = await tx
    .selectFrom('participationPayDates')
    .select(['grossCents', 'managementFeeCents', 'netPayCents', 'payDate', 'transactionCount'])
    .where('tenantId', '=', tenantId)
    .where('participationId', '=', participationId)
    .orderBy('payDate', 'desc')
    .execute();
  return rows.map((row) => ({
    gross: row.grossCents,
    managementFee: row.managementFeeCents,
    netPay: row.netPayCents,
    payDate: calendarDate(row.payDate),
    transactionCount: row.transactionCount,
  }));
}

/** Offer and Activity notes are only for the funder. */
const FOR_INVESTORS = ['Collection', 'Ready2Fund'] as const;

/** Pinned notes first, then the newest. */
export async function readDealNotes(tx: Tx, tenantId: string, dealId: bigint) {
  const rows = await tx
    .selectFrom('dealNotes')
    .select([
      'id',
      'dealId',
      'authorId',
      'bodyHtml',
      'kind',
      'authorRole',
      'isPinned',
      'createdAt',
      'authorName',
    ])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .where('kind', 'in', FOR_INVESTORS)
    .$narrowType<{ kind: (typeof FOR_INVESTORS)[number] }>()
    .orderBy('isPinned', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ createdAt, ...note }) => ({ ...note, writtenAt: createdAt.toISOString() }));
}
