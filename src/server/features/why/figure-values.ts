import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { netInvestment, portfolioReturnPercent } from '../../../shared/domain/portfolio-totals.ts';
import type { Rate } from '../../../shared/domain/rate.ts';
import type { Scenario } from '../../../shared/domain/returns.ts';
import { isOfDeals, unitOf, WHY_FIGURES, type WhyFigure } from '../../../shared/domain/why-figures.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { readBookName, readSummaryStrip } from '../../book/portfolio.queries.ts';
import { type CashAccount, readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { readReturns } from '../../ledger/returns/read-returns.ts';
import { shownReturns } from '../../ledger/returns/shown-returns.ts';
import type { Tx } from '../../platform/db/database.ts';
import { sumDeals } from './deals.queries.ts';
import { readContributed } from './entries.queries.ts';

/** One of them is set, by the unit of the figure. All are null where there is none, such as the cash of who has no account. */
export interface FigureValue {
  amount: Cents | null;
  percent: Rate | null;
  count: number | null;
}

const NOTHING: FigureValue = { amount: null, percent: null, count: null };

export interface ReadBook {
  tenantId: string;
  syndicateId: bigint;
  name: string;
  asOf: CalendarDate;
  payDate: CalendarDate | null;
  /** Null for a syndicate without a cash account. */
  account: CashAccount | null;
  returns: ReturnType<typeof shownReturns>;
  values: ReadonlyMap<WhyFigure, FigureValue>;
}

/** Every figure of a syndicate, by the same functions that answer its investor. Figures that no page adds up are left for the breakdown. */
export async function readFigures(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  asked: CalendarDate | undefined,
): Promise<ReadBook> {
  const named = await readBookName(tx, tenantId, syndicateId);
  const strip = await readSummaryStrip(tx, tenantId, syndicateId);
  if (!named || !strip) throw notFoundInTenant(`syndicate ${syndicateId}`);
  const { totals, latestPayout } = strip;
  const payDate = asked ?? latestPayout?.payDate ?? totals.upcomingPayDate;
  const account = totals.cashBalance === null ? null : await readCashAccount(tx, tenantId, syndicateId);
  const stored = await readReturns(tx, tenantId, syndicateId);
  const returns = stored ? shownReturns(stored) : null;
  const of = (scenario: Scenario) => returns?.scenarios.find((one) => one.scenario === scenario);
  const kept = await readKept(tx, { tenantId, syndicateId, payDate });
  const cashBalance = totals.cashBalance ?? 0n;
  const invested = netInvestment({ ...totals, cashBalance });
  const values: Partial<Record<WhyFigure, Cents | Rate | number | null | undefined>> = {
    'deal-count': totals.participationCount,
    'investment-cost': totals.investmentCost,
    'participation-amount': totals.participationAmount,
    'anticipated-return': totals.anticipatedReturn,
    'portfolio-balance': totals.portfolioBalance,
    'posted-payouts': totals.totalPayouts,
    'paid-payouts': totals.paidPayouts,
    'upcoming-payouts': totals.upcomingPayouts,
    'net-investment': invested,
    'portfolio-return': portfolioReturnPercent({
      portfolioBalance: totals.portfolioBalance,
      netInvestment: invested,
      cashBalance,
    }),
    repayments: kept.gross,
    'management-fees': kept.fee,
    'net-profit': totals.totalPayouts - totals.investmentCost,
    'pay-date-gross': kept.dayGross,
    'pay-date-fee': kept.dayFee,
    'pay-date-net': kept.dayNet,
    'cash-balance': totals.cashBalance,
    'cash-reserved': account?.reserved,
    'cash-available': account?.available,
    'cash-pending': account?.pending,
    contributed: account && (await readContributed(tx, tenantId, syndicateId)),
    'returns-cost': returns?.cost,
    'returns-received': returns?.paid,
    'returns-on-its-way': returns?.onItsWay,
    'net-balance': returns?.netBalance,
    'expected-balance': of('adjusted')?.counted,
    'total-value': of('agreed')?.totalValue,
    'total-value-adjusted': of('adjusted')?.totalValue,
    dpi: of('agreed')?.dpi,
    rvpi: of('agreed')?.rvpi,
    tvpi: of('agreed')?.tvpi,
    'rvpi-adjusted': of('adjusted')?.rvpi,
    'tvpi-adjusted': of('adjusted')?.tvpi,
    'yearly-rate': of('agreed')?.yearlyRate,
    'yearly-rate-adjusted': of('adjusted')?.yearlyRate,
  };
  const known = new Map(WHY_FIGURES.map((figure) => [figure, toValue(figure, values[figure])]));
  return {
    ...{ tenantId, syndicateId, payDate, account, returns },
    name: named.syndicateName,
    asOf: named.today,
    values: known,
  };
}

export function toValue(figure: WhyFigure, value: Cents | Rate | number | null | undefined): FigureValue {
  if (value === null || value === undefined) return NOTHING;
  if (unitOf(figure) === 'count') return { ...NOTHING, count: value as number };
  return typeof value === 'bigint' ? { ...NOTHING, amount: value } : { ...NOTHING, percent: value as Rate };
}

/** The value of a figure; of one that no page adds up, the sum of its deals. */
export async function figureValue(tx: Tx, book: ReadBook, figure: WhyFigure): Promise<FigureValue> {
  const isUnsummed = figure === 'commission' || figure === 'remaining-balance';
  if (isUnsummed && isOfDeals(figure)) return toValue(figure, (await sumDeals(tx, figure, book)).total);
  return book.values.get(figure) ?? NOTHING;
}

interface Kept {
  gross: Cents;
  fee: Cents;
  dayGross: Cents | null;
  dayFee: Cents | null;
  dayNet: Cents | null;
}

async function readKept(
  tx: Tx,
  { tenantId, syndicateId, payDate }: Pick<ReadBook, 'tenantId' | 'syndicateId' | 'payDate'>,
): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select coalesce(total.gross_cents, 0) as gross, coalesce(total.management_fee_cents, 0) as fee,
      paid.gross_cents as day_gross, paid.management_fee_cents as day_fee, paid.net_pay_cents as day_net
    from syndicates s
    left join syndicate_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
    left join syndicate_pay_dates paid on paid.tenant_id = s.tenant_id and paid.syndicate_id = s.id
      and paid.pay_date = ${payDate}::date
    where s.tenant_id = ${tenantId}::uuid and s.id = ${syndicateId}`.execute(tx);
  const [kept] = rows;
  if (!kept) throw notFoundInTenant(`syndicate ${syndicateId}`);
  return kept;
}
