import { addDays, type CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { Cents } from '../../../src/shared/domain/money.ts';
import { pathOf } from '../../../src/shared/pages.ts';
import type { Row } from '../book.ts';
import type { Paper } from '../merchants/contract.ts';
import type { Random } from '../random.ts';
import { OTHER_FUNDERS } from '../words/names.ts';
import type { FiledCompany } from './statements.ts';

const ACTIVE: Readonly<Record<Paper, readonly [number, number]>> = {
  good: [0, 1],
  middle: [0, 2],
  weak: [1, 3],
};
const EVERY_STATUS = ['active', 'active', 'paying off', 'paid off'];
const WEEKS_PER_MONTH = 4;
const BUSINESS_DAYS_PER_MONTH = 21;

/** Together with ours, their payments stay below 45 % of the deposits. */
const PULL = [0.045, 0.08] as const;

/** The smallest advance, in cents. */
const SMALLEST_ADVANCE = 500_000;

type Advance = Row<'existingAdvances'>;

export function drawExistingAdvances(
  random: Random,
  { tenantId, company, accounts, monthlyNet, fundedDate, extent }: FiledCompany,
): Advance[] {
  const active = random.int(...ACTIVE[company.paper]);
  const drawn = [
    ...Array.from({ length: active }, () => 'active'),
    ...(random.chance(0.2) ? ['paying off'] : []),
    ...(random.chance(0.45) ? ['paid off'] : []),
  ];
  const statuses = extent === 'everything' ? EVERY_STATUS : drawn;
  const lenders = random.shuffled(OTHER_FUNDERS);
  return statuses.map((status, index) => {
    const isDaily = random.chance(0.6);
    const pull = monthlyNet * random.between(...PULL);
    const payment =
      BigInt(Math.round(pull / (isDaily ? BUSINESS_DAYS_PER_MONTH : WEEKS_PER_MONTH) / 100)) * 100n;
    const funding = roundToHundreds(Math.max(SMALLEST_ADVANCE, pull * random.between(3.5, 5.5)));
    const isPaidOff = status === 'paid off';
    return {
      tenantId,
      companyId: company.id,
      bankAccountId: accounts[0]?.id ?? null,
      lenderName: lenders[index] ?? 'Unknown',
      status,
      advanceDate: addDays(fundedDate, -random.int(isPaidOff ? 260 : 25, isPaidOff ? 700 : 150)),
      originalFundingCents: funding,
      balanceCents: isPaidOff ? 0n : (funding * BigInt(random.int(25, 85))) / 100n,
      paymentFrequency: isDaily ? 'DAILY' : 'WEEKLY',
      dailyPaymentCents: isDaily ? payment : null,
      weeklyPaymentCents: isDaily ? null : payment,
      description: description(random, status),
      previousDealUrl: null,
    };
  });
}

function roundToHundreds(cents: number): Cents {
  return BigInt(Math.round(cents / 10_000)) * 10_000n;
}

function description(random: Random, status: string): string | null {
  if (status === 'paying off') return 'To be paid off from our funding, payoff letter requested';
  if (status === 'paid off') return random.pick(['Zero balance letter on file', 'Paid as agreed', null]);
  return random.pick([
    'Confirmed on statements',
    'Merchant says under 50 % left',
    'Second position',
    null,
    null,
  ]);
}

/** Our own earlier deal, as the next underwriter finds it in the file. */
export function ownAdvance(
  {
    tenantId,
    companyId,
    lenderName,
    previousPublicId,
  }: {
    tenantId: string;
    companyId: bigint;
    lenderName: string;
    previousPublicId: string;
  },
  funding: { fundedDate: CalendarDate; amount: bigint },
): Advance {
  return {
    tenantId,
    companyId,
    bankAccountId: null,
    lenderName,
    status: 'paid off',
    advanceDate: funding.fundedDate,
    originalFundingCents: funding.amount,
    balanceCents: 0n,
    paymentFrequency: null,
    dailyPaymentCents: null,
    weeklyPaymentCents: null,
    description: 'Our own advance, balance paid off by the renewal',
    previousDealUrl: pathOf('fileControlSheet', { dealPublicId: previousPublicId }),
  };
}
