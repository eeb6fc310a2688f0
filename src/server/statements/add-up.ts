import { type CalendarDate, lastOfMonth } from '../../shared/domain/calendar-date.ts';
import type { CashEntryKind } from '../../shared/domain/cash-account.ts';
import { type DealStatus, isExcludedFromBalance } from '../../shared/domain/deal-status.ts';
import { type Cents, sumMoney } from '../../shared/domain/money.ts';
import {
  lossToDate,
  netRtrOf,
  principalToDate,
  type ShareTerms,
  statusGroupOf,
} from '../../shared/domain/principal.ts';
import {
  type MonthlyFigures,
  type PrincipalMethod,
  STATUS_GROUPS,
  type StatementParties,
  type YearlyFigures,
} from '../../shared/domain/statements.ts';
import { added, addSums, type MonthSums, NOTHING, noSums, noYearlySums, type Paid } from './month-sums.ts';
import { lastDayOf, listMonths, type Months, yearOf } from './periods.ts';

/** A share with what it paid in each month and its status at the end of each, in the months that are added up. */
export interface ShareHistory extends ShareTerms {
  mid: string;
  merchantName: string;
  agreementDate: CalendarDate;
  cost: Cents;
  syndicationFee: Cents;
  paidBefore: Paid;
  /** By the first day of the month. Months without a payout are not in it. */
  paid: ReadonlyMap<CalendarDate, Paid>;
  statusBefore: DealStatus;
  /** By place of the month; where there is none, as before. */
  statuses: readonly DealStatus[];
}

export type PayDate = MonthlyFigures['payDates'][number];
type CashFigures = NonNullable<MonthlyFigures['cash']>;

/** Everything of a book that is not in its shares. */
export interface BookFacts {
  parties: StatementParties;
  method: PrincipalMethod;
  payDates: readonly PayDate[];
  /** Null where the syndicate uses no cash account. */
  cash: {
    before: Cents | null;
    movements: readonly { month: CalendarDate; kind: CashEntryKind; count: number; amount: Cents }[];
  } | null;
}

type DealSums = YearlyFigures['deals'][number];

/** What a share is on a day: what it owes, how much of its cost has come back, and how much of it is lost. */
interface Standing {
  rtr: Cents;
  balance: Cents;
  principal: Cents;
  loss: Cents;
}

const byMid = (one: { mid: string }, other: { mid: string }) => (one.mid < other.mid ? -1 : 1);

/** Adds up the shares of one syndicate, one after the other, so that they need not all be in memory. */
export class BookSums {
  readonly #months: readonly CalendarDate[];
  /** The last day and the year of each month. They are asked for once for each share. */
  readonly #ends: readonly CalendarDate[];
  readonly #years: readonly CalendarDate[];
  readonly #method: PrincipalMethod;
  readonly #sums: MonthSums[];
  /** By year and MID. */
  readonly #deals = new Map<CalendarDate, Map<string, DealSums>>();
  readonly #writtenOffInYear = new Map<CalendarDate, Map<string, Cents>>();

  constructor(months: Months, method: PrincipalMethod) {
    this.#months = listMonths(months);
    this.#ends = this.#months.map(lastOfMonth);
    this.#years = this.#months.map(yearOf);
    this.#method = method;
    this.#sums = this.#months.map(noSums);
  }

