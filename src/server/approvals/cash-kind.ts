import * as z from 'zod';
import { calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { capitalized } from '../../shared/domain/capitalized.ts';
import { OPERATOR_ENTRY_KINDS } from '../../shared/domain/cash-account.ts';
import { formatMoney, parseMoney, toDecimalString } from '../../shared/domain/money.ts';
import { readCashAccount } from '../ledger/cash/read-cash-account.ts';
import { type GivenEntry, recordCashEntry } from '../ledger/cash/record-cash-entry.ts';
import type { Tx } from '../platform/db/database.ts';
import { investorFact } from './investor-fact.ts';
import type { Kind } from './kind.ts';

const KEPT = z.object({
  kind: z.enum(OPERATOR_ENTRY_KINDS),
  amount: z.string().transform(parseMoney),
  reference: z.string(),
  reason: z.string(),
  effectiveDate: z.optional(z.string().transform(calendarDate)),
});

/** As it is kept with the request. */
export const toKeptEntry = ({
  kind,
  amount,
  reference,
  reason,
  effectiveDate,
}: GivenEntry): z.input<typeof KEPT> => ({
  kind,
  amount: toDecimalString(amount),
  reference,
  reason,
  effectiveDate,
});

async function nameOf(tx: Tx, tenantId: string, syndicateId: bigint): Promise<string> {
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('name')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirst();
  return syndicate?.name ?? '';
}

export const CASH_KINDS = {
  'record cash entry': {
    subject: (id) => `syndicate ${id}`,
    async describe(tx, { tenantId, subjectId, details }) {
      const { kind, amount } = KEPT.parse(details);
      return `Enter the ${kind} of ${formatMoney(amount)} in the cash account of ${await nameOf(tx, tenantId, subjectId)}.`;
    },
    async facts(tx, { tenantId, subjectId, details }) {
      const { kind, amount, reference, effectiveDate } = KEPT.parse(details);
      const { posted } = await readCashAccount(tx, tenantId, subjectId);
      return [
        await investorFact(tx, tenantId, subjectId),
        { label: capitalized(kind), value: formatMoney(amount) },
        { label: 'Reference', value: reference },
        { label: 'Date', value: effectiveDate ? formatDate(effectiveDate) : 'The day of approval' },
        { label: 'Cash balance now', value: formatMoney(posted) },
        { label: 'Cash balance after', value: formatMoney(posted + amount) },
      ];
    },
    async perform(tx, { tenantId, subjectId, details }, operator) {
      await recordCashEntry(tx, tenantId, { ...KEPT.parse(details), syndicateId: subjectId }, operator);
      return null;
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
