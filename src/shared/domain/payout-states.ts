import { type CalendarDate, formatDate } from './calendar-date.ts';
import type { RunOutcome, RunState } from './payout-runs.ts';
import { returnCodeWords } from './return-codes.ts';

/** What has become of the payout of a pay date, as its investor is told. */
export const PAYOUT_STATES = [
  'scheduled',
  'on its way',
  'paid',
  'held',
  'blocked',
  'returned',
  'carried',
] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** The code of an entry whose whole file the bank did not take. */
export const FILE_REFUSED = 'FILE';

/** What payout runs say about a pay date. */
export interface FollowedPayout {
  payDate: CalendarDate;
  today: CalendarDate;
  isPaid: boolean;
  /** It is from the funder's first run on; what is earlier was paid outside the portal. */
  isByRun: boolean;
  /** Of the run of its date; null without one. */
  runState: RunState | null;
  /** Of the item that carries it: of its own run, or of the later one that brought it in. */
  outcome: RunOutcome | null;
  reason: string | null;
  returnCode: string | null;
  /** The pay date of the run that carries it. */
  carriedOn: CalendarDate | null;
}

export function payoutState(payout: FollowedPayout): PayoutState {
  const { payDate, today, isPaid, isByRun, runState, outcome, returnCode } = payout;
  if (isPaid) return 'paid';
  if (returnCode !== null) return 'returned';
  if (outcome === 'held' || outcome === 'blocked' || outcome === 'carried') return outcome;
  return isByRun && runState !== 'approved' && payDate > today ? 'scheduled' : 'on its way';
}

const BLOCKED: Readonly<Record<string, string>> = {
  'no account':
    'There is no bank account to pay it to. Once you have added one to your profile, it is paid with the next payout.',
  'type unknown':
    'We do not know yet whether your bank account is a checking or a savings account. Please tell us, and it is paid with the next payout.',
  returned:
    'Your bank returned an earlier payout. Please change your bank account in your profile, or tell us that it is right; then it is paid with the next payout.',
};

/** What an investor should know or do about a payout; null where its state says it all. */
export function payoutWords(payout: FollowedPayout): string | null {
  const { payDate, outcome, reason, returnCode, carriedOn } = payout;
  switch (payoutState(payout)) {
    case 'paid':
      if (outcome === 'kept') return 'Kept in your cash account.';
      return carriedOn === null || carriedOn === payDate
        ? null
        : `Paid with the payout of ${formatDate(carriedOn)}.`;
    case 'held':
      return 'Held while the change of your bank account is pending. After that it is paid with the next payout.';
    case 'blocked':
      return (
        BLOCKED[reason ?? ''] ?? 'It could not be sent to your bank. Please ask us; it is still owed to you.'
      );
    case 'returned':
      return returnCode === FILE_REFUSED
        ? 'The payment did not go through at our bank. It is owed to you and is paid with the next payout.'
        : `Your bank returned it: ${returnCodeWords(returnCode ?? '')}. It is owed to you. Please change your bank account in your profile, or tell us that it is right; then it is paid with the next payout.`;
    case 'carried':
      return 'More was taken back than came in. The difference is taken from your next payouts.';
    default:
      return null;
  }
}
