import {
  addDays,
  type CalendarDate,
  calendarDate,
  isWeekday,
  lastOfMonth,
} from '../../shared/domain/calendar-date.ts';
import { type Cents, sumMoney } from '../../shared/domain/money.ts';
import { rate } from '../../shared/domain/rate.ts';
import type {
  MonthlyFigures,
  StatementBalance,
  StatementChange,
  StatementParties,
  YearlyFigures,
  YearlySums,
} from '../../shared/domain/statements.ts';
import type { Tx } from '../platform/db/database.ts';
import { hashOf, keptFigures } from '../statements/kept-figures.ts';
import type { PrintedStatement } from '../statements/statement-paper.ts';

const PARTIES: StatementParties = {
  funderName: 'Harbor Capital',
  syndicateName: 'Northgate Partners',
  street: '2396 Broad St, Suite 310',
  city: 'Los Angeles',
  state: 'CA',
  zipCode: '90026',
  contactPerson: 'Jennifer Dawson',
  payDays: [1, 2, 3, 4, 5],
  managementFeePercent: rate('3'),
  syndicationFeePercent: rate('1'),
};

interface Sizes {
  /** October 2026 unless another is given. */
  month?: string;
  payDates?: number;
  newDeals?: number;
  writtenOff?: number;
  /** What every amount is multiplied by. */
  times?: bigint;
  name?: string;
}

/** A month of any size whose figures add up, with the golden deal as its first new one. */
export function sampleMonth(sizes: Sizes = {}): MonthlyFigures {
  const { payDates: days = 21, newDeals: many = 8, writtenOff: lost = 1, times = 1n, name } = sizes;
  const from = calendarDate(`${sizes.month ?? '2026-10'}-01`);
  const payDates = weekdaysFrom(from, days).map((payDate, index) => {
    const gross = (index === 0 ? 38_250n : 830_000n + BigInt(index * 9_871)) * times;
    const managementFee = (gross * 3n) / 100n;
    return { payDate, deals: 31 + (index % 13), gross, managementFee, netPay: gross - managementFee };
  });
  const newDeals = Array.from({ length: many }, (_, index) => ({
    mid: `HC${10_258 + index}`,
    merchantName: name ?? MERCHANTS[index % MERCHANTS.length] ?? '',
    cost: (index === 0 ? 1_190_000n : 583_000n + BigInt(index * 91_325)) * times,
    partRtr: (index === 0 ? 1_530_000n : 694_300n + BigInt(index * 118_210)) * times,
    syndicationFee: (11_900n + BigInt(index * 910)) * times,
  }));
  const writtenOff = Array.from({ length: lost }, (_, index) => ({
    mid: `HC${10_088 + index}`,
    merchantName: name ?? 'Bayview Tile & Stone',
    amount: (641_280n - BigInt(index) * 900_000n) * times,
    status: 'Default',
  }));
  const netPay = sumMoney(payDates.map((each) => each.netPay));
  const balance = balanceOf({
    payDates,
    newDeals,
    writtenOff,
    opening: days === 0 ? 0n : 81_386_703n * times,
  });
  return {
    kind: 'month',
    from,
    to: lastOfMonth(from),
    parties: name === undefined ? PARTIES : longParties(name),
    balance,
    payDates,
    newDeals,
    writtenOff,
    fees: {
      management: sumMoney(payDates.map(({ managementFee }) => managementFee)),
      syndication: sumMoney(newDeals.map(({ syndicationFee }) => syndicationFee)),
    },
    method: 'proportional',
    principal: (netPay * 8n) / 10n,
    income: netPay - (netPay * 8n) / 10n,
    loss: lost === 0 ? 0n : 123_456n * times,
    cash: days === 0 ? null : sampleCash(netPay, sumMoney(newDeals.map(({ cost }) => cost)), many),
    byStatus: balance.closing === 0n ? [] : sampleStatuses(balance.closing),
  };
}

const MERCHANTS = [
  'Fleming & Sons Salon',
  'Sunrise Workforce',
  'Three Rivers Air Cond.',
  'Ramírez Taquería LLC',
];

const longParties = (name: string): StatementParties => ({
  ...PARTIES,
  funderName: name,
  syndicateName: name,
  street: name,
  city: name,
  contactPerson: name,
  payDays: [1, 2, 3, 4],
});

const sampleStatuses = (closing: Cents): MonthlyFigures['byStatus'] => [
  { group: 'active', deals: 98, balance: closing - 18_299_495n },
  { group: 'modified', deals: 9, balance: 9_231_840n },
  { group: 'collections', deals: 6, balance: 5_091_277n },
  { group: 'default', deals: 5, balance: 3_976_378n },
];

