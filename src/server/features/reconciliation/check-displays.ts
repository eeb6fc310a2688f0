import { sql } from 'kysely';
import { EXCLUDED_FROM_BALANCE } from '../../../shared/domain/deal-status.ts';
import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import { dealsSheet } from '../../book/deals-sheet.ts';
import { toParticipationChoice } from '../../book/participation-choice.ts';
import { payoutLinesSheet } from '../../book/payout-lines-sheet.ts';
import { readPortfolioTotals } from '../../book/portfolio.queries.ts';
import type { Difference } from '../../ledger/difference.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import type { Sheet } from '../../platform/spreadsheet/sheet.ts';

interface Book {
  syndicateId: bigint;
  investmentCost: Cents;
  anticipatedReturn: Cents;
  balance: Cents;
  gross: Cents;
  managementFee: Cents;
  netPay: Cents;
  /** The net pay, split into pay dates that have come and pay dates that have not. */
  paid: Cents;
  upcoming: Cents;
}

/** Where the dashboard strip or an export of a syndicate differs from the contracts and the lines. */
export async function findDisplayDifferences(tx: Tx, tenantId: string): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const book of await readBooks(tx, tenantId)) found.push(...(await checkBook(tx, tenantId, book)));
  return found;
}

/** Computed from contracts and lines alone. */
async function readBooks(tx: Tx, tenantId: string): Promise<Book[]> {
  const { rows } = await sql<Book>`
    with paid as (
      select participation_id, sum(gross_cents) as gross, sum(management_fee_cents) as fee, sum(net_pay_cents) as net,
        sum(net_pay_cents) filter (where pay_date <= ${today}) as come,
        sum(net_pay_cents) filter (where pay_date > ${today}) as coming
      from payout_lines where tenant_id = ${tenantId} group by participation_id
    )
    select s.id as syndicate_id, coalesce(sum(investment_cost_cents), 0)::bigint as investment_cost,
      coalesce(sum(anticipated_return_cents), 0)::bigint as anticipated_return,
      coalesce(sum(anticipated_return_cents - coalesce(gross, 0))
        filter (where deal.status <> all (${EXCLUDED_FROM_BALANCE})), 0)::bigint as balance,
      coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(fee), 0)::bigint as management_fee,
      coalesce(sum(net), 0)::bigint as net_pay, coalesce(sum(come), 0)::bigint as paid,
      coalesce(sum(coming), 0)::bigint as upcoming
    from syndicates s
    left join participations p on p.tenant_id = s.tenant_id and p.syndicate_id = s.id
    left join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    left join paid on paid.participation_id = p.id
    where s.tenant_id = ${tenantId} group by s.id order by s.id`.execute(tx);
  return rows;
}

async function checkBook(tx: Tx, tenantId: string, book: Book): Promise<Difference[]> {
  const { syndicateId, investmentCost, anticipatedReturn, balance, gross, managementFee, netPay } = book;
  const { paid: paidPayouts, upcoming: upcomingPayouts } = book;
  const choice = toParticipationChoice(tenantId, { syndicateId });
  const strip = await readPortfolioTotals(tx, tenantId, syndicateId);
  const deals = await addUp(dealsSheet(tx, 'quickview', choice, null));
  const payouts = await addUp(payoutLinesSheet(tx, choice, null));
  const ofDeals = {
    'Total Investment Cost': investmentCost,
    'Anticipated return': anticipatedReturn,
    Balance: balance,
    'Total Payouts': netPay,
  };
  const ofPayouts = { 'Gross amount': gross, 'Mgt Fee': managementFee, 'Net Pay': netPay };
  const comparisons: [where: string, expected: Amounts, actual: Amounts][] = [
    [
      'summary strip',
      {
        investmentCost,
        anticipatedReturn,
        portfolioBalance: balance,
        totalPayouts: netPay,
        paidPayouts,
        upcomingPayouts,
      },
      { ...strip },
    ],
    ['export of the deals', ofDeals, deals.rows],
    ['total row of the deals', ofDeals, deals.totalRow],
    ['export of the payouts', ofPayouts, payouts.rows],
    ['total row of the payouts', ofPayouts, payouts.totalRow],
  ];
  return comparisons.flatMap(([where, expected, actual]) => {
    const wrong = Object.keys(expected).filter((name) => expected[name] !== actual[name]);
    const amounts = (of: Amounts) => Object.fromEntries(wrong.map((name) => [name, inWords(of[name])]));
    const key = { syndicate_id: Number(syndicateId) };
    return wrong.length > 0 ? [{ where, key, expected: amounts(expected), actual: amounts(actual) }] : [];
  });
}

type Amounts = Readonly<Record<string, unknown>>;

const inWords = (amount: unknown) => (typeof amount === 'bigint' ? formatMoney(amount) : null);

/** The totals of a sheet's money columns: added up row by row, and as the total row states them. */
async function addUp({ columns, rows, total }: Sheet): Promise<{ rows: Amounts; totalRow: Amounts }> {
  const money = columns.flatMap(({ header, kind }, index) => (kind === 'money' ? [{ header, index }] : []));
  const sums = new Map(money.map(({ header }) => [header, 0n]));
  for await (const batch of rows) {
    for (const { cells } of batch) {
      for (const { header, index } of money) {
        const cell = cells[index];
        if (typeof cell === 'bigint') sums.set(header, (sums.get(header) ?? 0n) + cell);
      }
    }
  }
  const last = total?.() ?? [];
  const totalRow = money.map(({ header, index }) => [header, last[index]]);
  return { rows: Object.fromEntries(sums), totalRow: Object.fromEntries(totalRow) };
}
