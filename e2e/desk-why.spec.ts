import { sql } from 'kysely';
import { openPaymentSource } from '../src/server/ledger/payment-sources.ts';
import { postPayments } from '../src/server/ledger/post-payments.ts';
import { readToday } from '../src/server/platform/db/today.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import { HARBOR_CAPITAL } from './setup/environment.ts';
import { FULL_RUN } from './setup/full-run.ts';
import { pressEnter } from './setup/hands.ts';
import { asOwner } from './setup/owner.ts';
import { OWEN, openAs } from './setup/portal.ts';
import { expectPresentable } from './setup/screens.ts';
import { expect, test } from './setup/test.ts';

/** An open deal of a syndicate, to which a payment is posted as if Ana had posted a day file. Not one of Northgate, whose figures other tests compare. */
async function postedDeal() {
  return asOwner(async (tx) => {
    const { rows } = await sql<{
      dealId: bigint;
      syndicateId: bigint;
      mid: string;
      merchant: string;
      syndicate: string;
    }>`
      select deal.id as deal_id, p.syndicate_id, deal.mid, deal.name as merchant, s.name as syndicate
      from participations p
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      join syndicates s on s.tenant_id = p.tenant_id and s.id = p.syndicate_id
      join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id
      where p.tenant_id = ${HARBOR_CAPITAL}::uuid and deal.status = 'Active Advance' and s.name like 'Bluewater%'
        and not exists (
          select from participations other
          join syndicates northgate on northgate.tenant_id = other.tenant_id and northgate.id = other.syndicate_id
          where other.tenant_id = p.tenant_id and other.deal_id = p.deal_id and northgate.name like 'Northgate%')
      order by total.counted_balance_cents desc limit 1`.execute(tx);
    const [deal] = rows;
    if (!deal) throw new Error('The demo has open deals.');
    const by = { via: 'desk', userId: 1n, name: 'Ana Ruiz' } as const;
    const run = await tx
      .insertInto('postingRuns')
      .values({
        ...{
          tenantId: HARBOR_CAPITAL,
          fileName: 'day.csv',
          postedOn: '2026-11-16',
          entryCount: 0,
          finishedAt: new Date(),
        },
        fileHash: Buffer.from(crypto.getRandomValues(new Uint8Array(32))),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const source = { kind: 'day file', fileName: 'day-1116.csv', runId: run.id, by } as const;
    const sourceId = await openPaymentSource(tx, HARBOR_CAPITAL, source);
    const date = await readToday(tx);
    const reference = `WHY-${Date.now()}`;
    const [outcome] = await postPayments(
      tx,
      HARBOR_CAPITAL,
      [
        {
          result: 'cleared',
          reference,
          dealId: deal.dealId,
          amount: 1_00n,
          date,
          origin: { sourceId, line: 17 },
        },
      ],
      date,
    );
    expect(outcome).toBe('posted');
    return { ...deal, reference };
  });
}

test('DESK-77 from a figure of an investor to who posted it, by pointer and by keyboard, and the address brings a colleague there', async ({
  page,
}) => {
  const { syndicateId, mid, merchant, reference } = await postedDeal();
  await openAs(page, OWEN, `/desk/investors/${syndicateId}`);
  await page.getByRole('link', { name: /^\$/ }).nth(1).click();
  await expect(page.getByRole('heading', { name: 'Portfolio balance' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Checks' }).getByText('They agree.')).toHaveCount(2);
  await expectPresentable(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const deals = page.getByRole('table', { name: 'Deals of this figure' });
  await deals.getByRole('link', { name: merchant }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`deal=${mid}`));
  const line = page.getByRole('table', { name: 'Lines' }).getByRole('row').filter({ hasText: reference });
  await expect(line).toContainText('day-1116.csv, line 17');
  await expect(line).toContainText('desk: Ana Ruiz');
  await expectPresentable(page);

  await page.reload();
  await expect(line).toContainText('desk: Ana Ruiz');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('combobox').first().selectOption('net-investment');
  await page.getByRole('link', { name: 'Total investment cost' }).click();
  await expect(page.getByRole('heading', { name: 'Total investment cost' })).toBeVisible();
});

test(
  'DESK-75 DESK-77 a pasted column pair shows only its differences, and each opens the lines of its deal',
  FULL_RUN,
  async ({ page }) => {
    const { syndicateId, mid } = await postedDeal();
    const ours = await asOwner((tx) =>
      sql<{ mid: string; cents: bigint }>`
      select deal.mid, p.investment_cost_cents as cents from participations p
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      where p.tenant_id = ${HARBOR_CAPITAL}::uuid and p.syndicate_id = ${syndicateId}`.execute(tx),
    );
    const pasted = ours.rows.map(
      (row) => `${row.mid}\t${formatMoney(row.mid === mid ? row.cents + 5n : row.cents)}`,
    );
    await openAs(page, OWEN, `/desk/why?investor=${syndicateId}&figure=investment-cost`);
    await page.getByRole('button', { name: 'Compare with a spreadsheet' }).click();
    await expect(page).toHaveURL(/view=compare/);
    await page
      .getByLabel('Pasted columns')
      .fill(['MID\tCost', ...pasted, 'ZZ-404\t(12.50)', 'nonsense'].join('\n'));
    await pressEnter(page.getByRole('button', { name: 'Compare', exact: true }));
    const differences = page.getByRole('table', { name: 'Differences' });
    await expect(differences.getByRole('row')).toHaveCount(3);
    await expect(differences).toContainText('Only theirs');
    await expect(page.getByText('1 line could not be read and counts nowhere')).toBeVisible();
    await expect(page.getByText('nonsense', { exact: true })).toBeVisible();
    await expectPresentable(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await differences.getByRole('link', { name: mid }).click();
    await expect(page.getByRole('table', { name: 'Lines' })).toBeVisible();
    await expect(differences.getByRole('row')).toHaveCount(3);
    expect(page.url()).not.toContain('404');
  },
);
