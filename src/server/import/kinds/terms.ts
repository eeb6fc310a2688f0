import * as z from 'zod';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import {
  areSameTerms,
  contractOf,
  type DealTerms,
  type TermsChange,
  termsOn,
  WEEKDAYS,
} from '../../../shared/domain/deal-terms.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { PAYMENT_FREQUENCIES } from '../../../shared/domain/offer-terms.ts';
import { decideTerms } from '../../ledger/decide-terms.ts';
import { type RecordedTerms, readTerms } from '../../ledger/listed-terms.ts';
import { lockDeals } from '../../ledger/locked-deals.ts';
import { type NewTerms, recordTerms } from '../../ledger/record-terms.ts';
import { keepStandings } from '../../ledger/standings/keep-standings.ts';
import { queueForecasts } from '../../ledger/standings/turn-of-day.jobs.ts';
import { operatorName } from '../../platform/audit/operator.ts';
import { Refusal } from '../../platform/errors.ts';
import { amount, date, externalId, oneOf, reference, text } from '../columns.ts';
import { defineKind, type ExistingRow, type RowContext } from '../kind.ts';
import { RowRefusal } from '../row-refusal.ts';

const schema = z.object({
  external_id: externalId(),
  deal: reference('deals'),
  effective_date: date(),
  payment: amount().refine((cents) => cents >= 0n, 'is less than 0'),
  frequency: oneOf(PAYMENT_FREQUENCIES).nullish(),
  weekday: oneOf(WEEKDAYS).nullish(),
  first_debit_date: date().nullish(),
  note: text(500).nullish(),
});

type Row = z.output<typeof schema>;

export const terms = defineKind({
  name: 'terms',
  locksLedger: true,
  about:
    'What deals ask of their merchants from a day on: lower payments, pauses, and the weekday of weekly debits. The contract of a deal is ' +
    'there already; a row from the funded date says more of it. Terms are only ever added: a row that was imported cannot be changed.',
  schema,
  describe: {
    external_id: 'your id of these terms',
    deal: '`external_id` of the deal',
    effective_date: 'the first day on which they count',
    payment: 'one debit; 0 pauses the deal',
    frequency: '`DAILY` or `WEEKLY`; as before if empty',
    weekday: `of weekly debits: one of ${WEEKDAYS.join(', ')}; as before if empty`,
    first_debit_date: 'day of the first debit under these terms, where it is not the next one',
    note: 'why',
  },
  examples: [
    {
      external_id: 'T-1',
      deal: 'D-1',
      effective_date: '2026-10-26',
      payment: '350.00',
      note: 'Reconciliation',
    },
  ],
  async create(work, row) {
    const [created] = await createAll(work, [row]);
    return created ?? 0n;
  },
  createAll,
  async change({ tx, tenantId, idOf }, id, row, changed) {
    const dealId = idOf(row.deal);
    const known = (await readTerms(tx, tenantId, [dealId])).get(dealId) ?? [];
    const stored = known.find((each) => each.id === id);
    if (!stored) throw new RowRefusal('deal', STAYS);
    const before = known.filter((each) => each.id < id);
    const told = toldTerms(withKept(row, stored), before.length > 0 ? before : [stored]);
    const other = COMPARED.find(([field]) => told[field] !== stored[field]);
    if (other) throw new RowRefusal(other[1], STAYS);
    if (changed.has('note') && (row.note ?? '') !== stored.note) throw new RowRefusal('note', STAYS);
    return undefined;
  },
});

const STAYS = 'stays: terms are only ever added, so give the new ones a row of their own';

const COMPARED = [
  ['effectiveDate', 'effective_date'],
  ['payment', 'payment'],
  ['frequency', 'frequency'],
  ['weekday', 'weekday'],
  ['firstDebitDate', 'first_debit_date'],
] as const;

/** What a file leaves out is as it was recorded. */
const withKept = (row: Row, { frequency, weekday, firstDebitDate }: DealTerms): Row => ({
  ...row,
  ...(row.frequency === undefined && { frequency }),
  ...(row.weekday === undefined && { weekday: weekday === null ? null : WEEKDAYS[weekday - 1] }),
  ...(row.first_debit_date === undefined && { first_debit_date: firstDebitDate }),
});

