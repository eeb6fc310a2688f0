import { addDays, type CalendarDate, formatMonth } from '../../../src/shared/domain/calendar-date.ts';
import type { Cents } from '../../../src/shared/domain/money.ts';
import { type Book, type Ids, officeTime, type Row } from '../book.ts';
import type { FileKeeper } from '../file-keeper.ts';
import type { Contract, Paper } from '../merchants/contract.ts';
import type { Random } from '../random.ts';
import { BANK_BRANDS } from '../words/names.ts';
import { type BankStatement, drawBankStatement, type StatementFigures } from './bank-statement.ts';
import { type Company, monthOf } from './company.ts';
import type { Extent } from './extent.ts';

const BUSINESS_DAYS_PER_MONTH = 21;
const FEWEST_MONTHS = 3;
const MOST_MONTHS = 6;

/** The part of a month's net deposits that our payment takes. */
const WITHHOLD: Readonly<Record<Paper, readonly [number, number]>> = {
  good: [0.08, 0.12],
  middle: [0.1, 0.16],
  weak: [0.14, 0.2],
};

interface Strength {
  /** The average balance as a part of a month's deposits. */
  readonly balance: readonly [number, number];
  readonly negativeDays: readonly [number, number];
}
const STRENGTH: Readonly<Record<Paper, Strength>> = {
  good: { balance: [0.16, 0.35], negativeDays: [0, 0] },
  middle: { balance: [0.07, 0.16], negativeDays: [0, 2] },
  weak: { balance: [0.015, 0.06], negativeDays: [3, 11] },
};

/** The merchant's monthly sales in cents, large enough for the payment to be affordable. */
export function drawMonthlyNet(random: Random, paper: Paper, contract: Contract): number {
  const daily = Number(contract.paybackAmount) / contract.termDays;
  return (daily * BUSINESS_DAYS_PER_MONTH) / random.between(...WITHHOLD[paper]);
}

export interface BankAccount {
  readonly id: bigint;
  readonly name: string;
  readonly bank: string;
  /** The part of the sales that goes through this account. */
  readonly part: number;
}

export function drawBankAccounts(random: Random, ids: Ids, extent: Extent): BankAccount[] {
  const main = random.between(0.7, 0.86);
  const three = [main, (1 - main) * 0.65, (1 - main) * 0.35];
  const drawn = random.weighted([
    [[1], 55],
    [[main, 1 - main], 33],
    [three, 12],
  ]);
  const parts = extent === 'everything' ? three : drawn;
  const uses = ['Business Checking', 'Merchant Deposits', 'Payroll'];
  const bank = random.pick(BANK_BRANDS);
  return parts.map((part, index) => ({
    id: ids.next('companyBankAccounts'),
    name: `${bank} ${uses[index]} x${random.int(1000, 9999)}`,
    bank,
    part,
  }));
}

/** The input for an underwriter's file. */
export interface FiledCompany {
  tenantId: string;
  company: Company;
  accounts: readonly BankAccount[];
  monthlyNet: number;
  fundedDate: CalendarDate;
  extent: Extent;
}

/** Where the statement files are stored. */
export interface StatementFiles {
  readonly keeper: FileKeeper;
  write(statement: BankStatement): Uint8Array;
}

type StatementsBook = Required<Pick<Book, 'companyBankAccounts' | 'statementMonths' | 'files'>>;

export function statementsBook(
  random: Random,
  { tenantId, company, accounts, monthlyNet, fundedDate, extent }: FiledCompany,
  { keeper, write }: StatementFiles,
): StatementsBook {
  const drawn = random.int(FEWEST_MONTHS, MOST_MONTHS);
  const months = lastMonths(fundedDate, extent === 'everything' ? MOST_MONTHS : drawn);
  const rows = accounts.flatMap((account) =>
    accountMonths(random, company.paper, monthlyNet * account.part, months).map((month) => {
      const figures = extent === 'everything' ? { ...month, isScrubbed: true } : month;
      const { id, name: accountName, bank } = account;
      const holder = { bank, accountName, holder: company.name, address: company.main };
      const statement = drawBankStatement(random.fork(`${id} ${figures.month}`), holder, figures);
      const file = keeper.add({
        tenantId,
        name: `${accountName} ${formatMonth(figures.month).replace('/', '-')}.pdf`,
        content: write(statement),
        createdAt: officeTime(fundedDate, 10),
      });
      return { file, month: { tenantId, bankAccountId: id, fileId: file.id, ...figures } };
    }),
  );
  return {
    companyBankAccounts: accounts.map(({ id, name }) => ({ tenantId, id, companyId: company.id, name })),
    files: rows.map(({ file }) => file),
    statementMonths: rows.map(({ month }) => month),
  };
}

function lastMonths(before: CalendarDate, count: number): CalendarDate[] {
  const months: CalendarDate[] = [];
  let month = monthOf(before);
  while (months.length < count) {
    month = monthOf(addDays(month, -1));
    months.unshift(month);
  }
  return months;
}

type Month = StatementFigures & Omit<Row<'statementMonths'>, 'tenantId' | 'bankAccountId' | 'fileId'>;

function accountMonths(
  random: Random,
  paper: Paper,
  monthlyNet: number,
  months: readonly CalendarDate[],
): Month[] {
  const { balance, negativeDays } = STRENGTH[paper];
  // Bad days come in a row and are not spread evenly.
  const worst = random.int(0, months.length - 1);
  const near = (part: number) => cents(monthlyNet * part * random.between(0.6, 1.4));
  let beginning = near((balance[0] + balance[1]) / 2);
  return months.map((month, index) => {
    const net = cents(monthlyNet * random.between(0.86, 1.14));
    const transfers = random.chance(0.6) ? near(0.05) : 0n;
    const otherAdvances = random.chance(paper === 'good' ? 0.05 : 0.18) ? near(0.35) : 0n;
    const deductions = random.chance(0.4) ? near(0.015) : 0n;
    const ending = near(random.between(...balance));
    const isBadMonth = Math.abs(index - worst) <= 1;
    const row: Month = {
      month,
      isScrubbed: index < months.length - 1 || random.chance(0.85),
      depositsCents: net + transfers + otherAdvances + deductions,
      transfersCents: transfers,
      otherAdvancesCents: otherAdvances,
      deductionsCents: deductions,
      netDepositsCents: net,
      numberOfDeposits: random.int(14, 70),
      negativeDays: isBadMonth ? random.int(...negativeDays) : Math.min(1, negativeDays[0]),
      averageBalanceCents: (beginning + ending) / 2n + near(0.01),
      beginningBalanceCents: beginning,
      endingBalanceCents: ending,
    };
    beginning = ending;
    return row;
  });
}

function cents(amount: number): Cents {
  return BigInt(Math.round(amount));
}
