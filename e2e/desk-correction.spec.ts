import type { Browser, Page } from '@playwright/test';
import { postPayments } from '../src/server/ledger/post-payments.ts';
import { readToday } from '../src/server/platform/db/today.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../src/server/testing/factories.ts';
import { addDays } from '../src/shared/domain/calendar-date.ts';
import { pathOf } from '../src/shared/pages.ts';
import { HARBOR_CAPITAL } from './setup/environment.ts';
import { addMember } from './setup/member.ts';
import { asOwner } from './setup/owner.ts';
import { PAYOUTS, payDateRows, textsOf } from './setup/payouts-tab.ts';
import { OWEN, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

const INGRID = 'ingrid@harbor.example';

/** A deal of two investors, each with somebody who looks, and a payment of $1,080.00 that they were paid last week. */
async function paidDeal() {
  const mark = crypto.randomUUID().slice(0, 8);
  const publicId = `harborview-${mark}`;
  const investors = [
    {
      name: `Lakefront ${mark}`,
      abbreviation: `L${mark}`,
      sharePercent: '10',
      email: `lee@l${mark}.example`,
    },
    { name: `Bayside ${mark}`, abbreviation: `B${mark}`, sharePercent: '20', email: `bea@b${mark}.example` },
  ];
  const dealId = await asOwner(async (tx) => {
    const id = await createFundedDeal(tx, HARBOR_CAPITAL, {
      name: `Harborview Diner ${mark}`,
      mid: `HV${mark}`,
      publicId,
    });
    for (const { sharePercent, email, ...syndicate } of investors) {
      const syndicateId = await createSyndicate(tx, HARBOR_CAPITAL, syndicate);
      await createParticipation(tx, HARBOR_CAPITAL, { dealId: id, syndicateId }, { sharePercent });
      await addMember(tx, { email, syndicateId });
    }
    const date = addDays(await readToday(tx), -10);
    const entry = {
      result: 'cleared',
      reference: `${mark}-paid`,
      dealId: id,
      amount: 108_000n,
      date,
    } as const;
    await postPayments(tx, HARBOR_CAPITAL, [entry], date);
    return id;
  });
  return { dealId, publicId, mark, investors };
}

/** What an investor sees: the figures of the share, and the pay dates with their sums, the newest first. */
async function seenBy(browser: Browser, email: string, publicId: string) {
  const context = await browser.newContext();
  const page: Page = await context.newPage();
  await openAs(page, email, pathOf('deal', { dealPublicId: publicId }));
  const figures = page.getByRole('region', { name: 'Your share in figures' });
  await expect(figures).toContainText('$');
  const ofShare = ((await figures.textContent()) ?? '').replaceAll(/\s+/g, ' ');
  await page.goto(PAYOUTS);
  await expect(payDateRows(page).first()).toContainText('$');
  const payDates = (await textsOf(payDateRows(page))).map((texts) => texts.join(' '));
  await context.close();
  return { ofShare, payDates };
}

/** Of $1,080.00, and of the $1,008.00 that it should have been. */
const SHARES = [
  {
    before: ['share $108.00', 'Balance $8,292.00', 'to you $103.68', 'after $4.32 fees'],
    paid: 'Net Pay $103.68Gross $108.00 Mgt Fee $4.32',
    effect: ['−$7.20', '−$0.29', '−$6.91', '$8,299.20'],
    after: ['share $100.80', 'Balance $8,299.20', 'to you $96.77', 'after $4.03 fees'],
    takenBack: 'Net Pay −$6.91Gross −$7.20 Mgt Fee −$0.29',
  },
  {
    before: ['share $216.00', 'Balance $16,584.00', 'to you $207.36', 'after $8.64 fees'],
    paid: 'Net Pay $207.36Gross $216.00 Mgt Fee $8.64',
    effect: ['−$14.40', '−$0.58', '−$13.82', '$16,598.40'],
    after: ['share $201.60', 'Balance $16,598.40', 'to you $193.54', 'after $8.06 fees'],
    takenBack: 'Net Pay −$13.82Gross −$14.40 Mgt Fee −$0.58',
  },
] as const;

test('DESK-120 DESK-122 a payment of last week is corrected: what each investor sees before it, is told to see, and sees', async ({
  page,
  browser,
}) => {
  test.slow();
  const { dealId, publicId, mark, investors } = await paidDeal();
  const seen = await Promise.all(investors.map(({ email }) => seenBy(browser, email, publicId)));
  for (const [place, { before, paid }] of SHARES.entries()) {
    for (const words of before) expect(seen[place]?.ofShare).toContain(words);
    expect(seen[place]?.payDates).toEqual([expect.stringContaining(paid)]);
  }

  await openAs(page, OWEN, `/desk/deals/${dealId}`);
  await page.getByRole('button', { name: `Correct ${mark}-paid` }).click();
  const panel = page.getByRole('dialog', { name: 'Correct this payment' });
  await panel.getByLabel('Should be').fill('1,008.00');
  const effect = panel.getByRole('table', { name: 'Effect per investor' });
  for (const [place, told] of SHARES.entries())
    await expect(
      effect.getByRole('row', { name: investors[place]?.name ?? '' }).getByRole('cell'),
    ).toHaveText([...told.effect]);
  await panel.getByLabel('Reason').fill('Digits swapped at the processor');
  await panel.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('Asked. It waits for a second person')).toBeVisible();
  await openAs(page, INGRID, `/desk/deals/${dealId}`);
  await page
    .getByRole('region', { name: 'Waiting for a second person' })
    .getByRole('button', { name: 'Approve' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();

  const now = await Promise.all(investors.map(({ email }) => seenBy(browser, email, publicId)));
  for (const [place, { after, paid, takenBack }] of SHARES.entries()) {
    for (const words of after) expect(now[place]?.ofShare).toContain(words);
    // What was paid out stays as it was; the difference is on the next pay date.
    expect(now[place]?.payDates).toEqual([expect.stringContaining(takenBack), expect.stringContaining(paid)]);
  }
});
