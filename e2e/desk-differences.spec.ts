import { deskBoardContract } from '../src/shared/contract/desk-board.ts';
import { deskDifferencesContract } from '../src/shared/contract/desk-differences.ts';
import { calendarDate } from '../src/shared/domain/calendar-date.ts';
import { alterAnswers } from './setup/altered-answers.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { ADA, callsOf, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, test } from './setup/test.ts';

const FOUND = '2026-11-18T21:20:00.000Z';

const difference = (id: bigint, place: string, gap: bigint, dealName: string | null = null) => ({
  id,
  place,
  investors: [{ syndicateId: 1n, name: 'Northgate Partners' }],
  investorCount: dealName ? 3 : 1,
  dealId: dealName ? 1n : null,
  dealName,
  payDate: calendarDate('2026-11-19'),
  figure: 'Net pay',
  expected: '$17,261.69',
  found: '$17,027.71',
  gap,
  foundAt: FOUND,
});

const DIFFERENCES = [
  difference(1n, 'Payouts by pay date', -233_98n),
  difference(2n, 'Payouts by pay date', 233_98n),
  difference(3n, 'Payout lines of payments', 28_25n, 'HC10253 Beacon Hill Landscaping'),
];

test('DESK-190 RUN-40 the board leads to the differences, which are told by place, and can be checked again', async ({
  page,
}) => {
  await alterAnswers(page, deskBoardContract.board, (board) => ({
    ...board,
    check: { comparedAt: FOUND, tiesOut: false, lineCount: 73_047, differenceCount: 3 },
  }));
  let isChecking = false;
  await alterAnswers(page, deskDifferencesContract.differences, (answer) => ({
    ...answer,
    comparedAt: FOUND,
    isChecking,
    differenceCount: 3,
    investorCount: 3,
    sum: 496_21n,
    net: 28_25n,
    oldest: FOUND,
    differences: DIFFERENCES,
    stoppedRun: { runId: 1n, payDate: calendarDate('2026-11-19'), amount: 51_431_76n },
  }));
  await openAs(page, ADA, '/desk');
  await page
    .getByRole('article', { name: 'Not reconciled' })
    .getByRole('link', { name: 'Open differences' })
    .click();
  await expect(page.getByRole('heading', { name: 'Differences', level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Payouts by pay date' }).locator('tbody > tr')).toHaveCount(2);
  await expect(page.getByRole('table', { name: 'Payout lines of payments' })).toContainText(
    'Northgate Partners and 2 more',
  );
  await expect(page.getByRole('region', { name: 'Stopped until reconciled' })).toContainText('$51,431.76');
  await expectPresentable(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  isChecking = true;
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Checking', { exact: true })).toBeVisible();
  isChecking = false;
  await expect(page.getByText('Not reconciled', { exact: true })).toBeVisible();
});

test.describe('empty and failing', FULL_RUN, () => {
  test.use({ expectedComplaints: BROKEN });

  test('DESK-190 without a difference the page says so; one that does not load can be tried again', async ({
    page,
  }) => {
    await openAs(page, ADA, '/desk/differences');
    await expect(page.getByText(/^(Reconciled to the cent|Not reconciled yet)$/)).toBeVisible();
    await expectPresentable(page);
    await page.route(callsOf(deskDifferencesContract.differences), (route) => route.fulfill({ status: 500 }));
    await page.reload();
    await expect(page.getByText('The differences did not load')).toBeVisible();
    await page.unroute(callsOf(deskDifferencesContract.differences));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^(Reconciled to the cent|Not reconciled yet)$/)).toBeVisible();
  });
});
