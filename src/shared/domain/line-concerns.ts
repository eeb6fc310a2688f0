import { holidayOn, isBankDay } from './bank-holidays.ts';
import { type CalendarDate, formatDate, isoWeekday } from './calendar-date.ts';
import { BANK_DAYS, MAX_CLEARING_BANK_DAYS } from './debit-days.ts';
import { isNamed } from './merchant-names.ts';
import { type Cents, formatMoney } from './money.ts';

/** A line of a payment file, as far as it is compared with its deal. */
export interface ComparedLine {
  result: 'cleared' | 'returned';
  amount: Cents;
  date: CalendarDate;
  /** The merchant's name in the file; empty where the file has none. */
  merchant: string;
}

/** What is known of the deal that a line names. */
export interface ComparedDeal {
  mid: string;
  name: string;
  /** Of the merchant: its own name and the one that it trades under. */
  merchantNames: readonly string[];
  fundedDate: CalendarDate | null;
  /** One debit under the terms of the line's date; null where none are known. */
  debit: Cents | null;
}

/** A debit is rarely more than itself: a merchant that catches up pays more often, not more. */
const MOST_DEBITS = { of: 3n, by: 2n };

/**
 * What makes a line one that a person has to look at before it posts, each as a sentence. The same line gives the same sentences on every
 * day, so that what was accepted once stays accepted.
 */
export function concernsOf(
  { result, amount, date, merchant }: ComparedLine,
  { mid, name, merchantNames, fundedDate, debit }: ComparedDeal,
  today: CalendarDate,
): string[] {
  const concerns: string[] = [];
  if (merchant.trim() !== '' && !isNamed(merchant, [name, mid, ...merchantNames]))
    concerns.push(`The file names ${merchant.trim()}, the deal is ${name}.`);
  if (fundedDate !== null && date < fundedDate)
    concerns.push(`Dated ${formatDate(date)}, before the deal was funded on ${formatDate(fundedDate)}.`);
  else if (BANK_DAYS.upTo(today) - BANK_DAYS.upTo(date) > MAX_CLEARING_BANK_DAYS)
    concerns.push(`Dated ${formatDate(date)}, more than ${MAX_CLEARING_BANK_DAYS} bank days ago.`);
  if (!isBankDay(date)) concerns.push(`${formatDate(date)} is ${closedDay(date)}, not a bank day.`);
  if (result === 'cleared' && debit !== null && amount * MOST_DEBITS.by > debit * MOST_DEBITS.of)
    concerns.push(`${formatMoney(amount)} is more than 1.5 times the debit of ${formatMoney(debit)}.`);
  return concerns;
}

/** Of a return whose reference is unknown, and that fits no debit of its deal either. */
export const concernOfUnknownReturn = (amount: Cents): string =>
  `Its reference is unknown, and the deal has no earlier cleared payment of ${formatMoney(amount)} to take back.`;

/** Of a return of a debit that itself waits for a person. */
export const concernOfWaitingDebit = (line: number): string =>
  `It returns line ${line}, which does not post yet.`;

const closedDay = (date: CalendarDate): string =>
  holidayOn(date) ?? (isoWeekday(date) === 6 ? 'a Saturday' : 'a Sunday');
