import { profileContract } from '../src/shared/contract/profile.ts';
import { isExcludedFromBalance } from '../src/shared/domain/deal-status.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import type { Permission } from '../src/shared/domain/permissions.ts';
import { alterAnswers, listOf } from './setup/altered-answers.ts';
import { cells, DEALS, DETAILED, type Header, readRows, rows, SIMPLE, table } from './setup/deals-table.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { DANA, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const OWN = 'Northgate Partners';

const TABLES: Record<string, { ids: string; columns: readonly Header[] }> = {
  simple: { ids: 'SIMPLE-01 CALC-03 CALC-05', columns: SIMPLE },
  detailed: { ids: 'DETAIL-01 CALC-03', columns: DETAILED },
  deals: { ids: 'DEALS-02 CALC-03 CALC-05', columns: DEALS },
};

for (const [view, { ids, columns }] of Object.entries(TABLES)) {
  test(`${ids} DASH-07 FMT-01 TABLE-01 ${view}: every row of the book, the latest agreement first, to the cent`, async ({
    page,
    book,
  }) => {
    const deals = await book.dealsOf(OWN);
    expect(deals.length).toBeGreaterThan(200);
    await openAs(page, DANA, `/dashboard?view=${view}&length=100`);
    await expect(table(page).getByRole('columnheader')).toHaveText([...columns]);
    const shown = await readRows(page);
    for (const number of [2, 3]) {
      await page.getByRole('button', { name: `Page ${number}`, exact: true }).click();
      await expect(rows(page).first()).toHaveAttribute('data-index', '0');
      await expect(page.getByText(new RegExp(`^${(number - 1) * 100 + 1}–`))).toBeVisible();
      shown.push(...(await readRows(page)));
    }
    expect(shown).toEqual(deals.map((deal) => cells(deal, columns)));
  });
}

test(
  'DETAIL-02 CALC-05 a balance that does not count is struck through and says why; elsewhere it is $0.00',
  FULL_RUN,
  async ({ page, book }) => {
    const deals = await book.dealsOf(OWN);
    const given = deals.find(
      ({ status, remainingBalance }) => status === 'Write-off' && remainingBalance > 0n,
    );
    if (!given) throw new Error('The demo book has a deal that was written off.');
    await openAs(page, DANA, `/dashboard?view=detailed&search=${given.mid}`);
    const row = rows(page).filter({ hasText: given.mid });
    const struck = row.locator('s');
    await expect(struck).toHaveText(formatMoney(given.remainingBalance));
    await struck.hover();
    await expect(page.getByRole('tooltip')).toContainText('Not included in the portfolio balance');
    await page.mouse.move(0, 0);
    await row.getByRole('button', { name: /Not included in the portfolio balance$/ }).focus();
    await expect(page.getByRole('tooltip')).toBeVisible();

    await page.goto('/dashboard?view=detailed&length=100');
    await readRows(page);
    const expected = deals.slice(0, 100).filter(({ status }) => isExcludedFromBalance(status));
    await expect(table(page).locator('s')).toHaveText(
      expected.map(({ remainingBalance }) => formatMoney(remainingBalance)),
    );
    await page.goto(`/dashboard?view=deals&search=${given.mid}`);
    const [shown] = await readRows(page);
    expect(shown).toEqual(cells(given, DEALS));
    expect(shown?.[DEALS.indexOf('Balance')]).toBe('$0.00');
  },
);

test(
  'DEALS-02 View FCS opens in a new tab, and only who may see it has the column',
  FULL_RUN,
  async ({ page, book }) => {
    const [latest] = await book.dealsOf(OWN);
    await openAs(page, DANA, '/dashboard?view=deals');
    const link = rows(page)
      .first()
      .getByRole('link', { name: /^View FCS/ });
    await expect(link).toHaveText('View FCS');
    await expect(link).toHaveAttribute('href', `/fcs/${latest?.publicId}`);
    await expect(link).toHaveAttribute('target', '_blank');
    const opened = page.waitForEvent('popup');
    await link.click();
    await (await opened).close();
    // The press activated only the link.
    await expect(rows(page).first().getByRole('button', { expanded: true })).toHaveCount(0);
  },
);

test('DEALS-02 without the permission there is no FCS column', FULL_RUN, async ({ page }) => {
  await alterAnswers(page, profileContract.userPermissions, ([permissions]) =>
    listOf({ ...permissions, permissions: new Set<Permission>() }),
  );
  await openAs(page, DANA, '/dashboard?view=deals');
  await readRows(page);
  await expect(table(page).getByRole('columnheader')).toHaveText(DEALS.slice(0, -1));
});
