import type { CalendarDate } from './calendar-date.ts';
import { atPace, isDebited, type Pace } from './deal-standing.ts';
import type { DealStatus } from './deal-status.ts';
import { BANK_DAYS, type DebitDays } from './debit-days.ts';
import { type ComingDebits, comingDebits, type DebitPlan, lastDebitOf } from './debit-schedule.ts';
import type { Cents } from './money.ts';
import { type PayDays, payDateAfter } from './pay-date.ts';
import { type SplitParticipant, splitPayment } from './payout-split.ts';

/** An open deal, as far as its coming debits depend on it. */
export interface ForecastDeal extends DebitPlan {
  readonly status: DealStatus;
  readonly payback: Cents;
  readonly collected: Cents;
  /** Null while there is no pace yet: then every debit counts in full. */
  readonly pace: Pace | null;
  /** Debits after this day are to come. */
  readonly settledDay: CalendarDate;
}

export type ForecastShare = Omit<SplitParticipant<null>, 'participationId'>;

export interface ForecastPayDate {
  readonly payDate: CalendarDate;
  /** What is paid if every debit comes in as agreed. */
  readonly agreed: Cents;
  /** What is paid if debits go on coming in as the last twenty did. */
  readonly atPace: Cents;
}

/** What the shares of a syndicate will be paid, after fees. The agreed amounts of the pay dates and the undated part are the net balance. */
export interface Forecast {
  readonly netBalance: Cents;
  readonly payDates: ForecastPayDate[];
  /** Of deals without a next debit. */
  readonly undated: Cents;
  readonly undatedCount: number;
  /** What does not come in at the present pace, or only after the last pay date of what is agreed. */
  readonly notReached: Cents;
  readonly notReachedCount: number;
}

interface PaidOn {
  readonly payDays: PayDays;
  /** How many bank days after its debit a payment has cleared. */
  readonly clearingBankDays: number;
}

function netOf(share: ForecastShare, payment: Cents, isFinal: boolean): Cents {
  const participants = [{ ...share, participationId: null }];
  return splitPayment({ payment, isFinal, participants })[0]?.netPay ?? 0n;
}

/** What the share would still be paid: what its settling line would say today. */
export const netBalanceOf = (share: ForecastShare): Cents => netOf(share, 0n, true);

/** The debits that are to come of a deal: as agreed, and at its present pace. */
export function debitsToCome(deal: ForecastDeal): { agreed: ComingDebits; atPace: ComingDebits } {
  const owed = isDebited(deal.status) ? deal.payback - deal.collected : 0n;
  const agreed = comingDebits(deal, deal.settledDay, owed);
  const isInFull = deal.pace === null || deal.pace.cleared >= deal.pace.asked;
  const slowed = (payment: Cents) => atPace(payment, deal.pace);
  return { agreed, atPace: isInFull ? agreed : comingDebits(deal, deal.settledDay, owed, slowed) };
}

/** Adds up what shares will be paid, one after the other. */
export function createForecast(paidOn: PaidOn) {
  const agreed = createSums(paidOn);
  const atPace = createSums(paidOn);
  const lastPaceDates: (CalendarDate | null)[] = [];
  let netBalance = 0n;
  return {
    add(deal: ForecastDeal, share: ForecastShare): void {
      const balance = netBalanceOf(share);
      if (balance === 0n) return;
      const debits = debitsToCome(deal);
      netBalance += balance;
      agreed.add(debits.agreed, share, balance);
      atPace.add(debits.atPace, share, balance);
      const last = lastDebitOf(debits.atPace);
      lastPaceDates.push(last && agreed.payDateOf(last));
    },

    finish(): Forecast {
      const byAgreed = agreed.byPayDate();
      const byPace = atPace.byPayDate();
      const end = [...byAgreed.keys()].reduce((latest, date) => (date > latest ? date : latest), '');
      let notReached = atPace.undated();
      for (const [date, amount] of byPace) if (date > end) notReached += amount;
      const dates = new Set([...byAgreed.keys(), ...[...byPace.keys()].filter((date) => date <= end)]);
      return {
        netBalance,
        payDates: [...dates].sort().map((payDate) => ({
          payDate,
          agreed: byAgreed.get(payDate) ?? 0n,
          atPace: byPace.get(payDate) ?? 0n,
        })),
        undated: agreed.undated(),
        undatedCount: agreed.undatedCount(),
        notReached,
        notReachedCount: lastPaceDates.filter((date) => date === null || date > end).length,
      };
    },
  };
}

/**
 * The sums of one way of counting. Debits of one amount follow each other on numbered days, so each share only says from which number on
 * the sum is higher and from which on it is lower again, however many debits lie between.
 */
function createSums({ payDays, clearingBankDays }: PaidOn) {
  const changes = new Map<DebitDays, Map<number, Cents>>();
  const payDates = new Map<CalendarDate, CalendarDate>();
  let undated = 0n;
  let undatedCount = 0;

  const change = (days: DebitDays, number: number, amount: Cents) => {
    const known = changes.get(days) ?? new Map<number, Cents>();
    changes.set(days, known);
    known.set(number, (known.get(number) ?? 0n) + amount);
  };
  const payDateOf = (debitDate: CalendarDate): CalendarDate => {
    const known = payDates.get(debitDate);
    if (known) return known;
    const cleared =
      clearingBankDays === 0 ? debitDate : BANK_DAYS.at(BANK_DAYS.upTo(debitDate) + clearingBankDays);
    const payDate = payDateAfter(cleared, payDays);
    payDates.set(debitDate, payDate);
    return payDate;
  };

  return {
    payDateOf,
    undated: () => undated,
    undatedCount: () => undatedCount,

    add({ runs, last }: ComingDebits, share: ForecastShare, balance: Cents): void {
      let left = balance;
      for (const run of runs) {
        const net = netOf(share, run.amount, false);
        change(run.days, run.first, net);
        change(run.days, run.last + 1, -net);
        left -= net * BigInt(run.last - run.first + 1);
      }
      if (last) {
        change(last.days, last.number, left);
        change(last.days, last.number + 1, -left);
      } else {
        undated += left;
        undatedCount += 1;
      }
    },

    byPayDate(): Map<CalendarDate, Cents> {
      const sums = new Map<CalendarDate, Cents>();
      for (const [days, byNumber] of changes) {
        const numbers = [...byNumber.keys()].sort((one, other) => one - other);
        let running = 0n;
        for (const [place, number] of numbers.entries()) {
          running += byNumber.get(number) ?? 0n;
          if (running === 0n) continue;
          for (let each = number; each < (numbers[place + 1] ?? number); each += 1) {
            const payDate = payDateOf(days.at(each));
            sums.set(payDate, (sums.get(payDate) ?? 0n) + running);
          }
        }
      }
      return sums;
    },
  };
}
