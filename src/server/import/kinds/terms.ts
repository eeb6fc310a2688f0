import * as z from 'zod';
import {
  type DealTerms,
  type TermsReason,
  termsOn,
  WEEKDAYS,
  weekdayToKeep,
} from '../../../shared/domain/deal-terms.ts';
import { readTerms } from '../../ledger/listed-terms.ts';
import { lockDeal } from '../../ledger/locked-deals.ts';
import { recordTerms } from '../../ledger/record-terms.ts';
import { keepStandings } from '../../ledger/standings/keep-standings.ts';
import { queueForecasts } from '../../ledger/standings/turn-of-day.jobs.ts';
import { operatorName } from '../../platform/audit/operator.ts';
import { amount, date, externalId, oneOf, reference, text } from '../columns.ts';
import { defineKind } from '../kind.ts';
import { RowRefusal } from '../row-refusal.ts';

const schema = z.object({
  external_id: externalId(),
  deal: reference('deals'),
  effective_date: date(),
  payment: amount().refine((cents) => cents >= 0n, 'is less than 0'),
  frequency: oneOf(['DAILY', 'WEEKLY']).nullish(),
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
  async create({ tx, tenantId, idOf, operator }, row) {
    const dealId = idOf(row.deal);
    await lockDeal(tx, tenantId, dealId);
    const known = (await readTerms(tx, tenantId, [dealId])).get(dealId) ?? [];
    const inForce = termsOn(known, row.effective_date);
    if (!inForce) throw new RowRefusal('effective_date', 'is before the day on which the deal was funded');
    const [id] = await recordTerms(tx, tenantId, [
      {
        ...termsOf(row, inForce, known[0]),
        dealId,
        note: row.note ?? '',
        recordedBy: operatorName(operator),
      },
    ]);
    await keepStandings(tx, tenantId, [dealId]);
    await queueForecasts(tx, tenantId);
    return id ?? 0n;
  },
  async change(_work, _id, _row, changed) {
    const [column = 'payment'] = changed;
    throw new RowRefusal(column, 'stays: terms are only ever added, so give the new ones a row of their own');
  },
});

function termsOf(row: Row, inForce: DealTerms, contract: DealTerms | undefined): DealTerms {
  const frequency = row.frequency ?? inForce.frequency;
  const weekday = row.weekday ? WEEKDAYS.indexOf(row.weekday) + 1 : null;
  if (weekday !== null && frequency === 'DAILY') throw new RowRefusal('weekday', 'is only for weekly debits');
  if (row.first_debit_date && row.first_debit_date < row.effective_date)
    throw new RowRefusal('first_debit_date', 'is before the terms count');
  const kept = frequency === inForce.frequency ? weekdayToKeep(inForce) : null;
  return {
    effectiveDate: row.effective_date,
    payment: row.payment,
    frequency,
    weekday: weekday ?? (row.first_debit_date ? null : kept),
    firstDebitDate: row.first_debit_date ?? null,
    reason: reasonOf(row, inForce, contract),
  };
}

function reasonOf(row: Row, inForce: DealTerms, contract: DealTerms | undefined): TermsReason {
  if (row.payment === 0n) return 'paused';
  if (row.effective_date === contract?.effectiveDate) return 'contract';
  return inForce.payment === 0n ? 'resumed' : 'modified';
}
