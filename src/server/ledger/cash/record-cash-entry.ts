import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { OPERATOR_ENTRY_KINDS } from '../../../shared/domain/cash-account.ts';
import { type Cents, toDecimalString } from '../../../shared/domain/money.ts';
import { isLikelyMoneyDate } from '../../../shared/domain/money-dates.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { type Operator, operatorName } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';
import { writeCashEntries } from './cash-entries.ts';
import { lockCashAccount } from './open-cash-account.ts';
import { readCashAccount } from './read-cash-account.ts';

export interface GivenEntry {
  syndicateId: bigint;
  kind: (typeof OPERATOR_ENTRY_KINDS)[number];
  /** What comes in is positive. */
  amount: Cents;
  /** The same entry again under the same reference changes nothing. */
  reference: string;
  /** Today unless it is given. Only a deposit may be of a day to come, and of no later one than anybody announces. */
  effectiveDate?: CalendarDate | undefined;
  reason: string;
}

/** The amount as it is entered, of one that is given without a sign: a fee always takes away, an adjustment where that was said. */
export const signedAmount = (kind: GivenEntry['kind'], amount: Cents, isTaken: boolean): Cents =>
  kind === 'fee' || isTaken ? -amount : amount;

/** Enters what somebody of the funder says about an account. False when it was there already. */
export async function recordCashEntry(
  tx: Tx,
  tenantId: string,
  { effectiveDate, ...entry }: GivenEntry,
  operator: Operator,
): Promise<boolean> {
  const { syndicateId, kind, amount, reference, reason } = entry;
  await lockCashAccount(tx, tenantId, syndicateId);
  await readCashAccount(tx, tenantId, syndicateId);
  const known = await tx
    .selectFrom('cashEntries')
    .select('amountCents')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (known && known.amountCents !== amount) throw new Refusal('cash_reference_taken');
  if (known) return false;
  const today = await readToday(tx);
  const day = effectiveDate ?? today;
  if (!isLikelyMoneyDate(day, today)) throw new Refusal('date_unlikely');
  if (day > today && kind !== 'deposit') throw new Refusal('cash_entry_to_come');
  await writeCashEntries(tx, tenantId, [
    { ...entry, effectiveDate: day, recordedBy: operatorName(operator) },
  ]);
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'cash entry recorded',
    subject: `syndicate ${syndicateId}`,
    details: { kind, amount: toDecimalString(amount), effectiveDate: day, reference, reason },
  });
  return true;
}
