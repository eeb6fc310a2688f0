import { beforeAll, expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { createIds } from '../book.ts';
import { businessDaysBetween } from '../business-days.ts';
import { openFunder } from '../funders/funder.ts';
import { DEMO_FUNDERS } from '../funders/funders.ts';
import type { Paper } from '../merchants/contract.ts';
import { createRandom } from '../random.ts';
import { bookStart } from '../time-span.ts';
import type { Deal } from './deal.ts';
import { drawBrokers, drawPortfolio } from './portfolio.ts';

const asOf = calendarDate('2026-11-13');
/** Every deal funded before this day has had enough time to default. */
const seasoned = addDays(asOf, -270);

let deals: readonly Deal[];

beforeAll(() => {
  const [profile] = DEMO_FUNDERS;
  if (!profile) throw new Error('There is a demo funder.');
  const ids = createIds();
  const random = createRandom('a larger sample');
  const funder = openFunder(profile, ids, bookStart(asOf));
  const days = businessDaysBetween(bookStart(asOf), asOf);
  const brokers = drawBrokers(random, ids, 3);
  deals = drawPortfolio(random, ids, { funder, days, brokers, count: 3_000 }).deals;
});

const hasDefaulted = ({ account }: Deal) => account.statusChanges.some(({ status }) => status === 'Default');

test.each<[Paper, number, number]>([
  ['good', 0.04, 0.08],
  ['middle', 0.1, 0.16],
  ['weak', 0.18, 0.3],
])('%s paper defaults between %d and %d', (paper, least, most) => {
  const old = deals.filter((deal) => deal.paper === paper && deal.account.contract.fundedDate < seasoned);
  const rate = old.filter(hasDefaulted).length / old.length;
  expect(rate).toBeGreaterThan(least);
  expect(rate).toBeLessThan(most);
});

test('15 to 55 % of a defaulted balance is recovered by the time the file is closed', () => {
  const closed = deals.filter(
    (deal) =>
      hasDefaulted(deal) &&
      ['Settled', 'Write-off'].includes(deal.account.statusChanges.at(-1)?.status ?? ''),
  );
  expect(closed.length).toBeGreaterThan(50);
  for (const { account } of closed) {
    const defaultedOn = account.statusChanges.find(({ status }) => status === 'Default')?.date ?? asOf;
    const received = (until: (date: string) => boolean) =>
      account.payments
        .filter(
          ({ status, clearedDate }) => status === 'cleared' && clearedDate !== null && until(clearedDate),
        )
        .reduce((sum, { amount }) => sum + amount, 0n);
    const owed = account.contract.paybackAmount - received((date) => date <= defaultedOn);
    const recovered = Number(received((date) => date > defaultedOn)) / Number(owed);
    expect(recovered).toBeGreaterThan(0.15);
    expect(recovered).toBeLessThan(0.56);
  }
});

test('most defaults come between the third and the sixth month', () => {
  const months = deals.filter(hasDefaulted).map(({ account }) => {
    const defaultedOn = account.statusChanges.find(({ status }) => status === 'Default')?.date ?? asOf;
    const { fundedDate } = account.contract;
    return (Date.parse(defaultedOn) - Date.parse(fundedDate)) / (30.44 * 86_400_000);
  });
  const inTime = months.filter((month) => month >= 2.5 && month <= 7);
  expect(inTime.length / months.length).toBeGreaterThan(0.75);
});
