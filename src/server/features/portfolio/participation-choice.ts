import { type RawBuilder, sql } from 'kysely';
import type { Input } from '../../../shared/contract/endpoint.ts';
import type { SortColumn } from '../../../shared/contract/participations.ts';
import type { portfolioContract } from '../../../shared/contract/portfolio.ts';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../shared/domain/deal-status.ts';

/** Which of a syndicate's participations, and in which order. */
export interface ParticipationChoice {
  tenantId: string;
  syndicateId: bigint;
  search: string;
  status: DealStatus | null;
  agreementMonth: CalendarDate | null;
  payoutsFrom: CalendarDate | null;
  payoutsTo: CalendarDate | null;
  sort: { column: SortColumn; direction: 'asc' | 'desc' };
}

type Asked = Omit<Input<typeof portfolioContract.participations>['body'], 'page' | 'length'>;

/** As asked, and as the older system began where nothing was asked: everything, the latest agreement first. */
export const choiceOf = (tenantId: string, asked: Asked): ParticipationChoice => ({
  tenantId,
  syndicateId: asked.syndicateId,
  search: asked.search ?? '',
  status: asked.filter?.status ?? null,
  agreementMonth: asked.filter?.agreementMonth ?? null,
  payoutsFrom: asked.payoutsFrom ?? null,
  payoutsTo: asked.payoutsTo ?? null,
  sort: asked.sort ?? { column: 'agreementDate', direction: 'desc' },
});

type Table = 'listed_participations' | 'participation_totals';

interface SortKey {
  table: Table;
  column: string;
  /** Rows without a value come last when the largest come first. */
  isNullable?: true;
}

/** Each has an index of its own that leads with tenant and syndicate and holds both filters. */
const SORT_KEYS: Readonly<Record<SortColumn, SortKey>> = {
  agreementDate: { table: 'listed_participations', column: 'agreement_date' },
  status: { table: 'listed_participations', column: 'deal_status' },
  merchantName: { table: 'listed_participations', column: 'merchant_key' },
  mid: { table: 'listed_participations', column: 'mid' },
  sharePercent: { table: 'listed_participations', column: 'share_percent' },
  investmentCost: { table: 'listed_participations', column: 'investment_cost_cents' },
  anticipatedReturn: { table: 'listed_participations', column: 'anticipated_return_cents' },
  anticipatedReturnPercent: { table: 'listed_participations', column: 'gain_millionths' },
  remainingBalance: { table: 'participation_totals', column: 'remaining_balance_cents' },
  countedBalance: { table: 'participation_totals', column: 'counted_balance_cents' },
  paidInRatio: { table: 'participation_totals', column: 'paid_in_millionths' },
  totalPayouts: { table: 'participation_totals', column: 'net_pay_cents' },
  collected: { table: 'participation_totals', column: 'gross_cents' },
  netProfit: { table: 'participation_totals', column: 'net_profit_cents' },
  lastClearedDate: { table: 'participation_totals', column: 'last_cleared_date', isNullable: true },
};

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const;

/** The table that the order is read from. Both hold an entry for every participation. */
export const tableOf = (choice: ParticipationChoice): Table => SORT_KEYS[choice.sort.column].table;

export function orderBy(choice: ParticipationChoice, isBackwards = false): RawBuilder<unknown> {
  const { column, isNullable } = SORT_KEYS[choice.sort.column];
  const direction = isBackwards ? OPPOSITE[choice.sort.direction] : choice.sort.direction;
  const nulls = isNullable ? (direction === 'desc' ? ' nulls last' : ' nulls first') : '';
  return sql.raw(`entry.${column} ${direction}${nulls}, entry.participation_id ${direction}`);
}

/** The conditions on an `entry` of the given table. */
export function conditions(choice: ParticipationChoice, table: Table): RawBuilder<unknown> {
  const all = [
    sql`entry.tenant_id = ${choice.tenantId}::uuid and entry.syndicate_id = ${choice.syndicateId}`,
  ];
  if (choice.status) all.push(sql`entry.deal_status = ${choice.status}`);
  if (choice.agreementMonth) {
    const month = choice.agreementMonth;
    all.push(
      sql`entry.agreement_date >= ${month}::date and entry.agreement_date < ${month}::date + interval '1 month'`,
    );
  }
  if (choice.payoutsFrom || choice.payoutsTo) all.push(payoutsRan(choice, table));
  const searched = searchText(choice.search);
  if (searched) all.push(found(choice, searched));
  return sql.join(all, sql` and `);
}

/** From the first payout to the last, some of it within the time asked for. */
function payoutsRan(choice: ParticipationChoice, table: Table): RawBuilder<unknown> {
  const { tenantId, syndicateId, payoutsFrom, payoutsTo } = choice;
  const ran = (side: string) => {
    const bounds = [
      ...(payoutsFrom ? [sql`${sql.raw(side)}.last_pay_date >= ${payoutsFrom}::date`] : []),
      ...(payoutsTo ? [sql`${sql.raw(side)}.first_pay_date <= ${payoutsTo}::date`] : []),
    ];
    return sql.join(bounds, sql` and `);
  };
  if (table === 'participation_totals') return ran('entry');
  return sql`entry.participation_id in (
    select total.participation_id from participation_totals total
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId} and ${ran('total')}
  )`;
}

/** Search terms are kept this long, and an ending shorter than three letters is not kept (see the migration). */
const LONGEST_TERM = 40;
const SHORTEST_TERM = 3;

const searchText = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, ' ');

/** Three letters or more are found anywhere in the merchant's name or the MID, fewer at the beginning. */
function found(choice: ParticipationChoice, searched: string): RawBuilder<unknown> {
  const { tenantId, syndicateId } = choice;
  const from = searched.slice(0, LONGEST_TERM);
  // Nothing that begins with the text sorts after the text with the last of all characters behind it.
  const to = `${from}\u{10ffff}`;
  if (searched.length < SHORTEST_TERM) {
    return sql`entry.participation_id in (
      select listed.participation_id from listed_participations listed
      where listed.tenant_id = ${tenantId}::uuid and listed.syndicate_id = ${syndicateId}
        and (listed.merchant_key between ${from} and ${to} or lower(listed.mid) between ${from} and ${to})
    )`;
  }
  return sql`entry.participation_id in (
    select p.id from deal_search_terms term
    join participations p on p.tenant_id = term.tenant_id and p.deal_id = term.deal_id
    where term.tenant_id = ${tenantId}::uuid and term.term between ${from} and ${to}
      and p.tenant_id = ${tenantId}::uuid and p.syndicate_id = ${syndicateId}
  )`;
}
