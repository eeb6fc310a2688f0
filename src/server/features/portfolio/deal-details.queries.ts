import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { NOTE_KINDS_FOR_INVESTORS } from '../../../shared/domain/deal-notes.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { compiledOnce } from '../../platform/db/compiled-once.ts';
import type { Tx } from '../../platform/db/database.ts';

interface DealOfSyndicate {
  tenantId: string;
  syndicateId: bigint;
  mid: string;
}

/** The syndicate's participation in the deal with this MID, if it has one. */
export async function findParticipation(tx: Tx, { tenantId, syndicateId, mid }: DealOfSyndicate) {
  const { rows } = await tx.executeQuery(participationIn({ tenantId, syndicateId, mid }));
  return rows[0];
}

const participationIn = compiledOnce(({ tenantId, syndicateId, mid }: DealOfSyndicate, _form, db) =>
  db
    .selectFrom('deals as deal')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.tenantId', '=', 'deal.tenantId').onRef('p.dealId', '=', 'deal.id'),
    )
    .select(['p.id', 'p.dealId'])
    .where('deal.tenantId', '=', tenantId)
    .where('deal.mid', '=', mid)
    .where('p.syndicateId', '=', syndicateId),
);

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

interface StoredPayout {
  gross: Cents;
  managementFee: Cents;
  netPay: Cents;
  payDate: string;
  transactionCount: number;
  hasReturn: boolean;
  hasCorrection: boolean;
}

/**
 * What a deal has paid a syndicate by pay date, and on which of them something was taken back. Undefined when the syndicate has no
 * share in it.
 */
export async function readDealPayouts(tx: Tx, deal: DealOfSyndicate) {
  const { tenantId, syndicateId, mid } = deal;
  const { rows } = await tx.executeQuery(payoutsOf({ tenantId, syndicateId, mid }));
  if (rows.length === 0) return undefined;
  return rows.filter(hasPaid).map((row) => ({ ...row, payDate: calendarDate(row.payDate) }));
}

/** A share that was not paid anything yet is one row without a pay date. */
const hasPaid = (row: StoredPayout | { payDate: null }): row is StoredPayout => row.payDate !== null;

const payoutsOf = compiledOnce(
  ({ tenantId, syndicateId, mid }: DealOfSyndicate) => sql<StoredPayout | { payDate: null }>`
    with share as materialized (
      select p.id, p.deal_id from deals deal
      join participations p on p.tenant_id = ${tenantId}::uuid and p.deal_id = deal.id and p.syndicate_id = ${syndicateId}
      where deal.tenant_id = ${tenantId}::uuid and deal.mid = ${mid}
    ), taken_back as (
      select line.pay_date, bool_or(not payment.is_void) as has_return, bool_or(payment.is_void) as has_correction
      from share
      join payments payment on payment.tenant_id = ${tenantId}::uuid and payment.deal_id = share.deal_id
        and payment.status = 'reversed'
      join payout_lines line on line.tenant_id = ${tenantId}::uuid and line.payment_id = payment.id
        and line.participation_id = share.id and line.is_reversal
      group by line.pay_date
    )
    select paid.gross_cents as gross, paid.management_fee_cents as management_fee, paid.net_pay_cents as net_pay,
      paid.pay_date, paid.transaction_count, coalesce(has_return, false) as has_return,
      coalesce(has_correction, false) as has_correction
    from share
    left join participation_pay_dates paid on paid.tenant_id = ${tenantId}::uuid and paid.participation_id = share.id
    left join taken_back on taken_back.pay_date = paid.pay_date
    order by paid.pay_date desc`,
);

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
    .where((eb) => eb.or([eb('kind', 'in', NOTE_KINDS_FOR_INVESTORS), eb('isForSyndicates', '=', true)]))
    .orderBy('isPinned', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ createdAt, ...note }) => ({ ...note, writtenAt: createdAt.toISOString() }));
}
