import { sql } from 'kysely';
import { refusals } from '../../../shared/contract/errors.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { streamRows } from '../../platform/db/stream-rows.ts';
import { unknownReference } from '../columns.ts';
import type { Findings } from '../findings.ts';
import { PAYMENT_FAULTS, type PaymentRow, payments } from '../kinds/payments.ts';
import { type ReadRow, readRows } from '../read-rows.ts';
import type { Source } from '../source.ts';

const BATCH_SIZE = 1_000;

interface Place {
  tx: Tx;
  findings: Findings;
}

/**
 * Copies a file's payments into a temporary table, where a million rows can be checked and sorted without being held in
 * memory. The table disappears with the connection, so a killed import leaves nothing behind.
 */
export async function stagePayments(
  place: Place & { onRows(count: number): void },
  source: Source,
): Promise<void> {
  const { tx, findings } = place;
  await sql`
    create temporary table staged_payments (
      line integer not null,
      reference text collate "C" not null,
      deal text collate "C" not null,
      amount_cents bigint not null,
      cleared_date date,
      returned_date date,
      return_code text,
      debit_date date,
      -- Which of the columns about clearing and return the file speaks of.
      told text[] not null
    )`.execute(tx);
  for await (const batch of readRows(source, payments, findings, BATCH_SIZE)) {
    await stage(tx, batch);
    place.onRows(batch.length);
  }
  await sql`analyze staged_payments`.execute(tx);
  await refuseRepeats(place, source);
}

/** Compares each staged payment with the book, and counts what its import would do. */
export async function compareStagedPayments(
  place: Place & { tenantId: string },
  source: Source,
): Promise<void> {
  await compareWithBook(place.tx, place.tenantId);
  await reportFindings(place, source);
}

/** Also removes what a failed import has left behind. */
export async function dropStagedPayments(connection: Database): Promise<void> {
  await sql`close all`.execute(connection);
  await sql`drop table if exists staged_payments, compared_payments`.execute(connection);
}

/** One JSON text is cheaper to write and to read than an array for each column. */
async function stage(tx: Tx, batch: readonly ReadRow<typeof payments.schema>[]): Promise<void> {
  const rows = JSON.stringify(batch.map(toStaged));
  await sql`
    insert into staged_payments
    select * from json_to_recordset(${rows}::json) as row (line integer, reference text, deal text, amount_cents bigint,
      cleared_date date, returned_date date, return_code text, debit_date date, told text[])`.execute(tx);
}

const toStaged = ({ line, row }: { line: number; row: PaymentRow }) => ({
  line,
  reference: row.reference,
  deal: row.deal,
  amount_cents: row.amount.toString(),
  cleared_date: row.cleared_date,
  returned_date: row.returned_date,
  return_code: row.return_code,
  debit_date: row.debit_date,
  told: (['cleared_date', 'returned_date', 'return_code'] as const).filter((name) => row[name] !== undefined),
});

async function refuseRepeats({ tx, findings }: Place, source: Source): Promise<void> {
  const repeated = sql<{ line: number; reference: string; first: number }>`
    select line, reference, first from (
      select line, reference, min(line) over (partition by reference) as first from staged_payments
    ) numbered
    where line > first`;
  for await (const batch of streamRows(tx, repeated))
    for (const { line, reference, first } of batch)
      findings.bad(source, {
        line,
        column: 'reference',
        reason: `is in line ${first} too`,
        value: reference,
      });
  await sql`delete from staged_payments where line in (select line from (${repeated}) repeated)`.execute(tx);
}

