import type { DealStatus } from '../../../src/shared/domain/deal-status.ts';
import type { Cents } from '../../../src/shared/domain/money.ts';
import type { BusinessDays } from '../business-days.ts';
import type { Random, Weighted } from '../random.ts';
import { LEAD_DAYS } from '../time-span.ts';
import {
  type ChangedTerms,
  type LedgerEvent,
  type MerchantPayment,
  RETURN_CODES,
  type StatusChange,
} from './account-history.ts';
import { type Contract, drawContract, rescheduled } from './contract.ts';
import type { FundedDeal } from './merchant.ts';

/** The number of cleared payments of each deal, whatever happens later. It fixes the number of payout lines. */
export const CLEARED_PAYMENTS = 25;

/** One in so many running deals was paused in the middle, for so many debits. */
const PAUSED_ONE_IN = 12;
const PAUSE_AFTER = 12;
const PAUSED_DEBITS = 8;

/** A weekly deal of 125 business days has 25 payments, so it is paid to term. */
const FULL_WEEKLY_TERM = 125;
const RETURN_CHANCE = 0.025;

type Course = 'to term' | 'paid off early' | 'running daily' | 'running weekly' | 'stopped';
const COURSES: Weighted<Course> = [
  ['to term', 25],
  ['paid off early', 35],
  ['running daily', 20],
  ['running weekly', 8],
  ['stopped', 12],
];
const STOPPED_STATUSES: Weighted<DealStatus> = [
  ['Default', 10],
  ['Collections', 35],
  ['Referred To Legal', 10],
  ['Settled', 20],
  ['Write-off', 15],
  ['Complete with discount', 10],
];

/** A deal of the large book. It has no reversals and no missing payments, so that totals are exact. */
export function drawLargeDeal(random: Random, days: BusinessDays): FundedDeal {
  const course = random.weighted(COURSES);
  const returned = Array.from({ length: CLEARED_PAYMENTS }, () => random.chance(RETURN_CHANCE));
  const frequency = frequencyOf(random, course);
  const step = frequency === 'WEEKLY' ? 5 : 1;
  const debits = CLEARED_PAYMENTS + returned.filter(Boolean).length;
  const isPaused = course.startsWith('running') && random.fork('pause').chance(1 / PAUSED_ONE_IN);
  const pause = isPaused ? PAUSED_DEBITS : 0;
  const latestStart = days.days.length - 1 - (debits + pause) * step;
  const start = course.startsWith('running')
    ? latestStart - random.int(0, 4)
    : random.int(LEAD_DAYS, latestStart);
  const drawn = drawContract(random, 'middle', days.at(start));
  const accepted = rescheduled(drawn, {
    paymentFrequency: frequency,
    termDays: termOf(random, course, drawn),
  });
  const payments = pay(random, days, accepted, {
    returned,
    start,
    step,
    pause,
    isPaidOff: PAID_OFF.has(course),
  });
  const events = payments.flatMap((payment, index): LedgerEvent[] =>
    payment.clearedDate
      ? [
          {
            date: payment.clearedDate,
            payment,
            isReversal: false,
            isFinal: PAID_OFF.has(course) && index === debits - 1,
          },
        ]
      : [],
  );
  const last = Math.min(start + debits * step, days.days.length - 1);
  const statusChanges: StatusChange[] = [
    { date: accepted.fundedDate, status: 'Active Advance', reason: 'Funded' },
    ...ending(random, course).map(({ status, reason }) => ({ date: days.at(last), status, reason })),
  ];
  return {
    paper: 'middle',
    accepted,
    renewalOf: null,
    account: {
      contract: accepted,
      payments,
      events,
      statusChanges,
      termsChanges: isPaused ? pauseAfter(days, start + PAUSE_AFTER * step, step, accepted.payment) : [],
    },
  };
}

const PAID_OFF: ReadonlySet<Course> = new Set(['to term', 'paid off early']);

function frequencyOf(random: Random, course: Course): Contract['paymentFrequency'] {
  if (course === 'stopped') return random.chance(0.8) ? 'DAILY' : 'WEEKLY';
  return course === 'to term' || course === 'running weekly' ? 'WEEKLY' : 'DAILY';
}

/** A deal that is not paid off owes more than it has paid. */
function termOf(random: Random, course: Course, { termDays }: Contract): number {
  if (course === 'to term') return FULL_WEEKLY_TERM;
  if (course === 'paid off early') return Math.min(termDays, 120);
  if (course === 'running daily') return termDays;
  return Math.max(termDays, 150 + 10 * random.int(0, 8));
}

function pay(
  random: Random,
  days: BusinessDays,
  contract: Contract,
  {
    returned,
    start,
    step,
    pause,
    isPaidOff,
  }: { returned: boolean[]; start: number; step: number; pause: number; isPaidOff: boolean },
): MerchantPayment[] {
  const payments: MerchantPayment[] = [];
  let made = 0;
  const nextDebit = (): number => {
    made += 1;
    return start + (made > PAUSE_AFTER ? made + pause : made) * step;
  };
  for (const [index, isReturnedFirst] of returned.entries()) {
    if (isReturnedFirst) {
      const day = nextDebit();
      const returnedDate = days.at(Math.min(day + 2, days.days.length - 1));
      payments.push({
        ...returnedDebit(contract.payment),
        debitDate: days.at(day),
        returnedDate,
        returnCode: random.weighted(RETURN_CODES),
      });
    }
    const clearedDate = days.at(nextDebit());
    const isPayoff = isPaidOff && index === CLEARED_PAYMENTS - 1;
    const amount = isPayoff
      ? contract.paybackAmount - contract.payment * BigInt(CLEARED_PAYMENTS - 1)
      : contract.payment;
    payments.push({
      method: isPayoff && step === 1 ? 'WIRE' : 'ACH',
      amount,
      debitDate: clearedDate,
      status: 'cleared',
      clearedDate,
      returnedDate: null,
      returnCode: null,
    });
  }
  return payments;
}

/** From the debit with that number on, until as many have been left out as a pause takes. */
function pauseAfter(days: BusinessDays, day: number, step: number, payment: Cents): ChangedTerms[] {
  return [
    { date: days.at(day), change: 'paused', payment: 0n, note: 'Store closed for repairs' },
    { date: days.at(day + PAUSED_DEBITS * step), change: 'resumed', payment, note: 'Payments resumed' },
  ];
}

const returnedDebit = (amount: Cents) =>
  ({ method: 'ACH', amount, status: 'returned', clearedDate: null }) as const;

function ending(random: Random, course: Course): Pick<StatusChange, 'status' | 'reason'>[] {
  if (course === 'to term') return [{ status: 'Advance Completed', reason: 'Paid in full' }];
  if (course === 'paid off early') return [{ status: 'Advance Completed', reason: 'Paid off early by wire' }];
  if (course !== 'stopped') return [];
  return [{ status: random.weighted(STOPPED_STATUSES), reason: 'Debits stopped' }];
}
