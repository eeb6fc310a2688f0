import { sql } from 'kysely';
import { EXCLUDED_FROM_BALANCE } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { dealsSheet } from '../../book/deals-sheet.ts';
import { toParticipationChoice } from '../../book/participation-choice.ts';
import { type PayoutSums, payoutLinesSheet, sumPayoutLines } from '../../book/payout-lines-sheet.ts';
import type { Difference } from '../../ledger/difference.ts';
import { isUnpaid } from '../../ledger/unpaid-dates.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Sheet } from '../../platform/spreadsheet/sheet.ts';
import { type Amounts, differencesOf } from './amounts.ts';
import { compareStrip, type StripFigures } from './check-strip.ts';
import { type ExportPart, hasStrip } from './export-checks.ts';

interface Book extends StripFigures {
  gross: Cents;
  managementFee: Cents;
}

/** Where the exports of a syndicate, or its dashboard strip, differ from the contracts and the lines. */
export async function findDisplayDifferences(
  tx: Tx,
  tenantId: string,
  part: ExportPart,
): Promise<Difference[]> {
  const { syndicateId, agreementMonth } = part;
  const book = await readBook(tx, tenantId, part);
  const choice = { ...toParticipationChoice(tenantId, { syndicateId }), agreementMonth };
  const deals = await addUp(dealsSheet(tx, 'quickview', choice, null));
  const payouts = part.isSummed
    ? { rows: payoutAmounts(await sumPayoutLines(tx, choice)) }
    : await addUp(payoutLinesSheet(tx, choice, null));
  const ofDeals = {
    'Total Investment Cost': book.investmentCost,
    'Anticipated return': book.anticipatedReturn,
    Balance: book.balance,
    'Total Payouts': book.netPay,
  };
  const ofPayouts = payoutAmounts(book);
  const key = { syndicate_id: Number(syndicateId), ...(agreementMonth && { month: agreementMonth }) };
  return differencesOf(key, [
    ...(hasStrip(part) ? [await compareStrip(tx, tenantId, syndicateId, book)] : []),
    { where: 'export of the deals', expected: ofDeals, actual: deals.rows },
    { where: 'total row of the deals', expected: ofDeals, actual: deals.totalRow },
    { where: 'export of the payouts', expected: ofPayouts, actual: payouts.rows },
    ...('totalRow' in payouts
      ? [{ where: 'total row of the payouts', expected: ofPayouts, actual: payouts.totalRow }]
      : []),
  ]);
}

/** Computed from contracts and lines alone; of a large syndicate from the rollups of its shares, which are compared with them. */
async function readBook(tx: Tx, tenantId: string, part: ExportPart): Promise<Book> {
  const { syndicateId, agreementMonth, isFromLines } = part;
  // Read for each share by itself. A join of all shares with all sums would be as good as the planner's guess of how many there are,
  // and it guesses one where the tenant is new or the plan is made for any tenant.
  const fromLines = sql`
    select sum(line.gross_cents) as gross, sum(line.management_fee_cents) as fee, sum(line.net_pay_cents) as net,
      sum(line.net_pay_cents) filter (where not ${isUnpaid(tenantId, 'day')}) as come,
      sum(line.net_pay_cents) filter (where ${isUnpaid(tenantId, 'day')}) as coming
    from payments payment
    join payout_lines line on line.tenant_id = ${tenantId}::uuid and line.payment_id = payment.id and line.participation_id = p.id
    left join syndicate_pay_dates day on day.tenant_id = ${tenantId}::uuid and day.syndicate_id = ${syndicateId}
      and day.pay_date = line.pay_date
    where payment.tenant_id = ${tenantId}::uuid and payment.deal_id = p.deal_id`;
  const fromTotals = sql`
    select gross_cents as gross, management_fee_cents as fee, net_pay_cents as net, 0 as come, 0 as coming
    from participation_totals total where total.tenant_id = ${tenantId}::uuid and total.participation_id = p.id`;
  const { rows } = await sql<Book>`
    select coalesce(sum(p.investment_cost_cents), 0)::bigint as investment_cost,
      coalesce(sum(p.anticipated_return_cents), 0)::bigint as anticipated_return,
      coalesce(sum(p.anticipated_return_cents - coalesce(gross, 0))
        filter (where deal.status <> all (${EXCLUDED_FROM_BALANCE})), 0)::bigint as balance,
      coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(fee), 0)::bigint as management_fee,
      coalesce(sum(net), 0)::bigint as net_pay, coalesce(sum(come), 0)::bigint as paid,
      coalesce(sum(coming), 0)::bigint as upcoming
    from participations p
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    left join lateral (${isFromLines ? fromLines : fromTotals}) paid on true
    where p.tenant_id = ${tenantId}::uuid and p.syndicate_id = ${syndicateId}
      and p.agreement_date >= coalesce(${agreementMonth}::date, '-infinity')
      and p.agreement_date < coalesce((${agreementMonth}::date + interval '1 month')::date, 'infinity')`.execute(
    tx,
  );
  const [book] = rows;
  if (!book) throw new Error('A sum is one row.');
  return book;
}

/** By the headers of the export. */
const payoutAmounts = ({ gross, managementFee, netPay }: PayoutSums): Amounts => ({
  'Gross amount': gross,
  'Mgt Fee': managementFee,
  'Net Pay': netPay,
});

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
