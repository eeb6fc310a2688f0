import { addDays, type CalendarDate, isWeekday } from '../../../src/shared/domain/calendar-date.ts';
import { type Cents, sumMoney } from '../../../src/shared/domain/money.ts';
import type { Random } from '../random.ts';
import { OTHER_FUNDERS } from '../words/names.ts';
import type { Place } from '../words/places.ts';

/** The figures that an underwriter takes from a statement. */
export interface StatementFigures {
  readonly month: CalendarDate;
  readonly transfersCents: Cents;
  readonly otherAdvancesCents: Cents;
  readonly deductionsCents: Cents;
  readonly netDepositsCents: Cents;
  readonly depositsCents: Cents;
  readonly numberOfDeposits: number;
  readonly negativeDays: number;
  readonly averageBalanceCents: Cents;
  readonly beginningBalanceCents: Cents;
  readonly endingBalanceCents: Cents;
}

export interface StatementLine {
  readonly date: CalendarDate;
  readonly text: string;
  readonly amount: Cents;
}

/** A month of an account as the bank would report it. Its lines add up to its figures. */
export interface BankStatement {
  readonly bank: string;
  readonly accountName: string;
  readonly holder: string;
  readonly address: Place;
  readonly figures: StatementFigures;
  readonly credits: readonly StatementLine[];
  readonly debits: readonly StatementLine[];
}

const SALES = [
  'Card settlement',
  'Card settlement',
  'Branch deposit',
  'ACH credit, customer',
  'Mobile deposit',
];
const SPENDING = [
  'ACH debit, payroll',
  'ACH debit, supplier',
  'Card purchase',
  'Check paid',
  'ACH debit, rent',
  'ACH debit, insurance',
  'ACH debit, utilities',
  'ACH debit, sales tax',
  'Online payment',
];

type Account = Pick<BankStatement, 'bank' | 'accountName' | 'holder' | 'address'>;

export function drawBankStatement(
  random: Random,
  account: Account,
  figures: StatementFigures,
): BankStatement {
  const days = weekdaysOf(figures.month);
  const line = (text: string, amount: Cents): StatementLine => ({ date: random.pick(days), text, amount });
  const notSales = [
    line('Transfer from savings', figures.transfersCents),
    line(`Wire credit, ${random.pick(OTHER_FUNDERS)}`, figures.otherAdvancesCents),
    line('Refund, supplier', figures.deductionsCents),
  ].filter(({ amount }) => amount > 0n);
  const sales = partsOf(random, figures.netDepositsCents, figures.numberOfDeposits - notSales.length);
  const spent = figures.beginningBalanceCents + figures.depositsCents - figures.endingBalanceCents;
  return {
    ...account,
    figures,
    credits: byDate([...notSales, ...sales.map((amount) => line(random.pick(SALES), amount))]),
    debits: byDate(
      partsOf(random, spent, random.int(11, 19)).map((amount) => line(random.pick(SPENDING), amount)),
    ),
  };
}

/** Uneven amounts that come to the total exactly. */
function partsOf(random: Random, total: Cents, count: number): Cents[] {
  const weights = Array.from({ length: count }, () => random.between(0.35, 1.65));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.slice(1).map((weight) => BigInt(Math.floor((Number(total) * weight) / whole)));
  return [total - sumMoney(parts), ...parts];
}

function weekdaysOf(month: CalendarDate): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let day = month; day.slice(0, 7) === month.slice(0, 7); day = addDays(day, 1))
    if (isWeekday(day)) days.push(day);
  return days;
}

const byDate = (lines: readonly StatementLine[]): StatementLine[] =>
  lines.toSorted((one, other) => one.date.localeCompare(other.date));