  add(share: ShareHistory): void {
    const terms = { cost: share.cost, netRtr: netRtrOf(share) };
    const standing = (before: Paid, status: DealStatus, hasCome: boolean): Standing => {
      const rtr = hasCome ? share.partRtr : 0n;
      const principal = principalToDate(this.#method, terms, before.netPay);
      return {
        rtr,
        balance: isExcludedFromBalance(status) ? 0n : rtr - before.gross,
        principal,
        loss: lossToDate(status, share.cost, principal),
      };
    };
    const [first] = this.#months;
    let toDate = share.paidBefore;
    let hasCome = first !== undefined && share.agreementDate < first;
    let before = share.statusBefore;
    let opening = standing(toDate, before, hasCome);
    for (const [place, month] of this.#months.entries()) {
      const paid = share.paid.get(month);
      const status = share.statuses[place] ?? share.statusBefore;
      const comes = !hasCome && share.agreementDate <= (this.#ends[place] ?? month);
      let closing = opening;
      // Nothing else moves a share, and most months of a long book move nothing.
      if (paid || comes || status !== before) {
        if (paid) toDate = added(toDate, paid);
        hasCome ||= comes;
        before = status;
        closing = standing(toDate, status, hasCome);
      } else if (closing.balance === 0n) continue;
      this.#addMonth(share, { place, paid, status }, opening, closing);
      opening = closing;
    }
  }

  #addMonth(
    { mid, merchantName, cost, partRtr, syndicationFee }: ShareHistory,
    { place, paid, status }: { place: number; paid: Paid | undefined; status: DealStatus },
    opening: Standing,
    closing: Standing,
  ): void {
    const sums = this.#sums[place];
    const year = this.#years[place];
    if (!sums || !year) throw new RangeError('A month that is not added up.');
    const { balance } = sums;
    const { gross, managementFee, netPay } = paid ?? NOTHING;
    const addedRtr = closing.rtr - opening.rtr;
    // Whatever left the balance without being paid; negative where it came back.
    const writtenOff = opening.balance + addedRtr - gross - closing.balance;
    const principal = closing.principal - opening.principal;
    const loss = closing.loss - opening.loss;
    const isNew = closing.rtr !== opening.rtr;
    balance.opening += opening.balance;
    if (opening.balance !== 0n) balance.openingDeals += 1;
    balance.added += addedRtr;
    balance.collected += gross;
    balance.writtenOff += writtenOff;
    balance.closing += closing.balance;
    if (closing.balance !== 0n) balance.closingDeals += 1;
    if (isNew) {
      balance.addedDeals += 1;
      sums.syndicationFee += syndicationFee;
      sums.newDeals.push({ mid, merchantName, cost, partRtr, syndicationFee });
    }
    if (writtenOff !== 0n) {
      balance.writtenOffDeals += 1;
      sums.writtenOff.push({ mid, merchantName, amount: writtenOff, status });
      const ofYear = entryOf(this.#writtenOffInYear, year, () => new Map<string, Cents>());
      ofYear.set(mid, (ofYear.get(mid) ?? 0n) + writtenOff);
    }
    if (paid) sums.paid = added(sums.paid, paid);
    sums.principal += principal;
    sums.loss += loss;
    const group = statusGroupOf(status);
    if (group && closing.balance !== 0n) {
      const ofGroup = entryOf(sums.byStatus, group, () => ({ deals: 0, balance: 0n }));
      ofGroup.deals += 1;
      ofGroup.balance += closing.balance;
    }
    if (paid || isNew || loss !== 0n) {
      const ofYear = entryOf(this.#deals, year, () => new Map<string, DealSums>());
      const deal = entryOf(ofYear, mid, () => ({ mid, merchantName, cost, ...noYearlySums() }));
      addSums(deal, {
        collected: gross,
        managementFee,
        syndicationFee: isNew ? syndicationFee : 0n,
        netPay,
        principal,
        income: netPay - principal,
        loss,
      });
    }
  }

  month(month: CalendarDate, facts: BookFacts): MonthlyFigures {
    const sums = this.#sums[this.#months.indexOf(month)];
    if (!sums) throw new RangeError('A month that is not added up.');
    const to = lastOfMonth(month);
    const payDates = facts.payDates.filter(({ payDate }) => payDate >= month && payDate <= to);
    return {
      kind: 'month',
      from: month,
      to,
      parties: facts.parties,
      balance: { ...sums.balance, payDates: payDates.length },
      payDates,
      newDeals: sums.newDeals.toSorted(byMid),
      writtenOff: sums.writtenOff.toSorted(byMid),
      fees: { management: sums.paid.managementFee, syndication: sums.syndicationFee },
      method: this.#method,
      principal: sums.principal,
      income: sums.paid.netPay - sums.principal,
      loss: sums.loss,
      cash: cashOf(month, facts),
      byStatus: STATUS_GROUPS.flatMap((group) => {
        const found = sums.byStatus.get(group);
        return found ? [{ group, ...found }] : [];
      }),
    };
  }

  /** All twelve months have to be among those that are added up. */
  year(year: CalendarDate, facts: BookFacts): YearlyFigures {
    const months = this.#months.flatMap((month, place) => {
      const sums = this.#sums[place];
      return yearOf(month) === year && sums ? [{ month, sums }] : [];
    });
    const [first] = months;
    const last = months.at(-1);
    if (months.length !== 12 || !first || !last) throw new RangeError('A year has twelve months.');
    const to = lastDayOf('year', year);
    const listed = months.map(({ month, sums }) => ({
      month,
      collected: sums.paid.gross,
      managementFee: sums.paid.managementFee,
      syndicationFee: sums.syndicationFee,
      netPay: sums.paid.netPay,
      principal: sums.principal,
      income: sums.paid.netPay - sums.principal,
      loss: sums.loss,
    }));
    const total = noYearlySums();
    for (const sums of listed) addSums(total, sums);
    const balances = months.map(({ sums }) => sums.balance);
    const writtenOff = [...(this.#writtenOffInYear.get(year)?.values() ?? [])];
    return {
      kind: 'year',
      from: year,
      to,
      parties: facts.parties,
      method: this.#method,
      balance: {
        opening: first.sums.balance.opening,
        openingDeals: first.sums.balance.openingDeals,
        added: sumMoney(balances.map((balance) => balance.added)),
        addedDeals: balances.reduce((count, balance) => count + balance.addedDeals, 0),
        collected: total.collected,
        payDates: facts.payDates.filter(({ payDate }) => payDate >= year && payDate <= to).length,
        writtenOff: sumMoney(writtenOff),
        writtenOffDeals: writtenOff.filter((amount) => amount !== 0n).length,
        closing: last.sums.balance.closing,
        closingDeals: last.sums.balance.closingDeals,
      },
      months: listed,
      deals: [...(this.#deals.get(year)?.values() ?? [])].toSorted(byMid),
      total,
    };
  }
}

/** Of an account that was opened later than the month, null. */
function cashOf(month: CalendarDate, { cash }: BookFacts): CashFigures | null {
  if (!cash) return null;
  const earlier = cash.movements.filter((moved) => moved.month < month);
  const movements = cash.movements
    .filter((moved) => moved.month === month)
    .map(({ kind, count, amount }) => ({ kind, count, amount }));
  if (cash.before === null && earlier.length === 0 && movements.length === 0) return null;
  const opening = (cash.before ?? 0n) + sumMoney(earlier.map(({ amount }) => amount));
  return {
    opening,
    movements,
    closing: opening + sumMoney(movements.map(({ amount }) => amount)),
  };
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