function sampleCash(netPay: Cents, cost: Cents, deals: number): MonthlyFigures['cash'] {
  const movements = [
    { kind: 'payout', count: 21, amount: netPay },
    { kind: 'participation', count: deals, amount: -cost },
    { kind: 'withdrawal', count: 1, amount: -4_000_000n },
    { kind: 'adjustment', count: 1, amount: -11_820n },
  ] as const;
  const opening = 14_936_629n;
  return { opening, movements, closing: opening + sumMoney(movements.map(({ amount }) => amount)) };
}

interface Lists extends Pick<MonthlyFigures, 'payDates' | 'newDeals' | 'writtenOff'> {
  opening: Cents;
}

function balanceOf({ payDates, newDeals, writtenOff, opening }: Lists): StatementBalance {
  const added = sumMoney(newDeals.map(({ partRtr }) => partRtr));
  const collected = sumMoney(payDates.map(({ gross }) => gross));
  const lost = sumMoney(writtenOff.map(({ amount }) => amount));
  const openingDeals = opening === 0n ? 0 : 236;
  return {
    opening,
    openingDeals,
    added,
    addedDeals: newDeals.length,
    collected,
    payDates: payDates.length,
    writtenOff: lost,
    writtenOffDeals: writtenOff.length,
    closing: opening + added - collected - lost,
    closingDeals: openingDeals + newDeals.length,
  };
}

/** A year whose months and whose deals both come to its total. */
export function sampleYear(deals = 24): YearlyFigures {
  const part = (whole: Cents, index: number): Cents =>
    index === 0 ? whole - (whole / BigInt(deals)) * BigInt(deals - 1) : whole / BigInt(deals);
  const months = Array.from({ length: 12 }, (_, index) => ({
    month: calendarDate(`2026-${String(index + 1).padStart(2, '0')}-01`),
    collected: 22_000_000n + BigInt(index * 12_345),
    managementFee: 660_000n,
    syndicationFee: 121_450n,
    netPay: 21_340_000n + BigInt(index * 12_345),
    principal: 17_000_000n,
    income: 4_340_000n + BigInt(index * 12_345),
    loss: index === 8 ? 123_456n : 0n,
  }));
  const total = sumsOf(months);
  const month = sampleMonth();
  return {
    kind: 'year',
    from: calendarDate('2026-01-01'),
    to: calendarDate('2026-12-31'),
    parties: PARTIES,
    method: 'proportional',
    balance: month.balance,
    months,
    deals: Array.from({ length: deals }, (_, index) => ({
      mid: `HC${10_001 + index}`,
      merchantName: MERCHANTS[index % MERCHANTS.length] ?? '',
      cost: 1_190_000n,
      ...(Object.fromEntries(
        Object.entries(total).map(([sum, whole]) => [sum, part(whole, index)]),
      ) as unknown as YearlySums),
    })),
    total,
  };
}

const SUMS = [
  'collected',
  'managementFee',
  'syndicationFee',
  'netPay',
  'principal',
  'income',
  'loss',
] as const;

const sumsOf = (months: readonly YearlySums[]): YearlySums =>
  Object.fromEntries(
    SUMS.map((sum) => [sum, sumMoney(months.map((each) => each[sum]))]),
  ) as unknown as YearlySums;

function weekdaysFrom(from: CalendarDate, count: number): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let day = from; days.length < count; day = addDays(day, 1)) if (isWeekday(day)) days.push(day);
  return days;
}

/** Figures as they are kept: the first version, made on the second day of the next month. */
export const samplePrint = <F extends MonthlyFigures | YearlyFigures>(
  figures: F,
  changes: Partial<PrintedStatement> = {},
): PrintedStatement<F> => ({
  abbreviation: 'NGP',
  version: 1,
  madeAt: new Date('2026-11-02T11:10:00Z'),
  sha256: '9f3c41d80b7ea265c8f177204be913ad6e52d0c498fb2a175d3e8c60f417b29d',
  reason: '',
  changes: [],
  brandColor: '#0b6b5d',
  questionsTo: 'accounting@harbor.example',
  ...changes,
  figures,
});

interface Kept {
  version?: number;
  reason?: string;
  changes?: readonly StatementChange[];
}

/** Keeps a statement as the job that makes them does, and answers its id. */
export async function keepStatement(
  tx: Tx,
  { tenantId, syndicateId }: { tenantId: string; syndicateId: bigint },
  figures: MonthlyFigures | YearlyFigures,
  { version = 1, reason = '', changes = [] }: Kept = {},
): Promise<bigint> {
  const kept = keptFigures(figures);
  const { id } = await tx
    .insertInto('statements')
    .values({
      tenantId,
      syndicateId,
      kind: figures.kind,
      periodStart: figures.from,
      version,
      figures: kept,
      sha256: hashOf(kept),
      reason,
      changes: JSON.stringify(changes),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
