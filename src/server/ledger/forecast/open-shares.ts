import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { type DealStatus, ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { ForecastDeal, ForecastShare } from '../../../shared/domain/forecast.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readTerms } from '../listed-terms.ts';
import { type AsOf, settledDay } from '../standings/as-of.ts';

/** A share of an open deal, with what its forecast depends on. */
export interface OpenShare {
  mid: string;
  merchantName: string;
  deal: ForecastDeal;
  share: ForecastShare;
}

interface ShareRow {
  mid: string;
  merchantName: string;
  dealId: bigint;
  status: DealStatus;
  fundedDate: string;
  payback: Cents;
  collected: Cents;
  paceCleared: Cents | null;
  paceAsked: Cents | null;
  sharePercent: string;
  managementFeePercent: string;
  isManagementFeeUpfront: boolean;
  anticipatedReturn: Cents;
  grossPosted: Cents;
  feePosted: Cents;
}

/** The shares of a syndicate in deals that are open, the oldest first. */
export async function readOpenShares(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  asOf: AsOf,
): Promise<OpenShare[]> {
  const { rows } = await sql<ShareRow>`
    select deal.mid, deal.name as merchant_name, deal.id as deal_id, deal.status, deal.funded_date,
      deal.payback_amount_cents as payback, paid.collected_cents as collected,
      standing.pace_cleared_cents as pace_cleared, standing.pace_asked_cents as pace_asked,
      share.share_percent::text, share.management_fee_percent::text,
      share.management_fee_upfront <> 0 as is_management_fee_upfront,
      share.anticipated_return_cents as anticipated_return, total.gross_cents as gross_posted,
      total.management_fee_cents as fee_posted
    from participation_totals total
    join participations share on share.tenant_id = total.tenant_id and share.id = total.participation_id
    join deals deal on deal.tenant_id = share.tenant_id and deal.id = share.deal_id
    join deal_totals paid on paid.tenant_id = deal.tenant_id and paid.deal_id = deal.id
    left join deal_standings standing on standing.tenant_id = deal.tenant_id and standing.deal_id = deal.id
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}
      and total.deal_status <> all(${ENDED_STATUSES}::text[])
    order by share.id`.execute(tx);
  const terms = await readTerms(tx, tenantId, [...new Set(rows.map(({ dealId }) => dealId))]);
  const settled = settledDay(asOf);
  return rows.map((row) => {
    const fundedDate = calendarDate(row.fundedDate);
    const { mid, merchantName, status, payback, collected, paceCleared, paceAsked } = row;
    return {
      mid,
      merchantName,
      deal: {
        status,
        fundedDate,
        payback,
        collected,
        terms: terms.get(row.dealId) ?? [],
        pace: paceCleared === null || paceAsked === null ? null : { cleared: paceCleared, asked: paceAsked },
        // A deal that was funded later has all its debits before it.
        settledDay: settled !== null && settled > fundedDate ? settled : fundedDate,
      },
      share: {
        sharePercent: rate(row.sharePercent),
        managementFeePercent: rate(row.managementFeePercent),
        isManagementFeeUpfront: row.isManagementFeeUpfront,
        anticipatedReturn: row.anticipatedReturn,
        grossPosted: row.grossPosted,
        feePosted: row.feePosted,
      },
    };
  });
}
