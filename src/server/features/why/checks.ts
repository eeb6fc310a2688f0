import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import { isOfDeals, type WhyFigure } from '../../../shared/domain/why-figures.ts';
import { type RollupName, readRollup } from '../../ledger/rollups.ts';
import type { Tx } from '../../platform/db/database.ts';
import { sumDeals } from './deals.queries.ts';
import type { ReadBook } from './figure-values.ts';

/** What is kept of a figure, beside what it is made of. */
export interface Check {
  keptIn: string;
  madeOf: string;
  kept: Cents;
  addsUpTo: Cents;
}

const FROM_SHARES = 'the contracts of the shares and what is kept of each';

/** In which column of a syndicate's totals a figure is kept. */
const OF_TOTALS: Partial<Record<WhyFigure, string>> = {
  'investment-cost': 'investment_cost_cents',
  'participation-amount': 'participation_amount_cents',
  'anticipated-return': 'anticipated_return_cents',
  'portfolio-balance': 'portfolio_balance_cents',
  'posted-payouts': 'net_pay_cents',
  repayments: 'gross_cents',
  'management-fees': 'management_fee_cents',
};

const OF_PAY_DATE: Partial<Record<WhyFigure, string>> = {
  'pay-date-gross': 'gross_cents',
  'pay-date-fee': 'management_fee_cents',
  'pay-date-net': 'net_pay_cents',
};

/** Compares what is kept of a figure with what the reconciliation would make of it, and with the deals that are listed. */
export async function checksOf(
  tx: Tx,
  book: ReadBook,
  figure: WhyFigure,
  parts: { total: Cents } | null,
): Promise<Check[]> {
  const { tenantId, syndicateId, payDate } = book;
  const scope = { tenantId, dealIds: null, syndicateIds: [syndicateId] };
  const ofSyndicate = { syndicate_id: sql`array[${syndicateId}]::bigint[]` };
  const column = OF_TOTALS[figure];
  if (column)
    return compared('syndicate_totals', column, FROM_SHARES, {
      rows: await readRollup(tx, 'syndicate_totals', scope, ofSyndicate),
      parts,
    });
  const ofDay = OF_PAY_DATE[figure];
  if (ofDay && payDate)
    return compared('syndicate_pay_dates', ofDay, 'what is kept of each share and pay date', {
      rows: await readRollup(tx, 'syndicate_pay_dates', scope, {
        ...ofSyndicate,
        pay_date: sql`array[${payDate}]::date[]`,
      }),
      parts,
    });
  const kept = book.values.get(figure)?.amount;
  if (kept === null || kept === undefined) return [];
  const keptIn = KEPT_IN[figure];
  if (keptIn && parts)
    return [{ keptIn, madeOf: MADE_OF[figure] ?? 'the deals below', kept, addsUpTo: parts.total }];
  if (figure === 'returns-received' || figure === 'returns-on-its-way') {
    const strip = figure === 'returns-received' ? 'paid-payouts' : 'upcoming-payouts';
    const addsUpTo = book.values.get(strip)?.amount ?? 0n;
    return [
      { keptIn: 'syndicate_returns.net_pay_cents', madeOf: 'what is kept of each pay date', kept, addsUpTo },
    ];
  }
  if (figure === 'net-profit' && isOfDeals(figure)) {
    const { total } = await sumDeals(tx, figure, book);
    return [{ keptIn: 'syndicate_totals', madeOf: 'the net profit of each deal', kept, addsUpTo: total }];
  }
  return [];
}

const KEPT_IN: Partial<Record<WhyFigure, string>> = {
  'upcoming-payouts': 'syndicate_pay_dates.net_pay_cents',
  'cash-balance': 'syndicate_totals.cash_cents',
  contributed: 'syndicate_totals.contributed_cents',
  'returns-cost': 'syndicate_returns.cost_cents',
  'net-balance': 'syndicate_returns.net_balance_cents',
};

const MADE_OF: Partial<Record<WhyFigure, string>> = {
  'upcoming-payouts': 'what is kept of each share and pay date',
  'cash-balance': 'the entries of the account',
  contributed: 'the entries of the account',
};

function compared(
  rollup: RollupName,
  column: string,
  madeOf: string,
  { rows: [row], parts }: { rows: Awaited<ReturnType<typeof readRollup>>; parts: { total: Cents } | null },
): Check[] {
  const amountOf = (side: Readonly<Record<string, string | null>> | null | undefined) =>
    BigInt(side?.[column] ?? 0);
  const [keptIn, kept] = [`${rollup}.${column}`, amountOf(row?.kept)];
  return [
    { keptIn, madeOf, kept, addsUpTo: amountOf(row?.expected) },
    ...(parts ? [{ keptIn, madeOf: 'the deals below', kept, addsUpTo: parts.total }] : []),
  ];
}

/** By share, whether what is kept of it agrees with its payments and lines. */
export async function agreeingShares(
  tx: Tx,
  tenantId: string,
  shares: readonly { participationId: bigint; dealId: bigint }[],
): Promise<Map<bigint, boolean>> {
  if (shares.length === 0) return new Map();
  const scope = { tenantId, dealIds: shares.map(({ dealId }) => dealId), syndicateIds: null };
  const rows = await readRollup(tx, 'participation_totals', scope, {
    participation_id: sql`${shares.map(({ participationId }) => participationId)}::bigint[]`,
  });
  return new Map(
    rows.map(({ key, kept, expected }) => [
      BigInt(key['participation_id'] ?? 0),
      kept !== null &&
        expected !== null &&
        Object.keys(expected).every((name) => kept[name] === expected[name]),
    ]),
  );
}
