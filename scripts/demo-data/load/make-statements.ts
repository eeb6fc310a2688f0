import { sql } from 'kysely';
import { writeCashEntries } from '../../../src/server/ledger/cash/cash-entries.ts';
import type { Database } from '../../../src/server/platform/db/database.ts';
import { readToday } from '../../../src/server/platform/db/today.ts';
import { withTenant } from '../../../src/server/platform/db/transactions.ts';
import { dueMonth } from '../../../src/server/statements/due-months.ts';
import { makeDueStatements } from '../../../src/server/statements/make-statements.ts';
import { bankDayFrom, isBankDay } from '../../../src/shared/domain/bank-holidays.ts';
import {
  addDays,
  type CalendarDate,
  calendarDate,
  lastOfMonth,
} from '../../../src/shared/domain/calendar-date.ts';

/**
 * Makes the statements since January of last year as the nightly job does, and then has something entered late, so that the last one of
 * a syndicate with movements of cash is corrected.
 */
export async function makeDemoStatements(db: Database, tenantIds: readonly string[]): Promise<number> {
  const due = dueMonth(await readToday(db));
  const from = calendarDate(`${Number(due.slice(0, 4)) - 1}-01-01`);
  let count = 0;
  for (const tenantId of tenantIds) {
    await withTenant(db, tenantId, (tx) =>
      sql`update tenants set statements_from = ${from}::date where id = ${tenantId}::uuid`.execute(tx),
    );
    const first = await makeDueStatements(db, tenantId);
    await enterLateFee(db, tenantId, due);
    const second = await makeDueStatements(db, tenantId);
    await dateStatements(db, tenantId);
    count += first.made + second.made + second.corrected;
  }
  return count;
}

/** The fee of a wire that the bank billed after the month was over. */
async function enterLateFee(db: Database, tenantId: string, month: CalendarDate): Promise<void> {
  let day = addDays(month, 19);
  while (!isBankDay(day)) day = addDays(day, -1);
  await withTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<{ syndicateId: bigint }>`
      select distinct syndicate_id from cash_entries where tenant_id = ${tenantId}::uuid and kind = 'fee'`.execute(
      tx,
    );
    await writeCashEntries(
      tx,
      tenantId,
      rows.map(({ syndicateId }) => ({
        syndicateId,
        kind: 'fee',
        effectiveDate: day,
        amount: -35_00n,
        reference: 'WIRE-20371',
        reason: 'Fee of the wire, billed by the bank after the month was over',
        recordedBy: 'demo data',
      })),
    );
  });
}

/** The statements were all made just now; a first version is of the bank day after its period, a correction of a week later. */
async function dateStatements(db: Database, tenantId: string): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<{ id: bigint; lastMonth: string; version: number }>`
      select id, version, (case kind when 'month' then period_start else period_start + interval '11 months' end)::date::text
        as last_month
      from statements where tenant_id = ${tenantId}::uuid`.execute(tx);
    const made = rows.map(({ id, lastMonth, version }) => {
      const day = bankDayFrom(addDays(lastOfMonth(calendarDate(lastMonth)), 1));
      return { id: id.toString(), at: `${version === 1 ? day : bankDayFrom(addDays(day, 7))} 06:50:00+00` };
    });
    await sql`alter table statements disable trigger append_only`.execute(tx);
    await sql`
      update statements set made_at = least(made.at, now())
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) made (id bigint, at timestamptz)
      where statements.tenant_id = ${tenantId}::uuid and statements.id = made.id`.execute(tx);
    await sql`alter table statements enable trigger append_only`.execute(tx);
  });
}
