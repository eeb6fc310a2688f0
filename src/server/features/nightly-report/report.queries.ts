import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { readPayDate, readStuckPayDates } from '../../book/pay-dates.queries.ts';
import { readPortfolioTotals } from '../../book/portfolio.queries.ts';
import { readSince } from '../../book/since.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { startOf, today } from '../../platform/db/today.ts';
import { readChanges } from './changes.queries.ts';
import { periodOf, type ReportKey } from './report-day.ts';

/** Everything in a report, read in one snapshot, so that the mail and the spreadsheet agree to the cent. */
export async function readReport(tx: Tx, key: ReportKey) {
  const { tenantId, syndicateId, reportDate } = key;
  const totals = await readPortfolioTotals(tx, tenantId, syndicateId);
  if (!totals) throw new Error('There is no such syndicate.');
  const period = periodOf(reportDate);
  const nextPayDate = await readNextPayDate(tx, key);
  return {
    key,
    period,
    stuck: await readStuckPayDates(tx, tenantId, syndicateId),
    ...(await readParties(tx, key)),
    totals,
    paid: await readPayout(tx, key, reportDate),
    next: nextPayDate && (await readPayout(tx, key, nextPayDate)),
    changes: await readChanges(tx, key, period),
    since: await readSince(tx, {
      tenantId,
      syndicateId,
      from: startOf(sql`${period.from}::date`),
      to: startOf(sql`(${period.to}::date + 1)`),
      payDates: period,
    }),
  };
}

export type Report = Awaited<ReturnType<typeof readReport>>;

async function readParties(tx: Tx, { tenantId, syndicateId }: ReportKey) {
  const { madeOn, ...row } = await tx
    .selectFrom('syndicates as s')
    .innerJoin('tenants as t', 't.id', 's.tenantId')
    .select([
      's.name as syndicateName',
      's.esignEmail',
      's.ccEmails',
      't.name as funderName',
      't.supportEmail',
    ])
    .select(today.as('madeOn'))
    .where('s.tenantId', '=', tenantId)
    .where('s.id', '=', syndicateId)
    .executeTakeFirstOrThrow();
  return { ...row, madeOn: calendarDate(madeOn) };
}

/** What is paid out on a day, as the payouts tab shows it. */
async function readPayout(tx: Tx, { tenantId, syndicateId }: ReportKey, payDate: CalendarDate) {
  const paid = await readPayDate(tx, { tenantId, syndicateId, payDate });
  if (!paid) return null;
  const { gross, managementFee, netPay, state, traceNumber } = paid;
  const { dealCount } = await tx
    .selectFrom('participationPayDates')
    .select((eb) => eb.fn.countAll<bigint>().as('dealCount'))
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('payDate', '=', payDate)
    .executeTakeFirstOrThrow();
  return { gross, managementFee, netPay, state, traceNumber, payDate, dealCount: Number(dealCount) };
}

export type Payout = NonNullable<Report['paid']>;

async function readNextPayDate(tx: Tx, { tenantId, syndicateId, reportDate }: ReportKey) {
  const { rows } = await sql<{ payDate: string }>`
    select pay_date from syndicate_pay_dates
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and pay_date > ${reportDate}::date
    order by pay_date limit 1`.execute(tx);
  return rows[0] ? calendarDate(rows[0].payDate) : null;
}
