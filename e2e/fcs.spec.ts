import type { Locator, Page } from '@playwright/test';
import { fcsContract } from '../src/shared/contract/fcs.ts';
import { calendarDate, formatMonth } from '../src/shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../src/shared/domain/money.ts';
import type { Book } from './setup/book.ts';
import type { FileKind } from './setup/book-files.ts';
import { FULL_RUN, fullRunUnless } from './setup/full-run.ts';
import { callsOf, DANA, enterCredentials, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { BROKEN, expect, REFUSED, test } from './setup/test.ts';
import { withoutFirstAnswers } from './setup/without-first-answers.ts';

// The time of an offer is shown in the reader's time zone.
test.use({ timezoneId: 'America/New_York' });

const NORTHGATE = 'Northgate Partners';
const NOT_FOUND = /^Failed to load resource: the server responded with a status of 404/;

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const statements = (page: Page) => part(page, 'Bank Statement Monthly Averages');
/** The chart is drawn when it comes into sight. */
const bringChart = (page: Page) =>
  statements(page).getByRole('list', { name: 'Lines of the chart' }).scrollIntoViewIfNeeded();
const accountTable = (page: Page, account: string) => part(page, `Statements of ${account}`);
const factOf = (place: Locator, name: string): Locator =>
  place
    .locator('dl > div')
    .filter({ has: place.page().getByText(name, { exact: true }) })
    .locator('dd');
const percentOf = (part: bigint, whole: bigint) =>
  `${(whole === 0n ? 0 : Math.round(Number((part * 1_000_000n) / whole) / 100) / 100).toFixed(2)}%`;

async function openFile(page: Page, book: Book, kind: FileKind) {
  const file = await book.fileOf(NORTHGATE, kind);
  await openAs(page, DANA, `/fcs/${file.publicId}`);
  await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeVisible();
  return file;
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${viewport.width} px`, fullRunUnless(viewport.width === 1440), () => {
    test.use({ viewport });

    test(
      'DEALS-02 FCS-01 View FCS in the deals table opens the sheet in a tab of its own',
      FULL_RUN,
      async ({ page, book }) => {
        const file = await book.fileOf(NORTHGATE, 'full');
        await openAs(page, DANA, `/dashboard?view=deals&search=${file.mid}`);
        if (viewport.width < 640) await page.getByRole('button', { name: /^Details of / }).click();
        const opened = page.waitForEvent('popup');
        await page.getByRole('link', { name: /^View FCS of / }).click();
        const sheet = await opened;
        await expect(sheet).toHaveURL(`/fcs/${file.publicId}`);
        await expect(sheet.getByRole('heading', { level: 1, name: file.name })).toBeVisible();
        await expect(sheet.getByText(`File control sheet · MID ${file.mid}`)).toBeVisible();
        await expect(sheet).toHaveTitle(`FCS of ${file.name} · Syndicate Portal`);
      },
    );

    test('FCS-03 FMT-01 each account has its table, its figures are the book’s and its averages right to the cent', async ({
      page,
      book,
    }) => {
      const file = await openFile(page, book, 'full');
      for (const { account, months, net, deposits, count, balance } of file.averages) {
        const rows = accountTable(page, account).getByRole('row');
        await expect(rows).toHaveCount(Number(months) + 2);
        const texts = await rows.allTextContents();
        expect(texts[0]).toBe(
          'MonthFileDepositTransferOther advancesDeductionNet depositsNumber of depositsNegative daysAverage balanceBeginning balanceEnding balance',
        );
        const ofAccount = file.months.filter((month) => month.account === account);
        expect(texts.slice(1, -1)).toEqual(
          ofAccount.map((row) =>
            [
              formatMonth(calendarDate(row.month)),
              'View',
              ...[row.deposits, row.transfers, row.otherAdvances, row.deductions, row.net].map(formatMoney),
              row.count,
              row.negativeDays,
              ...[row.average, row.beginning, row.ending].map(formatMoney),
            ].join(''),
          ),
        );
        const averages = rows.last();
        await expect(averages).toContainText(`Average${formatMoney(deposits)}`);
        await expect(averages).toContainText(
          `${formatMoney(net)}${net < 1_500_000n ? 'under $15,000' : ''}${count}`,
        );
        await expect(averages).toContainText(formatMoney(balance));
      }
      expect(file.averages.some(({ net }) => net < 1_500_000n)).toBe(true);
    });

    test(
      'FCS-03 a table begins with all its rows and can be read by 5, 10 or 25; the average stays that of all',
      FULL_RUN,
      async ({ page, book }) => {
        const file = await openFile(page, book, 'full');
        const [first] = file.averages;
        const place = statements(page)
          .locator('h3', { hasText: first?.account ?? '' })
          .locator('..');
        const length = place.getByRole('combobox', { name: 'Rows per page' });
        await expect(length.locator('option')).toHaveText(['All', '5', '10', '25']);
        await expect(length).toHaveValue('all');
        const body = place.locator('tbody tr');
        await expect(body).toHaveCount(6);
        const average = await place.locator('tfoot').textContent();
        await length.selectOption('5');
        await expect(body).toHaveCount(5);
        await expect(place).toContainText('1–5 of 6');
        await place.getByRole('button', { name: 'Page 2' }).click();
        await expect(body).toHaveCount(1);
        expect(await place.locator('tfoot').textContent()).toBe(average);
        await length.selectOption('10');
        await expect(body).toHaveCount(6);
      },
    );

    test(
      'FCS-04 SHELL-05 the chart draws two lines, and its table has the figures of each month',
      FULL_RUN,
      async ({ page, book }) => {
        const file = await openFile(page, book, 'full');
        await expect(
          statements(page).getByRole('list', { name: 'Lines of the chart' }).getByRole('listitem'),
        ).toHaveText(['Average Balance', 'Net Deposits Balance']);
        await bringChart(page);
        await expect(page.locator('.recharts-line-curve')).toHaveCount(2);
        // The path of a smooth line contains curves.
        await expect(page.locator('.recharts-line-curve').first()).toHaveAttribute('d', /C/);
        await page.getByRole('button', { name: 'Show as table' }).click();
        const byMonth = Map.groupBy(file.months, ({ month }) => month);
        const expected = [...byMonth.keys()].sort().map((month) => {
          const rows = byMonth.get(month) ?? [];
          const [average, net] = [
            sumMoney(rows.map((row) => row.average)),
            sumMoney(rows.map((row) => row.net)),
          ];
          return formatMonth(calendarDate(month)) + formatMoney(average) + formatMoney(net);
        });
        const table = part(page, 'Balances by month');
        await expect(table.locator('tbody tr')).toHaveText(expected);
        const [account] = file.averages;
        await statements(page)
          .getByRole('combobox', { name: 'Account' })
          .selectOption({ label: account?.account ?? '' });
        const [newest] = file.months.filter((month) => month.account === account?.account);
        await expect(table.locator('tbody tr').last()).toHaveText(
          formatMonth(calendarDate(newest?.month ?? '')) +
            formatMoney(newest?.average ?? 0n) +
            formatMoney(newest?.net ?? 0n),
        );
      },
    );

    test(
      'FCS-05 CALC-04 advances that are over are grey, marked in words and left out of the totals',
      FULL_RUN,
      async ({ page, book }) => {
        const file = await openFile(page, book, 'paid off');
        const net = sumMoney(file.averages.map((average) => average.net));
        const rows = part(page, 'Advances').locator('tbody tr');
        await expect(rows).toHaveCount(file.advances.length);
        const isOver = (status: string) => status === 'paid off' || status === 'paying off';
        for (const [index, advance] of file.advances.entries()) {
          const row = rows.nth(index);
          const pull = advance.daily !== null ? advance.daily * 21n : (advance.weekly ?? 0n) * 4n;
          await expect(row).toContainText(advance.lender);
          await expect(row).toContainText(formatMoney(advance.funding));
          await expect(row).toContainText(percentOf(pull, net));
          await expect(row).toContainText(new RegExp(advance.status, 'i'));
          if (isOver(advance.status)) await expect(row).toHaveAttribute('data-quiet', 'true');
          else await expect(row).not.toHaveAttribute('data-quiet');
          if (advance.url) {
            const link = row.getByRole('link');
            await expect(link).toHaveAttribute('href', advance.url);
            await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
            await expect(link).toHaveAttribute('target', '_blank');
          }
        }
        const active = file.advances.filter(({ status }) => !isOver(status));
        const pulls = active.map(({ daily, weekly }) => (daily !== null ? daily * 21n : (weekly ?? 0n) * 4n));
        await expect(part(page, 'Advances').getByRole('row').last()).toHaveText(
          [
            'Total of active advances',
            formatMoney(sumMoney(active.map(({ funding }) => funding))),
            formatMoney(sumMoney(active.map(({ balance }) => balance))),
            formatMoney(sumMoney(active.map(({ daily }) => daily ?? 0n))),
            formatMoney(sumMoney(active.map(({ weekly }) => weekly ?? 0n))),
            percentOf(sumMoney(pulls), net),
          ].join(''),
        );
      },
    );
  });
}

/** What the sheet says is the same at any width. */
test.describe('at any width', FULL_RUN, () => {
  test('FCS-02 Quick Information says who the company is, and its time in business in words too', async ({
    page,
    book,
  }) => {
    const file = await openFile(page, book, 'full');
    const facts = part(page, 'Quick Information');
    await expect(factOf(facts, 'Start date')).toHaveText(/^(0[1-9]|1[0-2])\/\d{4}$/);
    await expect(factOf(facts, 'Time in business')).toHaveText(
      /^\d+\.\d years(under 1 year|1 to 3 years|over 3 years)$/,
    );
    await expect(factOf(facts, 'Main address')).toContainText(/, [A-Z]{2} \d{5}$/);
    await expect(factOf(facts, 'Merchant').first()).toContainText(/Credit score .+Ownership \d+\.\d\d%/);
    await expect(factOf(facts, 'Company name')).not.toBeEmpty();
    expect(file.averages).toHaveLength(3);
  });

  test('FCS-03 FCS-04 months that nobody has scrubbed are neither listed nor drawn', async ({
    page,
    book,
  }) => {
    const file = await openFile(page, book, 'unscrubbed');
    for (const { account, months } of file.averages) {
      const hidden = file.months.filter((month) => month.account === account && !month.isScrubbed);
      const rows = accountTable(page, account).locator('tbody tr');
      await expect(rows).toHaveCount(Number(months));
      for (const { month } of hidden)
        await expect(rows.filter({ hasText: formatMonth(calendarDate(month)) })).toHaveCount(0);
    }
    expect(file.months.some(({ isScrubbed }) => !isScrubbed)).toBe(true);
  });

  test('FCS-03 FCS-04 CALC-04 without statements it says so, draws nothing and withholds 0.00%', async ({
    page,
    book,
  }) => {
    const file = await openFile(page, book, 'no statements');
    await expect(statements(page)).toContainText('No bank statement has been added.');
    await expect(statements(page).locator('svg')).toHaveCount(0);
    const totals = part(page, 'Advances').getByRole('row').last();
    await expect(totals).toContainText('0.00%');
    expect(file.averages).toEqual([]);
  });

  test('FCS-05 without advances there is ‘No data’', async ({ page, book }) => {
    await openFile(page, book, 'no advances');
    await expect(part(page, 'MCA Information')).toContainText('No data');
  });

  test('FCS-06 CALC-04 FMT-01 Our Offer is the accepted one', async ({ page, book }) => {
    const file = await openFile(page, book, 'full');
    const { offer } = file;
    if (!offer) throw new Error('The full file has an accepted offer.');
    const net = sumMoney(file.averages.map((average) => average.net));
    const facts = part(page, 'Our Offer');
    const month = offer.frequency === 'DAILY' ? offer.payment * 21n : (offer.payment * 21n) / 5n;
    for (const [name, value] of Object.entries({
      'Position number': String(offer.position),
      Amount: formatMoney(offer.amount),
      Payback: formatMoney(offer.payback),
      Term: `${offer.term} days`,
      Payment: `${formatMoney(offer.payment)} ${offer.frequency.toLowerCase()}`,
      'Factor rate': offer.factor,
      'Withhold %': percentOf(month, net),
      Name: offer.lender,
      Note: offer.note ?? 'None',
    }))
      await expect(factOf(facts, name)).toHaveText(value);
    await expect(factOf(facts, 'Created')).toHaveText(/^\d\d\/\d\d\/\d{4}, \d{1,2}:\d\d(am|pm)$/);
  });

  test('FCS-06 while no offer was accepted there is no such part', async ({ page, book }) => {
    await openFile(page, book, 'no offer');
    await expect(part(page, 'MCA Information').getByText(/No data|Total of active/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Our Offer' })).toHaveCount(0);
  });
});

test.describe('a statement’s file', () => {
  // The browser requests a favicon for a PDF, and there is none.
  test.use({ expectedComplaints: NOT_FOUND });

  test('FCS-07 View opens the PDF in a tab of its own', async ({ page, book, context }) => {
    const file = await openFile(page, book, 'full');
    const [first] = file.months;
    const answered = context.waitForEvent('response', (response) =>
      callsOf(fcsContract.openStatement).test(response.url()),
    );
    const opened = page.waitForEvent('popup');
    await page
      .getByRole('button', {
        name: `View the statement of ${formatMonth(calendarDate(first?.month ?? ''))}, ${first?.account}`,
      })
      .click();
    const tab = await opened;
    const response = await answered;
    expect(response.status()).toBe(200);
    // The link is bound to the session, so it opens nothing in another browser.
    const sameLink = { headers: { 'sec-fetch-site': 'same-origin' } };
    expect((await fetch(response.url(), sameLink)).status).toBe(404);
    const again = await context.request.get(response.url(), sameLink);
    expect(again.headers()['content-type']).toBe('application/pdf');
    expect((await again.body()).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await tab.evaluate(() => window.opener)).toBeNull();
  });
});

test.describe('what goes wrong', FULL_RUN, () => {
  test.use({ expectedComplaints: new RegExp(`${BROKEN.source}|${NOT_FOUND.source}`) });

  test('FCS-01 ROUTE-02 an address that leads to nothing says so and leads home', async ({ page }) => {
    await openAs(page, DANA, '/fcs/no-such-deal-anywhere');
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Syndicate Portal');
    await expectPresentable(page);
    await page.getByRole('link', { name: 'Go to the portfolio' }).click();
    await page.waitForURL('/dashboard');
  });

  test('FCS-01 without the permission there is no link and no sheet', async ({ page, book, people }) => {
    const file = await book.fileOf(NORTHGATE, 'full');
    await openAs(page, await people.twinOfDana(), `/dashboard?view=deals&search=${file.mid}`);
    await expect(page.getByRole('button', { name: /^Details of / })).toBeVisible();
    await expect(page.getByRole('link', { name: /^View FCS/ })).toHaveCount(0);
    await page.goto(`/fcs/${file.publicId}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });

  test('SHELL-04 a part that fails says so by itself, and comes back', async ({ page, book }) => {
    let isBroken = true;
    await withoutFirstAnswers(page);
    await page.route(callsOf(fcsContract.existingAdvances), (route) =>
      isBroken ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    const file = await openFile(page, book, 'full');
    await expect(part(page, 'MCA Information').getByRole('alert')).toContainText('The advances did not load');
    await expect(accountTable(page, file.averages[0]?.account ?? '')).toBeVisible();
    await expect(part(page, 'Our Offer')).toBeVisible();
    isBroken = false;
    await part(page, 'MCA Information').getByRole('button', { name: 'Try again' }).click();
    await expect(part(page, 'Advances').getByRole('row').last()).toContainText('Total of active advances');
  });

  test('SHELL-04 FCS-04 a chart that does not load leaves its figures', async ({ page, book }) => {
    await page.route(/balance-lines.*[.]js$/, (route) => route.abort());
    await openFile(page, book, 'full');
    await bringChart(page);
    await expect(page.getByText('The chart did not load.')).toBeVisible();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect(part(page, 'Balances by month').locator('tbody tr')).toHaveCount(6);
  });

  test('SHELL-04 a sheet that does not load can be asked for again', async ({ page, book }) => {
    const file = await book.fileOf(NORTHGATE, 'full');
    let isBroken = true;
    await withoutFirstAnswers(page);
    await page.route(callsOf(fcsContract.deal), (route) =>
      isBroken ? route.fulfill({ status: 500, body: 'broken' }) : route.continue(),
    );
    await openAs(page, DANA, `/fcs/${file.publicId}`);
    await expect(page.getByRole('alert')).toContainText('The file control sheet did not load');
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: file.name })).toBeVisible();
  });

  test('SHELL-04 FCS-07 a file that cannot be opened says why, and its tab goes away', async ({
    page,
    book,
  }) => {
    await page.route(callsOf(fcsContract.linkToStatement), (route) => route.abort());
    await openFile(page, book, 'full');
    const opened = page.waitForEvent('popup');
    await page
      .getByRole('button', { name: /^View the statement of / })
      .first()
      .click();
    const tab = await opened;
    await expect(page.getByText('The portal did not answer.')).toBeVisible();
    await expect.poll(() => tab.isClosed()).toBe(true);
  });
});

