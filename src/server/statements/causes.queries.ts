import { sql } from 'kysely';
import { type CalendarDate, calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { returnCodeWords } from '../../shared/domain/return-codes.ts';
import { METHOD_WORDS } from '../../shared/domain/statement-words.ts';
import type { PrincipalMethod } from '../../shared/domain/statements.ts';
import type { Tx } from '../platform/db/database.ts';
import { dayOf } from '../platform/db/today.ts';

const MAX_CAUSES = 10;

export interface Asked {
  tenantId: string;
  syndicateId: bigint;
  /** The last day of the period. */
  to: CalendarDate;
  /** When the version before was made. */
  madeAt: Date;
  method: { before: PrincipalMethod; now: PrincipalMethod };
}

/**
 * What was recorded since a statement was made and is about its days or earlier ones, in words. Empty where nothing was: then the figures have
 * changed behind the ledger's back.
 */
export async function findCauses(tx: Tx, asked: Asked): Promise<string[]> {
  const { before, now } = asked.method;
  const causes = [
    ...(before === now ? [] : [`Principal is now counted ${METHOD_WORDS[now]}.`]),
    ...(await takenBack(tx, asked)),
    ...(await paidLate(tx, asked)),
    ...(await changedShares(tx, asked)),
    ...(await enteredCash(tx, asked)),
  ];
  return causes;
}

export function reasonOf(causes: readonly string[]): string {
  if (causes.length === 0)
    return 'The ledger says otherwise about this period than when the statement was made.';
  const more = causes.length - MAX_CAUSES;
  return [...causes.slice(0, MAX_CAUSES), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

async function takenBack(tx: Tx, { tenantId, syndicateId, to, madeAt }: Asked): Promise<string[]> {
  const { rows } = await sql<{
    reference: string;
    paidOn: string;
    returnCode: string | null;
    correction: string | null;
    replacement: string | null;
  }>`
    select payment.reference, line.pay_date::text as paid_on, payment.return_code, correction.reason as correction,
      replacement.reference as replacement
    from payout_lines line
    join payments payment on payment.tenant_id = line.tenant_id and payment.id = line.payment_id
    left join payment_corrections correction on correction.tenant_id = payment.tenant_id and correction.payment_id = payment.id
    left join payments replacement on replacement.tenant_id = correction.tenant_id and replacement.id = correction.replaced_by
    where line.tenant_id = ${tenantId}::uuid and line.syndicate_id = ${syndicateId} and line.is_reversal
      and line.posted_at > ${madeAt} and line.pay_date <= ${to}::date
    order by line.posted_at, payment.id`.execute(tx);
  return rows.map(({ reference, paidOn, returnCode, correction, replacement }) => {
    const payment = `Payment ${reference}, taken back on ${formatDate(calendarDate(paidOn))}`;
    if (correction === null)
      return `${payment}: ${returnCode === null ? 'reversed' : returnCodeWords(returnCode)}.`;
    const instead = replacement === null ? 'voided' : `replaced by ${replacement}`;
    return `${payment}: ${instead}, because: ${correction}${/[.!?]$/.test(correction) ? '' : '.'}`;
  });
}

/** Few: found by the pay dates that were recorded after they had passed. */
async function paidLate(tx: Tx, { tenantId, syndicateId, to, madeAt }: Asked): Promise<string[]> {
  const { rows } = await sql<{ reference: string; paidOn: string }>`
    select distinct payment.reference, line.pay_date::text as paid_on
    from (
      select distinct pay_date from book_changes
      where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and recorded_on >= ${dayOf(sql`${madeAt}::timestamptz`)}
        and cause = 'payout' and pay_date <= ${to}::date
    ) late
    join participation_pay_dates day on day.tenant_id = ${tenantId}::uuid and day.syndicate_id = ${syndicateId}
      and day.pay_date = late.pay_date
    join participations p on p.tenant_id = day.tenant_id and p.id = day.participation_id
    join payments payment on payment.tenant_id = p.tenant_id and payment.deal_id = p.deal_id
    join payout_lines line on line.tenant_id = payment.tenant_id and line.payment_id = payment.id
      and line.participation_id = p.id and line.pay_date = day.pay_date and not line.is_reversal and line.posted_at > ${madeAt}
    order by 2, 1`.execute(tx);
  return rows.map(
    ({ reference, paidOn }) =>
      `Payment ${reference} was posted later, with the pay date ${formatDate(calendarDate(paidOn))}.`,
  );
}

async function changedShares(tx: Tx, { tenantId, syndicateId, to, madeAt }: Asked): Promise<string[]> {
  const { rows } = await sql<{ mid: string; cause: string; recordedOn: string }>`
    select distinct deal.mid, change.cause, change.recorded_on::text as recorded_on
    from book_changes change
    join participations p on p.tenant_id = change.tenant_id and p.id = change.participation_id
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where change.tenant_id = ${tenantId}::uuid and change.syndicate_id = ${syndicateId}
      and change.recorded_on >= ${dayOf(sql`${madeAt}::timestamptz`)}
      and (change.cause = 'share changed' or (change.cause = 'share added' and p.agreement_date <= ${to}::date
          and coalesce(p.created_at, 'infinity') > ${madeAt})
        -- One that counts from the day on which it was recorded is about the days after the period.
        or (change.cause = 'status' and not exists (
          select from deal_status_changes told
          where told.tenant_id = deal.tenant_id and told.deal_id = deal.id and ${dayOf(sql`told.changed_at`)} = change.recorded_on)))
    order by 3, 1`.execute(tx);
  return rows.map(({ mid, cause, recordedOn }) => {
    const day = formatDate(calendarDate(recordedOn));
    if (cause === 'share added') return `The share of deal ${mid} was entered on ${day}.`;
    if (cause === 'share changed') return `The share of deal ${mid} was corrected on ${day}.`;
    return `The status of deal ${mid} was changed on ${day}.`;
  });
}

async function enteredCash(tx: Tx, { tenantId, syndicateId, to, madeAt }: Asked): Promise<string[]> {
  const { rows } = await sql<{ kind: string; effectiveOn: string; reference: string; reason: string }>`
    select kind, effective_date::text as effective_on, reference, reason from cash_entries
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and effective_date <= ${to}::date
      and recorded_at > ${madeAt}
    order by recorded_at, id`.execute(tx);
  return rows.map(({ kind, effectiveOn, reference, reason }) => {
    const named = reference === '' ? '' : ` ${reference}`;
    const because = reason === '' ? '' : `: ${reason}`;
    return `Cash entry (${kind}${named}) of ${formatDate(calendarDate(effectiveOn))} was entered later${because}.`;
  });
}