/** Adds the terms in the order of the file, each to those before it. Terms that are recorded already are not added again. */
async function createAll(work: RowContext, rows: readonly Row[]): Promise<(bigint | ExistingRow)[]> {
  const { tx, tenantId, idOf, operator } = work;
  const dealIds = [...new Set(rows.map((row) => idOf(row.deal)))];
  const deals = await lockDeals(tx, tenantId, dealIds);
  const known: ReadonlyMap<bigint, DealTerms[]> = await readTerms(tx, tenantId, dealIds);
  const recorded = new Map<DealTerms, bigint>();
  const added: NewTerms[] = [];
  const decided = rows.map((row) => {
    const dealId = idOf(row.deal);
    if (!deals.has(dealId)) throw new RowRefusal('deal', 'is not funded');
    const ofDeal = known.get(dealId) ?? [];
    const told = toldTerms(row, ofDeal);
    const same = termsOn(ofDeal, row.effective_date);
    if (same && areSameTerms(told, same)) return { terms: same, isNew: false };
    const terms = { ...told, dealId, note: row.note ?? '', recordedBy: operatorName(operator) };
    added.push(terms);
    ofDeal.push(terms);
    return { terms, isNew: true };
  });
  const ids = await recordTerms(tx, tenantId, added);
  for (const terms of [...known.values()].flat()) if (isRecorded(terms)) recorded.set(terms, terms.id);
  for (const [index, terms] of added.entries()) recorded.set(terms, ids[index] ?? 0n);
  if (added.length > 0) {
    await keepStandings(tx, tenantId, [...new Set(added.map(({ dealId }) => dealId))]);
    await queueForecasts(tx, tenantId);
  }
  return decided.map(({ terms, isNew }) => {
    const id = recorded.get(terms) ?? 0n;
    return isNew ? id : { existingId: id, changes: [] };
  });
}

const isRecorded = (terms: DealTerms): terms is RecordedTerms => 'id' in terms;

function toldTerms(row: Row, known: readonly DealTerms[]): DealTerms {
  const { effective_date: effectiveDate, payment } = row;
  const inForce = termsOn(known, effectiveDate);
  if (!inForce) throw new RowRefusal('effective_date', 'is before the day on which the deal was funded');
  const frequency = row.frequency ?? undefined;
  const weekday = row.weekday ? WEEKDAYS.indexOf(row.weekday) + 1 : undefined;
  const firstDebitDate = row.first_debit_date ?? undefined;
  const change = changeOf(payment, effectiveDate, inForce);
  const asked = { change, payment, frequency, weekday, firstDebitDate };
  const told = refusingByColumn(() => decideTerms(asked, effectiveDate, inForce, known));
  return saysMoreOfContract(told, contractOf(known)) ? { ...told, reason: 'contract' } : told;
}

function changeOf(payment: Cents, effectiveDate: CalendarDate, inForce: DealTerms): TermsChange {
  if (payment === 0n) return 'paused';
  const isResumedThen = inForce.reason === 'resumed' && inForce.effectiveDate === effectiveDate;
  return inForce.payment === 0n || isResumedThen ? 'resumed' : 'modified';
}

/** The same payment from the day of the contract on: it is still the contract, and not a modification of it. */
const saysMoreOfContract = (told: DealTerms, contract: DealTerms | undefined): boolean =>
  contract !== undefined &&
  told.effectiveDate === contract.effectiveDate &&
  told.payment === contract.payment &&
  told.frequency === contract.frequency;

/** What the ledger refuses, by the column that it is about. */
const FAULTS: Readonly<Record<string, readonly [column: string, reason: string]>> = {
  first_debit_too_early: ['first_debit_date', 'is before the day from which the terms count'],
  weekday_of_daily_terms: ['weekday', 'is only for weekly debits'],
};

function refusingByColumn<T>(decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    const fault = error instanceof Refusal ? FAULTS[error.code] : undefined;
    throw fault ? new RowRefusal(...fault) : error;
  }
}