test.describe('signed out', FULL_RUN, () => {
  test.use({ expectedComplaints: REFUSED });

  test('ROUTE-06 FCS-01 whoever follows a link to a sheet while signed out lands on it after sign-in', async ({
    page,
    book,
  }) => {
    const file = await book.fileOf(NORTHGATE, 'full');
    await page.goto(`/fcs/${file.publicId}`);
    await page.waitForURL('/login?**');
    await enterCredentials(page, DANA);
    await page.waitForURL(`/fcs/${file.publicId}`);
    await page.getByRole('link', { name: 'Back to the portfolio' }).click();
    await page.waitForURL('/dashboard?view=deals');
  });
});

for (const kind of ['full', 'unscrubbed', 'no statements', 'paid off', 'no offer'] as const) {
  test(
    `SHELL-05 a file (${kind}) is accessible in light and dark and fits every window`,
    FULL_RUN,
    async ({ page, book }) => {
      await openFile(page, book, kind);
      await expect(part(page, 'MCA Information').getByText(/No data|Total of active/)).toBeVisible();
      await expectPresentable(page);
    },
  );
}

test(
  'FCS-02 FCS-03 FCS-05 FCS-06 on paper the full file takes two pages, without what is for the screen',
  FULL_RUN,
  async ({ page, book }) => {
    const file = await openFile(page, book, 'full');
    await bringChart(page);
    await expect(page.locator('.recharts-line-curve')).toHaveCount(2);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(page.getByRole('banner').getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Rows per page' }).first()).toBeHidden();
    await expect(page.getByRole('button', { name: /^View the statement/ }).first()).toBeHidden();
    for (const { account } of file.averages) await expect(accountTable(page, account)).toBeVisible();
    await expect(part(page, 'Our Offer')).toBeVisible();
    // Print uses the light colors in either scheme.
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(246, 247, 248)',
    );
  },
);
