import type { Page } from '@playwright/test';
import { pathOf } from '../src/shared/pages.ts';
import type { Book } from './setup/book.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { holdScriptsBack, prerendered, untilStyled } from './setup/held-scripts.ts';
import { addressOf, type Offers, openOffers } from './setup/offers.ts';
import { DANA, enterCredentials, figure, openAs, SAM } from './setup/portal.ts';
import { signIn } from './setup/sign-in.ts';
import { expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: REFUSED });

/** What every signed-in page asks for: its access token, with which it reports that somebody is there. */
const ALWAYS = ['POST /api/non-tenant/oauth/token', 'POST /user/activity'];

let offers: Offers;
test.beforeAll(() => {
  offers = openOffers();
});
test.afterAll(() => offers.close());

const dashboardPath = pathOf('dashboard');
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test(
  'ROUTE-10 the dashboard arrives with its figures and its rows, and asks for none of them',
  FULL_RUN,
  async ({ page }) => {
    const asked = callsOn(page);
    await openAs(page, DANA);
    await expect(figure(page, 'Net Investment')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(26);
    await expect.poll(() => asked).toEqual(ALWAYS);
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual(ALWAYS);
    // What it arrived with is not left in the page.
    await expect(page.locator('#first-answers')).toHaveCount(0);
  },
);

test('ROUTE-10 the file control sheet asks for none of its parts', FULL_RUN, async ({ page, book }) => {
  const file = await book.fileOf('Northgate Partners', 'full');
  const asked = callsOn(page);
  await openAs(page, DANA, pathOf('fileControlSheet', { dealPublicId: file.publicId }));
  await expect(page.getByText('Quick Information')).toBeVisible();
  await expect.poll(() => asked).toEqual(ALWAYS);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(ALWAYS);
});

test('ROUTE-10 the page of an offer asks for nothing', FULL_RUN, async ({ page }) => {
  const asked = callsOn(page);
  await page.goto(addressOf(await offers.create()));
  await expect(prerendered(page)).toHaveCount(0);
  await expect(page.getByText('$60,000.00')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
});

interface PageOfBook {
  name: string;
  addressOf: (book: Book) => Promise<string>;
  /** Of what the server has rendered from its answers. */
  has: string | RegExp;
}

const PAGES_OF_BOOK: readonly PageOfBook[] = [
  {
    name: 'the page of a deal',
    addressOf: async (book) =>
      pathOf('deal', { dealPublicId: (await book.fileOf('Northgate Partners', 'full')).publicId }),
    has: /^MID HC\d+ · /,
  },
  {
    name: 'the cash account',
    addressOf: async () => pathOf('cash'),
    has: /^Northgate Partners · money that /,
  },
  {
    name: 'the list of documents',
    addressOf: async () => pathOf('documents'),
    has: /^What a statement says stays as it was made/,
  },
  {
    name: 'the tab Insights',
    addressOf: async () => `${dashboardPath}?view=insights`,
    has: /^\d+ deals since \d\d\/\d{4}, after fees/,
  },
];

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`at ${viewport.width} px`, FULL_RUN, () => {
    test.use({ viewport });

    test('ROUTE-10 the figures are there before the script, and nothing moves when it comes', async ({
      page,
    }) => {
      const letAppIn = await holdScriptsBack(page);
      await signIn(page, DANA);
      await page.goto(dashboardPath, { waitUntil: 'commit' });
      const shown = prerendered(page).getByRole('region', { name: 'Portfolio summary' });
      await expect(shown).toContainText('Net Investment');
      await untilStyled(page);
      const before = await boxesOf(page);
      const texts = await shown.innerText();
      expect(texts).toMatch(/Net Investment\s+\$[\d,]+\.\d\d/);
      await letAppIn();
      await expect(prerendered(page)).toHaveCount(0);
      expect(await boxesOf(page)).toEqual(before);
      expect(await page.getByRole('region', { name: 'Portfolio summary' }).innerText()).toBe(texts);
    });

    for (const { name, addressOf: address, has } of PAGES_OF_BOOK)
      test(`ROUTE-10 ${name} can be read before the script, and what is read first does not move`, async ({
        page,
        book,
      }) => {
        const letAppIn = await holdScriptsBack(page);
        await signIn(page, DANA);
        await page.goto(await address(book), { waitUntil: 'commit' });
        await expect(prerendered(page).getByText(has).first()).toBeVisible();
        await untilStyled(page);
        const places = () =>
          Promise.all([title(page), page.getByText(has).first()].map((part) => part.boundingBox()));
        const before = await places();
        await letAppIn();
        await expect(prerendered(page)).toHaveCount(0);
        expect(await places()).toEqual(before);
      });

    test('ROUTE-10 an offer can be read before the script, and nothing moves when it comes', async ({
      page,
    }) => {
      const letAppIn = await holdScriptsBack(page);
      await page.goto(addressOf(await offers.create()), { waitUntil: 'commit' });
      await expect(prerendered(page).getByText('$60,000.00')).toBeVisible();
      await untilStyled(page);
      const places = () =>
        Promise.all(
          [
            title(page),
            page.getByText('$60,000.00'),
            page.getByText('Payback Amount'),
            page.getByRole('slider'),
          ].map((part) => part.boundingBox()),
        );
      const before = await places();
      await letAppIn();
      await expect(prerendered(page)).toHaveCount(0);
      expect(await places()).toEqual(before);
    });
  });
}

