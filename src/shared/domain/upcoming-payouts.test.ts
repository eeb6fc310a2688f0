import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { formatUpcomingPayouts } from './upcoming-payouts.ts';

const monday = calendarDate('2026-11-16');
const tuesday = calendarDate('2026-11-17');

test('DASH-05 OPS-03 what is on its way is told with its day, or with the first and the last of several', () => {
  const one = { upcomingPayouts: 1_382_305n, upcomingPayDate: tuesday, lastUpcomingPayDate: tuesday };
  expect(formatUpcomingPayouts(one)).toBe('$13,823.05, 11/17/2026');
  expect(formatUpcomingPayouts({ ...one, upcomingPayDate: monday })).toBe(
    '$13,823.05, 11/16/2026 to 11/17/2026',
  );
  expect(formatUpcomingPayouts({ ...one, upcomingPayouts: -6_720n })).toBe('−$67.20, 11/17/2026');
  const none = { upcomingPayouts: 0n, upcomingPayDate: null, lastUpcomingPayDate: null };
  expect(formatUpcomingPayouts(none)).toBeNull();
});
