import { sql } from 'kysely';
import { type CalendarDate, calendarDate, isoWeekday, isWeekday } from '../../shared/domain/calendar-date.ts';
import { ENDED_STATUSES } from '../../shared/domain/deal-status.ts';
import { type DealTerms, inOrder, WEEKDAYS } from '../../shared/domain/deal-terms.ts';
import { bankDaysBack } from '../../shared/domain/debit-days.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import {
  type DebitsOfDay,
  sayUsualWeekday,
  type UsualWeekday,
  usualWeekday,
} from '../../shared/domain/usual-weekday.ts';
import { readTerms } from '../ledger/listed-terms.ts';
import { readAsOf } from '../ledger/standings/as-of.ts';
import type { Tx } from '../platform/db/database.ts';

/** A row of a file of terms. */
export interface SuggestedTerms {
  externalId: string;
  deal: string;
  effectiveDate: CalendarDate;
  payment: string;
  frequency: 'WEEKLY';
  weekday: (typeof WEEKDAYS)[number];
  note: string;
}

export interface WeekdaySuggestion extends UsualWeekday {
  /** The external id of the deal. */
  deal: string;
  mid: string;
  /** On this weekday its debits are expected so far. */
  expectedOn: number;
  /** What to import to accept it. */
  terms: SuggestedTerms[];
}

/** The deals that an import is about, and its payments that are not posted yet. */
interface Scope {
  /** The external ids of the file of deals. */
  deals: readonly string[];
  /** Whether payments are staged. */
  hasPayments: boolean;
  /** Whether the staged payments are only tried. */
  isDryRun: boolean;
}

/**
 * The weekday on which the debits of weekly deals usually were, where their terms do not tell it and it is another one than that of the
 * funding, on which they are expected. Nothing is recorded: a person decides.
 */
export async function suggestWeekdays(tx: Tx, tenantId: string, scope: Scope): Promise<WeekdaySuggestion[]> {
  const deals = await readWeeklyDeals(tx, tenantId, scope);
  if (deals.length === 0) return [];
  const dealIds = deals.map(({ dealId }) => dealId);
  const termsOf = await readTerms(tx, tenantId, dealIds);
  const debitsOf = await readDebits(tx, tenantId, dealIds, scope);
  return deals.flatMap(({ dealId, externalId: deal, mid, fundedDate }) => {
    const untold = termsWithoutWeekday(termsOf.get(dealId) ?? []);
    const from = untold[0]?.effectiveDate;
    const debits = (debitsOf.get(dealId) ?? []).filter(({ date }) => from !== undefined && date >= from);
    const usual = usualWeekday(debits);
    const funded = calendarDate(fundedDate);
    const expectedOn = isWeekday(funded) ? isoWeekday(funded) : 1;
    if (!usual || usual.weekday === expectedOn) return [];
    return [{ ...usual, deal, mid, expectedOn, terms: termsToImport(untold, usual, { deal, mid }) }];
  });
}

/** The newest terms of a deal, back to the last ones that tell a weekday or are daily. Each of them would need one. */
function termsWithoutWeekday(terms: readonly DealTerms[]): DealTerms[] {
  const ordered = inOrder(terms);
  const last = ordered.findLastIndex(
    ({ frequency, weekday, firstDebitDate }) =>
      frequency === 'DAILY' || weekday !== null || firstDebitDate !== null,
  );
  return ordered.slice(last + 1);
}

/** A pause asks for nothing, on no weekday. */
const termsToImport = (
  untold: readonly DealTerms[],
  usual: UsualWeekday,
  { deal, mid }: { deal: string; mid: string },
): SuggestedTerms[] =>
  untold
    .filter(({ payment }) => payment > 0n)
    .map(({ effectiveDate, payment }) => ({
      externalId: `weekday of ${mid} from ${effectiveDate}`,
      deal,
      effectiveDate,
      payment: toDecimalString(payment),
      frequency: 'WEEKLY',
      weekday: WEEKDAYS[usual.weekday - 1] ?? 'monday',
      note: sayUsualWeekday(usual),
    }));

