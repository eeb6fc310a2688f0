import type { DifferenceCause } from '../../../shared/domain/book-as-of.ts';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import type { CashEntryKind } from '../../../shared/domain/cash-account.ts';
import { countOf } from '../../ui/figure/count.ts';
import type { BookChange } from './as-of.api.ts';

export const CAUSE_NAMES: Readonly<Record<DifferenceCause, string>> = {
  'share added': 'New deals',
  'share changed': 'Corrected shares',
  payout: 'Payouts posted',
  reversal: 'Payouts taken back',
  status: 'Changes of status',
  cash: 'Cash',
};

/** Beside a deal. */
export const LINE_NAMES: Readonly<Record<DifferenceCause, string>> = {
  'share added': 'new deal',
  'share changed': 'share corrected',
  payout: 'payout',
  reversal: 'payout taken back',
  status: 'status',
  cash: 'cash',
};

const CASH_WORDS: Readonly<Record<CashEntryKind, string>> = {
  opening: 'Opening of the account',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  participation: 'Share paid for',
  payout: 'Payout received',
  'payout reversal': 'Payout taken back',
  refund: 'Refund',
  fee: 'Fee',
  adjustment: 'Adjustment',
};

/** What a line is about, beside its deal. */
export function lineWords(line: BookChange): string {
  switch (line.cause) {
    case 'payout':
      return `${countOf(line.lineCount, 'payment')}${line.payDate ? `, paid ${formatDate(line.payDate)}` : ''}`;
    case 'reversal':
      return line.payDate ? `with the payout of ${formatDate(line.payDate)}` : '';
    case 'status':
      return line.formerStatus === null
        ? `now ${line.status}`
        : `from ${line.formerStatus} to ${line.status}`;
    case 'cash':
      return line.cashKind === null ? '' : CASH_WORDS[line.cashKind];
    default:
      return '';
  }
}