/** Every staged row with its deal, and with the recorded payment of the same reference if there is one. */
async function compareWithBook(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    create temporary table compared_payments as
    select s.line, s.reference, s.deal, known.id as deal_id, s.amount_cents, now.cleared_date, now.returned_date, now.return_code,
      s.debit_date,
      case
        when known.id is null then 'no deal'
        when deal.funded_date is null then 'not funded'
        -- Taken back by the funder and not by the bank, it has a date and no code. The bank can say nothing more of it.
        when p.is_void and p.deal_id = known.id and p.amount_cents = s.amount_cents and p.cleared_date = now.cleared_date
          and s.returned_date is null and s.return_code is null and now.is_same_debit then 'unchanged'
        when p.is_void then 'corrected'
        when now.cleared_date is null and now.returned_date is null then 'no date'
        when (now.returned_date is null) <> (now.return_code is null) then 'half a return'
        when now.returned_date < now.cleared_date then 'early return'
        when s.debit_date > coalesce(now.cleared_date, now.returned_date) then 'late debit'
        when p.id is null then 'new'
        when p.deal_id <> known.id then 'other deal'
        when p.amount_cents <> s.amount_cents then 'other amount'
        when p.cleared_date is distinct from now.cleared_date then 'other clearing'
        when not now.is_same_debit then 'other debit'
        when p.returned_date is not distinct from now.returned_date and p.return_code is not distinct from now.return_code
          then 'unchanged'
        when p.status = 'cleared' then 'come back'
        else 'other return'
      end as comparison
    from staged_payments s
    left join external_ids known on known.tenant_id = ${tenantId} and known.kind = 'deals' and known.external_id = s.deal
    left join deals deal on deal.tenant_id = ${tenantId} and deal.id = known.id
    left join payments p on p.tenant_id = ${tenantId} and p.reference = s.reference
    -- What the file leaves out is as it is known.
    cross join lateral (
      select case when 'cleared_date' = any(s.told) then s.cleared_date else p.cleared_date end as cleared_date,
        case when 'returned_date' = any(s.told) then s.returned_date else p.returned_date end as returned_date,
        case when 'return_code' = any(s.told) then s.return_code else p.return_code end as return_code,
        -- An empty day of the debit says nothing.
        s.debit_date is null or s.debit_date = coalesce(p.debit_date, p.cleared_date, p.returned_date) as is_same_debit
    ) now`.execute(tx);
  await sql`analyze compared_payments`.execute(tx);
}

type Words = readonly ['bad' | 'refused', column: string, reason: string];

const WORDS: Readonly<Record<string, Words>> = {
  'other deal': ['refused', 'deal', 'stays: this payment was posted to another deal'],
  'other amount': ['refused', 'amount', 'stays: this payment was posted with another'],
  'other clearing': ['refused', 'cleared_date', 'stays: this payment was posted with another'],
  'other debit': ['refused', 'debit_date', 'stays: this payment was posted with another'],
  corrected: ['refused', '', refusals.payment_corrected.message],
  'other return': ['refused', 'returned_date', 'stays: this payment has come back already'],
};

/** Problems name the deal by its external id, as in every other file. */
function wordsOf({ comparison }: Fault): Words {
  if (comparison === 'no deal') return ['bad', 'deal', unknownReference({ kind: 'deals' })];
  if (comparison === 'not funded') return ['bad', 'deal', 'is not funded'];
  const fault = PAYMENT_FAULTS[comparison as keyof typeof PAYMENT_FAULTS];
  return fault ? ['bad', ...fault] : (WORDS[comparison] ?? ['bad', '', comparison]);
}

interface Fault {
  line: number;
  comparison: string;
  /** As the file has them, but for the amount. */
  cells: Record<string, string | undefined>;
}

async function reportFindings({ tx, findings }: Place, source: Source): Promise<void> {
  const faults = sql<Fault>`
    select line, comparison, jsonb_strip_nulls(jsonb_build_object('reference', reference, 'deal', deal,
      'amount', (amount_cents / 100.0)::numeric(14, 2)::text, 'cleared_date', cleared_date, 'returned_date', returned_date,
      'return_code', return_code, 'debit_date', debit_date)) as cells
    from compared_payments where comparison not in ('new', 'come back', 'unchanged')
    order by line`;
  for await (const batch of streamRows(tx, faults)) {
    for (const fault of batch) {
      const [outcome, column, reason] = wordsOf(fault);
      findings[outcome](source, { line: fault.line, column, reason, value: fault.cells[column] });
    }
  }
  const counted = await sql<{ count: bigint }>`
    select count(*) from compared_payments where comparison = 'unchanged'`.execute(tx);
  findings.count(source, 'unchanged', Number(counted.rows[0]?.count ?? 0));
}
