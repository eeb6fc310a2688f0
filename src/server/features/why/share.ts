import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { type RollupRow, readRollup } from '../../ledger/rollups.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Check } from './checks.ts';
import { listLines, readShare, sumLines } from './share.queries.ts';

const PAGE_LENGTH = 50;

interface Asked {
  tenantId: string;
  syndicateId: bigint;
  mid: string;
  payDate: CalendarDate | undefined;
  page: number | undefined;
}

/** A share of a deal with its lines: the end of every way down. */
export async function readShareOfDeal(tx: Tx, { tenantId, syndicateId, mid, payDate, page = 1 }: Asked) {
  const found = await readShare(tx, tenantId, syndicateId, mid);
  if (!found) throw notFoundInTenant(`syndicate ${syndicateId} with a share of ${mid}`);
  const { participationId, dealId, ...terms } = found;
  const share = { tenantId, dealId, participationId, payDate };
  return {
    ...terms,
    dealId,
    checks: await checksOf(tx, share),
    lines: await listLines(tx, share, { limit: PAGE_LENGTH, offset: (page - 1) * PAGE_LENGTH }),
    ...(await sumLines(tx, share)),
    pageLength: PAGE_LENGTH,
  };
}

const COLUMNS = ['gross_cents', 'management_fee_cents', 'net_pay_cents'] as const;
const FROM_CONTRACT = ['remaining_balance_cents', 'net_profit_cents'] as const;

/** What is kept of the share, beside its lines; with a pay date, of that day only. */
async function checksOf(
  tx: Tx,
  {
    tenantId,
    dealId,
    participationId,
    payDate,
  }: { tenantId: string; dealId: bigint; participationId: bigint; payDate: CalendarDate | undefined },
): Promise<Check[]> {
  const scope = { tenantId, dealIds: [dealId], syndicateIds: null };
  const ofShare = { participation_id: sql`array[${participationId}]::bigint[]` };
  const rollup = payDate ? 'participation_pay_dates' : 'participation_totals';
  const keys = payDate ? { ...ofShare, pay_date: sql`array[${payDate}]::date[]` } : ofShare;
  const [row] = await readRollup(tx, rollup, scope, keys);
  return [
    ...COLUMNS.map((column) => compared(rollup, column, 'its lines', row)),
    ...(payDate
      ? []
      : FROM_CONTRACT.map((column) => compared(rollup, column, 'its contract and its lines', row))),
  ];
}

const compared = (rollup: string, column: string, madeOf: string, row: RollupRow | undefined): Check => ({
  keptIn: `${rollup}.${column}`,
  madeOf,
  kept: BigInt(row?.kept?.[column] ?? 0),
  addsUpTo: BigInt(row?.expected?.[column] ?? 0),
});