interface WeeklyDeal {
  dealId: bigint;
  externalId: string;
  mid: string;
  fundedDate: string;
}

async function readWeeklyDeals(tx: Tx, tenantId: string, scope: Scope): Promise<WeeklyDeal[]> {
  const ofPayments = scope.hasPayments
    ? sql`deal.id in (select compared.deal_id from compared_payments compared)`
    : sql`false`;
  const { rows } = await sql<WeeklyDeal>`
    select distinct on (deal.id) deal.id as deal_id, known.external_id, deal.mid, deal.funded_date
    from deals deal
    join external_ids known on known.tenant_id = deal.tenant_id and known.kind = 'deals' and known.id = deal.id
    where deal.tenant_id = ${tenantId}::uuid and deal.funded_date is not null
      and deal.status <> all(${ENDED_STATUSES}::text[])
      and (known.external_id = any(${scope.deals}::text[]) or ${ofPayments})
      and exists (
        select from deal_terms terms
        where terms.tenant_id = deal.tenant_id and terms.deal_id = deal.id and terms.payment_frequency = 'WEEKLY'
          and terms.debit_weekday is null and terms.first_debit_date is null
      )
    order by deal.id, known.external_id`.execute(tx);
  return rows;
}

interface CountedDay {
  dealId: bigint;
  debitDate: string | null;
  clearedDate: string;
  count: number;
}

/** By deal, its cleared debits with those that are still to be posted. */
async function readDebits(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
  { hasPayments, isDryRun }: Scope,
): Promise<Map<bigint, DebitsOfDay[]>> {
  const { clearingBankDays } = await readAsOf(tx, tenantId);
  const tries = hasPayments && isDryRun;
  const comesBack = tries
    ? sql`exists (select from compared_payments back
        where back.reference = payment.reference and back.comparison = 'come back')`
    : sql`false`;
  const { rows: posted } = await sql<CountedDay>`
    select payment.deal_id, coalesce(payment.debit_date, payment.cleared_date) as debit_date, payment.cleared_date,
      count(*)::integer as count
    from payments payment
    where payment.tenant_id = ${tenantId}::uuid and payment.deal_id = any(${dealIds}::bigint[])
      and payment.status = 'cleared' and not ${comesBack}
    group by 1, 2, 3`.execute(tx);
  const staged = tries
    ? await sql<CountedDay>`
        select deal_id, debit_date, cleared_date, count(*)::integer as count from compared_payments
        where comparison = 'new' and cleared_date is not null and returned_date is null
          and deal_id = any(${dealIds}::bigint[])
        group by 1, 2, 3`.execute(tx)
    : { rows: [] };
  const byDeal = new Map<bigint, DebitsOfDay[]>();
  for (const { dealId, debitDate, clearedDate, count } of [...posted, ...staged.rows]) {
    const debits = byDeal.get(dealId) ?? [];
    byDeal.set(dealId, debits);
    const date = debitDate ?? bankDaysBack(calendarDate(clearedDate), clearingBankDays);
    debits.push({ date: calendarDate(date), count });
  }
  return byDeal;
}

const COLUMNS = {
  external_id: 'externalId',
  deal: 'deal',
  effective_date: 'effectiveDate',
  payment: 'payment',
  frequency: 'frequency',
  weekday: 'weekday',
  note: 'note',
} as const;

/** The rows of all suggestions as a file of terms. Ids stay as they are, because they are read again. */
export function termsFile(suggestions: readonly WeekdaySuggestion[]): string {
  const rows = suggestions
    .flatMap(({ terms }) => terms)
    .map((row) => Object.values(COLUMNS).map((name) => `"${row[name].replaceAll('"', '""')}"`));
  return [Object.keys(COLUMNS), ...rows].map((cells) => `${cells.join(',')}\n`).join('');
}
