import { type CompiledQuery, sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { netInvestment, paidPayouts } from '../../shared/domain/portfolio-totals.ts';
import { contributedCash, postedCash } from '../ledger/cash/posted-cash.ts';
import { isUnpaid } from '../ledger/unpaid-dates.ts';
import { compiledOnce } from '../platform/db/compiled-once.ts';
import type { Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';

interface Book {
  tenantId: string;
  syndicateId: bigint;
}

/** Reads a few rows by key, however large the book is, because the ledger updates these figures as it posts. */
export async function readSummaryStrip(tx: Tx, tenantId: string, syndicateId: bigint) {
  const { rows } = await tx.executeQuery(strip({ tenantId, syndicateId }));
  const [row] = rows;
  return row && { totals: toTotals(row), latestPayout: toLatestPayout(row) };
}

export async function readPortfolioTotals(tx: Tx, tenantId: string, syndicateId: bigint) {
  const found = await readSummaryStrip(tx, tenantId, syndicateId);
  return found?.totals;
}

const strip = compiledOnce(({ tenantId, syndicateId }: Book, _form, db) =>
  db
    .selectFrom('syndicates as s')
    .leftJoin('syndicateTotals as total', (join) =>
      join.onRef('total.tenantId', '=', 's.tenantId').onRef('total.syndicateId', '=', 's.id'),
    )
    .leftJoinLateral(
      // Payouts that are posted and not paid: a few rows, at the end of the primary key.
      (eb) =>
        eb
          .selectFrom('syndicatePayDates as coming')
          .select(({ fn }) => [
            sql<bigint>`coalesce(sum(coming.net_pay_cents), 0)::bigint`.as('upcomingCents'),
            fn.min('coming.payDate').as('upcomingPayDate'),
            fn.max('coming.payDate').as('lastUpcomingPayDate'),
          ])
          .whereRef('coming.tenantId', '=', 's.tenantId')
          .whereRef('coming.syndicateId', '=', 's.id')
          .where(isUnpaid(tenantId, 'coming'))
          .as('upcoming'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      // The newest pay date that was paid. Payouts posted for others are in the totals but not yet in the bank.
      (eb) =>
        eb
          .selectFrom('syndicatePayDates as past')
          .select(['past.payDate', 'past.grossCents', 'past.managementFeeCents', 'past.netPayCents'])
          .whereRef('past.tenantId', '=', 's.tenantId')
          .whereRef('past.syndicateId', '=', 's.id')
          .where(sql<boolean>`not ${isUnpaid(tenantId, 'past')}`)
          .orderBy('past.payDate', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('reconciliations as compared')
          .select(['compared.comparedAt as tiedOutAt', 'compared.checkedSince as tiedOutSince'])
          .whereRef('compared.tenantId', '=', 's.tenantId')
          .where('compared.tiesOut', '=', true)
          .orderBy('compared.comparedAt', 'desc')
          .limit(1)
          .as('tiedOut'),
      (join) => join.onTrue(),
    )
    .select([
      's.usesCashBalance',
      's.showsCashBalance',
      postedCash.as('cashCents'),
      contributedCash.as('contributedCents'),
      'total.participationCount',
      'total.participationAmountCents',
      'total.anticipatedReturnCents',
      'total.investmentCostCents',
      'total.portfolioBalanceCents',
      'total.netPayCents',
      'upcoming.upcomingCents',
      'upcoming.upcomingPayDate',
      'upcoming.lastUpcomingPayDate',
      'latest.payDate as latestPayDate',
      'latest.grossCents as latestGrossCents',
      'latest.managementFeeCents as latestManagementFeeCents',
      'latest.netPayCents as latestNetPayCents',
      'tiedOut.tiedOutAt',
      'tiedOut.tiedOutSince',
    ])
    .where('s.tenantId', '=', tenantId)
    .where('s.id', '=', syndicateId),
);

type Strip = ReturnType<typeof strip> extends CompiledQuery<infer R> ? R : never;

/** For a syndicate with a cash account: what its investor has contributed, or what the formula gives where that was not said. */
const netInvestmentOf = (row: Strip) =>
  netInvestment({
    investmentCost: row.investmentCostCents ?? 0n,
    totalPayouts: row.netPayCents ?? 0n,
    cashBalance: row.cashCents ?? 0n,
    netInvestmentOverride: row.contributedCents,
  });

const toTotals = (row: Strip) => ({
  ...payoutsOf({ totalPayouts: row.netPayCents ?? 0n, upcomingPayouts: row.upcomingCents ?? 0n }),
  upcomingPayDate: row.upcomingPayDate === null ? null : calendarDate(row.upcomingPayDate),
  lastUpcomingPayDate: row.lastUpcomingPayDate === null ? null : calendarDate(row.lastUpcomingPayDate),
  participationCount: row.participationCount ?? 0,
  participationAmount: row.participationAmountCents ?? 0n,
  anticipatedReturn: row.anticipatedReturnCents ?? 0n,
  investmentCost: row.investmentCostCents ?? 0n,
  portfolioBalance: row.portfolioBalanceCents ?? 0n,
  showsCashBalance: row.usesCashBalance && row.showsCashBalance,
  cashBalance: row.usesCashBalance ? (row.cashCents ?? 0n) : null,
  netInvestmentOverride: row.usesCashBalance ? netInvestmentOf(row) : null,
  tiedOutAt: row.tiedOutAt?.toISOString() ?? null,
  // Until it was stored, every comparison was of the whole book.
  tiedOutSince: (row.tiedOutSince ?? row.tiedOutAt)?.toISOString() ?? null,
});

const payoutsOf = (posted: { totalPayouts: Cents; upcomingPayouts: Cents }) => ({
  ...posted,
  paidPayouts: paidPayouts(posted),
});

/** Null while no pay date has come. Its amounts are there whenever its date is. */
const toLatestPayout = (row: Strip) =>
  row.latestPayDate === null
    ? null
    : {
        payDate: calendarDate(row.latestPayDate),
        gross: row.latestGrossCents ?? 0n,
        managementFee: row.latestManagementFeeCents ?? 0n,
        netPay: row.latestNetPayCents ?? 0n,
      };

/** The syndicate's name, and today's date in New York. */
export async function readBookName(tx: Tx, tenantId: string, syndicateId: bigint) {
  const row = await tx
    .selectFrom('syndicates')
    .select(['name as syndicateName', today.as('today')])
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  return row && { syndicateName: row.syndicateName, today: calendarDate(row.today) };
}
