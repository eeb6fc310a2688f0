import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { holdImports } from '../../statements/hold-imports.ts';
import type { ReportKey } from './report-day.ts';

/**
 * After this time a report counts as abandoned: a mail takes seconds, and the mailer gives up on a silent server after
 * thirty.
 */
const isAbandoned = sql<boolean>`report.state = 'sending' and report.sending_since < now() - interval '10 minutes'`;

/**
 * The reports of a day that are still to be sent: new ones, and those that failed or were abandoned. A syndicate gets a
 * report as long as it has deals with an open balance or a recent payout, unless the accounts of all its users are
 * closed.
 */
export async function reportsToSend(tx: Tx, tenantId: string, reportDate: CalendarDate): Promise<bigint[]> {
  const { rows } = await sql<{ syndicateId: bigint }>`
    insert into nightly_reports as report (tenant_id, syndicate_id, report_date)
    select s.tenant_id, s.id, ${reportDate}::date
    from syndicates s
    join syndicate_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
    where s.tenant_id = ${tenantId}::uuid and total.participation_count > 0
      and (total.portfolio_balance_cents <> 0 or exists (
        select from syndicate_pay_dates paid
        where paid.tenant_id = s.tenant_id and paid.syndicate_id = s.id and paid.pay_date >= ${reportDate}::date))
      and (
        select coalesce(bool_or(not m.is_terminated), true) from memberships m
        where m.tenant_id = s.tenant_id and m.syndicate_id = s.id)
    on conflict (tenant_id, syndicate_id, report_date) do update
      set state = 'pending', failure = null, sending_since = null
      where report.state in ('pending', 'failed') or ${isAbandoned}
    returning syndicate_id`.execute(tx);
  return rows.map(({ syndicateId }) => syndicateId);
}

export async function isSent(tx: Tx, key: ReportKey): Promise<boolean> {
  const report = await tx
    .selectFrom('nightlyReports')
    .select('state')
    .where('tenantId', '=', key.tenantId)
    .where('syndicateId', '=', key.syndicateId)
    .where('reportDate', '=', key.reportDate)
    .executeTakeFirstOrThrow();
  return report.state === 'sent';
}

export const messageIdOfReport = (
  { tenantId, syndicateId, reportDate }: ReportKey,
  publicOrigin: string,
): string => messageIdOf(publicOrigin, `nightly-report.${reportDate}`, [tenantId, syndicateId, reportDate]);

/** Which imports were taken out of the book: a report that was made before one of them was has figures that are no more. */
export async function readTakenOut(tx: Tx, tenantId: string): Promise<string> {
  const { rows } = await sql<{ runs: string }>`
    select coalesce(string_agg(id::text, ' ' order by id), '') as runs from import_runs
    where tenant_id = ${tenantId}::uuid and state = 'undone'`.execute(tx);
  return rows[0]?.runs ?? '';
}

/**
 * True when sending was started now; false when the report was sent already. From here on the report keeps the imports whose figures it has.
 * If one was undone while the report was made, it is made again.
 */
export async function beginSending(
  db: Database,
  key: ReportKey,
  { messageId, madeOf }: { messageId: string; madeOf: string },
): Promise<boolean> {
  return withTenant(db, key.tenantId, async (tx) => {
    await holdImports(tx, key.tenantId);
    if ((await readTakenOut(tx, key.tenantId)) !== madeOf)
      throw new Error('An import was undone while this report was made. It is made again.');
    const { rows } = await sql`
      update nightly_reports report
      set state = 'sending', message_id = ${messageId}, sending_since = now(), failure = null
      where tenant_id = ${key.tenantId}::uuid and syndicate_id = ${key.syndicateId}
        and report_date = ${key.reportDate}::date and (state in ('pending', 'failed') or ${isAbandoned})
      returning state`.execute(tx);
    if (rows.length === 1) return true;
    if (await isSent(tx, key)) return false;
    throw new Error('Another worker is sending this report.');
  });
}

export const markSent = (db: Database, key: ReportKey, leftOutCount: number): Promise<void> =>
  change(db, key, { state: 'sent', sentAt: sql<Date>`now()`, leftOutCount });

export const markFailed = (db: Database, key: ReportKey, failure: string): Promise<void> =>
  change(db, key, { state: 'failed', failure });

async function change(
  db: Database,
  key: ReportKey,
  values: {
    state: 'sent' | 'failed';
    sentAt?: ReturnType<typeof sql<Date>>;
    failure?: string;
    leftOutCount?: number;
  },
): Promise<void> {
  await withTenant(db, key.tenantId, (tx) =>
    tx
      .updateTable('nightlyReports')
      .set({ sendingSince: null, ...values })
      .where('tenantId', '=', key.tenantId)
      .where('syndicateId', '=', key.syndicateId)
      .where('reportDate', '=', key.reportDate)
      .where('state', '<>', 'sent')
      .execute(),
  );
}
