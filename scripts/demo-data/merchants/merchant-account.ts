import { addDays, type CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../src/shared/domain/deal-status.ts';
import type { TermsChange } from '../../../src/shared/domain/deal-terms.ts';
import type { Cents } from '../../../src/shared/domain/money.ts';
import type { BusinessDays } from '../business-days.ts';
import type { Random } from '../random.ts';
import {
  type AccountHistory,
  type ChangedTerms,
  type LedgerEvent,
  type MerchantPayment,
  type PaymentMethod,
  RETURN_CODES,
  type StatusChange,
} from './account-history.ts';
import type { Contract } from './contract.ts';

const REVERSAL_CHANCE = 0.0012;
/** Remaining cents from rounding are added to the last payment instead of becoming a payment of their own. */
const NOT_WORTH_A_DEBIT: Cents = 1_00n;

/** A funded merchant's account, moved forward one business day or debit at a time, and never past the last day. */
export class MerchantAccount implements AccountHistory {
  readonly contract: Contract;
  readonly payments: MerchantPayment[] = [];
  readonly events: LedgerEvent[] = [];
  readonly statusChanges: StatusChange[] = [];
  readonly termsChanges: ChangedTerms[] = [];
  readonly #random: Random;
  readonly #returnChance: number;
  readonly #days: BusinessDays;
  #balance: Cents;
  #today: number;
  #weeklyAnchor: CalendarDate;
  #toReverse: { payment: MerchantPayment; on: number }[] = [];

  constructor(contract: Contract, days: BusinessDays, random: Random, returnChance: number) {
    this.contract = contract;
    this.#random = random;
    this.#returnChance = returnChance;
    this.#days = days;
    this.#balance = contract.paybackAmount;
    this.#today = days.indexOnOrAfter(contract.fundedDate);
    this.#weeklyAnchor = contract.fundedDate;
    this.changeStatus('Active Advance', 'Funded');
  }

  get balance(): Cents {
    return this.#balance;
  }

  get today(): CalendarDate {
    return this.#days.at(this.#today);
  }

  get paidIn(): number {
    return 1 - Number(this.#balance) / Number(this.contract.paybackAmount);
  }

  /** True when it is paid off or the book's last day has passed. */
  get isOver(): boolean {
    return this.#balance === 0n || this.#today >= this.#days.days.length;
  }

  wait(businessDays: number): void {
    this.#moveTo(this.#today + businessDays);
  }

  /** The next scheduled debit, for a fraction of the contract's payment. */
  debit({ part = 1, returnChance = this.#returnChance } = {}): void {
    this.#moveTo(this.#nextDebitDay());
    if (this.isOver) return;
    const payment = this.partOfPayment(part);
    const amount = this.#balance - payment < NOT_WORTH_A_DEBIT ? this.#balance : payment;
    if (this.#random.chance(returnChance)) this.#return(amount);
    else this.#clear('ACH', amount);
  }

  partOfPayment(part: number): Cents {
    return (this.contract.payment * BigInt(Math.round(part * 100))) / 100n;
  }

  /** Money that arrives other than by a scheduled debit. */
  receive(method: PaymentMethod, amount: Cents): void {
    if (!this.isOver && amount > 0n) this.#clear(method, amount < this.#balance ? amount : this.#balance);
  }

  changeStatus(status: DealStatus, reason: string): void {
    if (this.#today < this.#days.days.length) this.statusChanges.push({ date: this.today, status, reason });
  }

  /** Counts from the next debit on. */
  changeTerms(change: TermsChange, payment: Cents, note: string): void {
    if (this.#today < this.#days.days.length)
      this.termsChanges.push({ date: this.today, change, payment, note });
  }

  #nextDebitDay(): number {
    if (this.contract.paymentFrequency === 'DAILY') return this.#today + 1;
    let day = this.#today;
    while (day <= this.#today) {
      this.#weeklyAnchor = addDays(this.#weeklyAnchor, 7);
      day = this.#days.indexOnOrAfter(this.#weeklyAnchor);
    }
    return day;
  }

  #moveTo(day: number): void {
    if (this.#balance === 0n) return;
    this.#today = day;
    const due = this.#toReverse.filter(({ on }) => on <= day && on < this.#days.days.length);
    this.#toReverse = this.#toReverse.filter(({ on }) => on > day);
    for (const { payment, on } of due) this.#reverse(payment, this.#days.at(on));
  }

  #clear(method: PaymentMethod, amount: Cents): void {
    const date = this.today;
    const payment: MerchantPayment = {
      method,
      amount,
      debitDate: date,
      status: 'cleared',
      clearedDate: date,
      returnedDate: null,
      returnCode: null,
    };
    this.#balance -= amount;
    this.payments.push(payment);
    this.events.push({ date, payment, isReversal: false, isFinal: this.#balance === 0n });
    if (method === 'ACH' && this.#random.chance(REVERSAL_CHANCE)) {
      this.#toReverse.push({ payment, on: this.#today + this.#random.int(3, 15) });
    }
  }

  #return(amount: Cents): void {
    const on = this.#today + 2;
    // The bank has not reported the result yet.
    if (on >= this.#days.days.length) return;
    const returnCode = this.#random.weighted(RETURN_CODES);
    const returnedDate = this.#days.at(on);
    this.payments.push({
      method: 'ACH',
      amount,
      debitDate: this.today,
      status: 'returned',
      clearedDate: null,
      returnedDate,
      returnCode,
    });
  }

  #reverse(payment: MerchantPayment, date: CalendarDate): void {
    payment.status = 'reversed';
    payment.returnedDate = date;
    payment.returnCode = this.#random.pick(['R10', 'R29']);
    this.#balance += payment.amount;
    this.events.push({ date, payment, isReversal: true, isFinal: false });
  }
}
