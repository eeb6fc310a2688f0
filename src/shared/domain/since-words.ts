import { type CalendarDate, daysBetween, formatDate, isoWeekday } from './calendar-date.ts';
import type { WatchReason } from './deal-standing.ts';
import type { DealStatus } from './deal-status.ts';
import { type Cents, formatMoney } from './money.ts';

/** What happened in a syndicate's book since a day, as far as it is said in a line each. */
export interface SinceFigures {
  paidOut: {
    netPay: Cents;
    payDateCount: number;
    paymentCount: number;
    firstPayDate: CalendarDate | null;
    payDates: readonly { payDate: CalendarDate }[];
  };
  newDeals: { count: number; investmentCost: Cents; deals: readonly { merchantName: string }[] };
  returned: { count: number; share: Cents; takenBackCount: number };
  statusChanges: { dealCount: number; statuses: readonly { status: DealStatus; count: number }[] };
  alerts: {
    newCount: number;
    resolvedCount: number;
    alerts: readonly { reason: WatchReason; isNew: boolean; merchantName: string }[];
  };
}

export const SINCE_PARTS = ['paidOut', 'newDeals', 'returned', 'statusChanges', 'alerts'] as const;
export type SincePart = (typeof SINCE_PARTS)[number];

export interface SinceLine {
  part: SincePart;
  label: string;
  /** Null when nothing happened. */
  value: string | null;
  detail: string | null;
}

/** The five lines, always in this order. */
export const sinceLines = (since: SinceFigures): SinceLine[] =>
  SINCE_PARTS.map((part) => ({ part, label: LABELS[part], ...LINES[part](since) }));

const LABELS: Readonly<Record<SincePart, string>> = {
  paidOut: 'Paid out',
  newDeals: 'New deals',
  returned: 'Returned payments',
  statusChanges: 'Status changes',
  alerts: 'Alerts',
};

type Said = Pick<SinceLine, 'value' | 'detail'>;
const NOTHING: Said = { value: null, detail: null };

const LINES: Readonly<Record<SincePart, (since: SinceFigures) => Said>> = {
  paidOut({ paidOut: { netPay, payDateCount, paymentCount, firstPayDate, payDates } }) {
    const [last] = payDates;
    if (payDateCount === 0 || !last) return NOTHING;
    const from = firstPayDate ?? last.payDate;
    const days = `${from === last.payDate ? '' : `${shortDay(from)} to `}${formatDate(last.payDate)}`;
    return { value: formatMoney(netPay), detail: `${days}, ${counted(paymentCount, 'payment')}` };
  },
  newDeals({ newDeals: { count, investmentCost, deals } }) {
    if (count === 0) return NOTHING;
    return {
      value: `${counted(count, 'deal')}, ${formatMoney(investmentCost)}`,
      detail: firstAndMore(
        deals.map(({ merchantName }) => merchantName),
        count,
      ),
    };
  },
  returned({ returned: { count, share, takenBackCount } }) {
    if (count === 0) return NOTHING;
    const paid =
      takenBackCount === 0 ? 'none had been paid out' : `${plain(takenBackCount)} had been paid out`;
    return {
      value: `${counted(count, 'payment')}, ${formatMoney(share)}`,
      detail: `your share; ${paid}`,
    };
  },
  statusChanges({ statusChanges: { dealCount, statuses } }) {
    if (dealCount === 0) return NOTHING;
    return {
      value: counted(dealCount, 'deal'),
      detail: statuses.map(({ status, count }) => `${plain(count)} ${SHORT[status]}`).join(', '),
    };
  },
  alerts({ alerts: { newCount, resolvedCount, alerts } }) {
    if (newCount + resolvedCount === 0) return NOTHING;
    const reasons = new Set(alerts.filter(({ isNew }) => isNew).map(({ reason }) => ALERTS[reason]));
    return {
      value: [
        ...(newCount > 0 ? [`${plain(newCount)} new`] : []),
        ...(resolvedCount > 0 ? [`${plain(resolvedCount)} resolved`] : []),
      ].join(', '),
      detail: newCount > 0 ? [...reasons].join('; ') : 'off the watchlist for that reason',
    };
  },
};

const plain = (count: number) => count.toLocaleString('en-US');
const counted = (count: number, one: string) => `${plain(count)} ${count === 1 ? one : `${one}s`}`;

const firstAndMore = ([first = '']: readonly string[], count: number) =>
  count === 1 ? first : `${first} and ${plain(count - 1)} more`;

/** A status as part of a count: '1 suspended, 2 completed'. */
const SHORT: Readonly<Record<DealStatus, string>> = {
  'Active Advance': 'active',
  'Payment Temporarily Suspended': 'suspended',
  'Payment Modified': 'modified',
  'Partial Payment': 'paying in part',
  Collections: 'in collections',
  'Referred To Legal': 'referred to legal',
  Default: 'in default',
  Settled: 'settled',
  'Early Pay Discount': 'paid early',
  'Advance Completed': 'completed',
  Cancelled: 'cancelled',
  'Write-off': 'written off',
  'Complete with discount': 'completed with discount',
};

const ALERTS: Readonly<Record<WatchReason, string>> = {
  status: 'worse status',
  refused: 'debit refused',
  missed: '3 or more debits missed',
  slow: 'pace under 75%',
  paused: 'paused',
  modified: 'terms modified',
};

/** Why a deal needs a look, in a few words. */
export const alertWords = (reason: WatchReason): string => ALERTS[reason];

/** '11/02' */
const shortDay = (day: CalendarDate) => formatDate(day).slice(0, 5);

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** 'Since yesterday', 'Since Friday' within the last six days, else 'Since 11/02'. */
export function sinceTitle(day: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(day, today);
  if (days === 1) return 'Since yesterday';
  if (days > 1 && days < 7) return `Since ${WEEKDAYS[isoWeekday(day) - 1]}`;
  return `Since ${shortDay(day)}`;
}
