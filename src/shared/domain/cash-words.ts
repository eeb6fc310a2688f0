import { type CalendarDate, formatDate } from './calendar-date.ts';
import type { CashEntryKind } from './cash-account.ts';

export const CASH_KIND_NAMES: Readonly<Record<CashEntryKind, string>> = {
  opening: 'Opening',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  participation: 'Participation',
  payout: 'Payout',
  'payout reversal': 'Payout reversal',
  refund: 'Refund',
  fee: 'Fee',
  adjustment: 'Adjustment',
};

interface Movement {
  kind: CashEntryKind;
  mid: string | null;
  merchantName: string | null;
  payDate: CalendarDate | null;
  payTo: string | null;
  reason: string;
  reference: string;
}

/** What a movement was for, in a few words: 'Pay date 11/13/2026', 'Hoffman Plumbing & Drain, HC10270'. */
export function movementInWords(movement: Movement): string {
  const { kind, mid, merchantName, payDate, payTo, reason, reference } = movement;
  if (kind === 'opening') return 'Opening balance';
  const about =
    mid !== null
      ? `${merchantName}, ${mid}`
      : payDate !== null
        ? `Pay date ${formatDate(payDate)}`
        : payTo !== null
          ? `To ${payTo}`
          : '';
  return [about, reason].filter((part) => part !== '').join(': ') || reference;
}