test(
  'ROUTE-10 what is moved, written and chosen on an offer before the script is there is carried over',
  FULL_RUN,
  async ({ page }) => {
    const letAppIn = await holdScriptsBack(page);
    await page.goto(addressOf(await offers.create()), { waitUntil: 'commit' });
    await page.getByRole('textbox', { name: 'Message' }).fill('By E-Sign, please');
    await page.getByRole('slider').fill('8');
    // Nothing is accepted that the page has not shown: the terms follow the slider only when the script is there.
    await page.getByRole('button', { name: 'Accept offer' }).click();
    await page.getByRole('slider').focus();
    await letAppIn();
    await expect(prerendered(page)).toHaveCount(0);
    await expect(page.getByText('8%·$4,800.00')).toBeVisible();
    await expect(page.getByRole('slider')).toHaveValue('8');
    await expect(page.getByRole('slider')).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveText('By E-Sign, please');
    await expect(page.getByRole('button', { name: 'Accept offer' })).toBeEnabled();
  },
);

test('ROUTE-11 security rule: whoever comes back after being away too long sees nothing of the figures', async ({
  page,
}) => {
  await openAs(page, DANA);
  await expect(title(page)).toHaveText('Northgate Partners Portfolio');
  await page.evaluate(() => {
    window.localStorage.setItem('portal.last-activity', String(Date.now() - 8 * 60_000));
  });
  const letAppIn = await holdScriptsBack(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(prerendered(page)).toHaveCount(1);
  await expect(prerendered(page).getByText('Net Investment')).toBeHidden();
  await letAppIn();
  await expect(title(page)).toHaveText('Syndicate Login');
});

test('ROUTE-11 whoever has switched to another syndicate does not see their own account in its place', async ({
  page,
}) => {
  await openAs(page, DANA);
  await expect(title(page)).toHaveText('Northgate Partners Portfolio');
  await page.evaluate(() => window.localStorage.setItem('portal.switched-syndicate-id', '2'));
  await holdScriptsBack(page);
  for (const name of ['cash', 'documents'] as const) {
    await page.goto(pathOf(name), { waitUntil: 'commit' });
    await expect(prerendered(page)).toHaveCount(1);
    await expect(prerendered(page).getByText(/^Northgate Partners · /)).toBeHidden();
  }
});

test('ROUTE-11 security rule: after Logout neither going back nor the history shows anything of the book', async ({
  page,
  context,
}) => {
  await openAs(page, DANA);
  await expect(title(page)).toHaveText('Northgate Partners Portfolio');
  // Elsewhere when somebody logs out, so that going back loads the dashboard's address anew or restores what was shown.
  await page.goto('/healthz');
  const other = await context.newPage();
  await other.goto(dashboardPath);
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(title(other)).toHaveText('Syndicate Login');
  const seen = watchFor(page, /Northgate|\$\d/);
  for (const step of [() => page.goBack(), () => page.reload(), () => page.goto(dashboardPath)]) {
    await step();
    await expect(title(page)).toHaveText('Syndicate Login');
  }
  expect(await seen()).toEqual([]);
});

test('ROUTE-11 security rule: whoever signs in next on this browser sees nothing of the one before', async ({
  page,
}) => {
  await openAs(page, DANA);
  await expect(title(page)).toHaveText('Northgate Partners Portfolio');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(title(page)).toHaveText('Syndicate Login');
  const seen = watchFor(page, /Northgate/);
  await enterCredentials(page, SAM);
  await expect(title(page)).toHaveText(/Bluewater/);
  await page.reload();
  await expect(title(page)).toHaveText(/Bluewater/);
  expect(await seen()).toEqual([]);
});

test('ROUTE-11 security rule: a link that was revoked shows nothing of its offer', async ({ page }) => {
  const offer = await offers.create();
  await page.goto(addressOf(offer));
  await expect(page.getByText('$60,000.00')).toBeVisible();
  await offers.expire(offer);
  const html = await (await page.reload())?.text();
  expect(html).not.toMatch(/60,000|60000|Bright Oak/);
  await expect(title(page)).toHaveText('This link has expired');
});

/** The first visit of a day is recorded, which asks for nothing. */
const VISIT = /^\/api\/since\/\d+\/visit$/;

function callsOn(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'fetch' && !VISIT.test(pathname))
      calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** Collects whatever the server sends from now on that has this in it. */
function watchFor(page: Page, pattern: RegExp): () => Promise<string[]> {
  const found: Promise<string | null>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'document') return;
    found.push(
      response
        .text()
        .then((text) => pattern.exec(text)?.[0] ?? null)
        .catch(() => null),
    );
  });
  return async () => (await Promise.all(found)).filter((text) => text !== null);
}

const boxesOf = (page: Page) =>
  Promise.all(
    [
      title(page),
      figure(page, 'Total Portfolio Balance'),
      figure(page, 'Net Investment'),
      figure(page, 'Portfolio Return %'),
      page.getByRole('tab', { name: 'Payouts' }),
      page.getByRole('banner'),
    ].map((part) => part.boundingBox()),
  );
