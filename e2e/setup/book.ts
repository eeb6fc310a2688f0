import { sql } from 'kysely';
import { openDatabase, type Tx } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { type CalendarDate, calendarDate } from '../../src/shared/domain/calendar-date.ts';
import { sumMoney } from '../../src/shared/domain/money.ts';
import { readDeals } from './book-deals.ts';
import {
  type DealFile,
  type FileKind,
  findFile,
  readAdvances,
  readAverages,
  readMonths,
  readOffer,
} from './book-files.ts';
import { readForecast } from './book-forecast.ts';
import {
  type PayingDeal,
  readDealsOfPayDate,
  readPayDates,
  readPayingDeals,
  readPayouts,
} from './book-payouts.ts';
import { databaseUrl, HARBOR_CAPITAL } from './environment.ts';

export type Book = ReturnType<typeof openBook>;

/** Reads contracts and ledger lines directly, not the rollups that the server reads. */
export function openBook() {
  const db = openDatabase(databaseUrl('DATABASE_URL'), { maxConnections: 1 });
  const read = <T>(query: (tx: Tx) => Promise<T>) =>
    withTenant(db, HARBOR_CAPITAL, query, { readOnly: true });
  const readOf = <T>(syndicate: string, query: (tx: Tx, syndicateId: bigint) => Promise<T>) =>
    read(async (tx) => query(tx, (await findSyndicate(tx, syndicate)).id));
  return {
    figuresOf: (syndicate: string) => read((tx) => readFigures(tx, syndicate)),
    dealsOf: (syndicate: string) => readOf(syndicate, readDeals),
    idOf: (syndicate: string) => readOf(syndicate, async (_, id) => id),
    /** The deals, ordered by the number of pay dates, the most first. */
    payingDealsOf: (syndicate: string) => readOf(syndicate, readPayingDeals),
    payoutsOf: (deal: PayingDeal) => read((tx) => readPayouts(tx, deal)),
    payDatesOf: (syndicate: string) => readOf(syndicate, readPayDates),
    /** What the portal has worked out, and beside it the net balance of the open shares from contracts and lines. */
    forecastOf: (syndicate: string) => readOf(syndicate, readForecast),
    dealsPaidOn: (syndicate: string, payDate: CalendarDate) =>
      readOf(syndicate, (tx, id) => readDealsOfPayDate(tx, id, payDate)),
    /** A deal of the syndicate with a file of that kind, and what the file says. */
    fileOf: (syndicate: string, kind: FileKind) =>
      readOf(syndicate, async (tx, id) => fullFile(tx, await findFile(tx, id, kind))),
    close: () => db.destroy(),
  };
}

async function fullFile(tx: Tx, file: DealFile) {
  return {
    ...file,
    averages: await readAverages(tx, file.companyId),
    months: await readMonths(tx, file.companyId),
    advances: await readAdvances(tx, file.companyId),
    offer: await readOffer(tx, file.dealId),
  };
}

const findSyndicate = (tx: Tx, name: string) =>
  tx.selectFrom('syndicates').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

/** From the entries of the cash account by today, which not every syndicate has. */
async function readCash(tx: Tx, syndicateId: bigint) {
  const { rows } = await sql<{ cash: bigint | null; contributed: bigint | null }>`
    select sum(amount_cents)::bigint as cash, (sum(contributed_cents)
      + coalesce(sum(amount_cents) filter (where kind in ('deposit', 'withdrawal')), 0))::bigint as contributed
    from cash_entries
    where syndicate_id = ${syndicateId} and effective_date <= (now() at time zone 'America/New_York')::date`.execute(
    tx,
  );
  return { cashBalance: rows[0]?.cash ?? null, netInvestmentOverride: rows[0]?.contributed ?? null };
}

async function readFigures(tx: Tx, syndicateName: string) {
  const syndicate = await findSyndicate(tx, syndicateName);
  const contracts = await sql<{ deals: bigint; cost: bigint; anticipated: bigint; balance: bigint }>`
    select count(*) as deals, coalesce(sum(p.investment_cost_cents), 0)::bigint as cost,
      coalesce(sum(p.anticipated_return_cents), 0)::bigint as anticipated,
      coalesce(sum(p.anticipated_return_cents - coalesce(paid.gross, 0))
        filter (where d.status not in ('Write-off', 'Complete with discount')), 0)::bigint as balance
    from participations p
    join deals d on d.tenant_id = p.tenant_id and d.id = p.deal_id
    left join (select participation_id, sum(gross_cents) as gross from payout_lines group by 1) paid
      on paid.participation_id = p.id
    where p.syndicate_id = ${syndicate.id}`.execute(tx);
  const payouts = await sql<{ date: string; net: bigint; hasCome: boolean }>`
    select pay_date as date, sum(net_pay_cents)::bigint as net,
      pay_date <= (now() at time zone 'America/New_York')::date as has_come
    from payout_lines
    where syndicate_id = ${syndicate.id} group by 1 order by 1 desc`.execute(tx);
  const [contract] = contracts.rows;
  if (!contract) throw new Error('A sum always has a row.');
  const latest = payouts.rows.find((payout) => payout.hasCome);
  return {
    deals: Number(contract.deals),
    investmentCost: contract.cost,
    anticipatedReturn: contract.anticipated,
    portfolioBalance: contract.balance,
    totalPayouts: sumMoney(payouts.rows.map(({ net }) => net)),
    paidPayouts: sumMoney(payouts.rows.filter(({ hasCome }) => hasCome).map(({ net }) => net)),
    upcoming: payouts.rows
      .filter(({ hasCome }) => !hasCome)
      .map(({ date, net }) => ({ payDate: calendarDate(date), netPay: net })),
    latestPayout: latest ? { payDate: calendarDate(latest.date), netPay: latest.net } : null,
    ...(await readCash(tx, syndicate.id)),
  };
}
