import { type CalendarDate, laterOf } from '../../../../shared/domain/calendar-date.ts';
import { openPayDateAfter } from '../../../ledger/closed-pay-dates.ts';
import type { Payout } from '../../../ledger/decide-postings.ts';

/** What a syndicate would be paid on a pay date. */
export interface Effect {
  syndicateId: string;
  payDate: CalendarDate;
  gross: string;
  fee: string;
}

/** Adds up what the lines of a file would pay. */
export class EffectSum {
  readonly #today: CalendarDate;
  readonly #closed: ReadonlySet<CalendarDate>;
  readonly #sums = new Map<
    string,
    { syndicateId: bigint; payDate: CalendarDate; gross: bigint; fee: bigint }
  >();

  constructor(today: CalendarDate, closed: ReadonlySet<CalendarDate>) {
    this.#today = today;
    this.#closed = closed;
  }

  add(payouts: readonly Payout[]): void {
    for (const { share, availableOn } of payouts) {
      const { syndicateId, payDays } = share.participant;
      const payDate = openPayDateAfter(laterOf(this.#today, availableOn), payDays, this.#closed);
      const key = `${syndicateId} ${payDate}`;
      const sum = this.#sums.get(key) ?? { syndicateId, payDate, gross: 0n, fee: 0n };
      sum.gross += share.gross;
      sum.fee += share.managementFee;
      this.#sums.set(key, sum);
    }
  }

  all(): Effect[] {
    return [...this.#sums.values()].map(({ syndicateId, payDate, gross, fee }) => ({
      ...{ syndicateId: String(syndicateId), payDate, gross: String(gross), fee: String(fee) },
    }));
  }
}
