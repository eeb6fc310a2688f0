import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandLineOn } from '../src/server/testing/command-line.ts';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { formatMoney } from '../src/shared/domain/money.ts';
import { databaseUrl } from './setup/environment.ts';
import { enterCredentials, figure } from './setup/portal.ts';
import { writeSmallBook } from './setup/small-book.ts';
import { expect, test } from './setup/test.ts';

const NEW_PASSWORD = 'quiet harbour lantern 41';

test('OPS-01 OPS-02 OPS-06 a funder from nothing by commands alone: its investor signs in from the mail and sees what the files say', async ({
  page,
}) => {
  test.slow();
  const slug = `maple-${crypto.randomUUID().slice(0, 8)}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'book-'));
  const { email, expected } = await writeSmallBook(folder, slug);
  const portal = commandLineOn(
    { url: databaseUrl('DATABASE_URL') },
    { DATABASE_OWNER_URL: databaseUrl('DATABASE_OWNER_URL') },
  );
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await portal(...args);
    expect({ args, code, stderr }).toMatchObject({ args, code: 0 });
    return stdout;
  };

  await run(
    'tenant',
    'add',
    slug,
    '--name',
    'Maple Street Funding',
    '--support-email',
    `help@${slug}.example`,
    // Required unless it is turned off, and then set up before anything else.
    '--requires-second-factor',
    'off',
  );
  await run('import', folder, '--tenant', slug, '--dry-run');
  const said = await run('import', folder, '--tenant', slug);
  expect(said).toContain('payments');
  expect(await run('reconcile', '--tenant', slug)).toContain('$0.00');
  await run('user', 'invite', '--all', '--tenant', slug);
  expect(await run('audit', 'verify', '--tenant', slug)).not.toContain('broken');

  const { text } = await waitForMail(email, 'Your access to the portal of Maple Street Funding');
  const [link] = /http\S+reset_password_view\S+/.exec(text) ?? [];
  await page.goto(link ?? 'the mail has no link');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('textbox', { name: 'Retype Password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await enterCredentials(page, email, NEW_PASSWORD);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maple Ridge Capital Portfolio');
  for (const [label, amounts] of Object.entries(expected)) {
    for (const amount of amounts) await expect(figure(page, label)).toContainText(formatMoney(amount));
  }
  await rm(folder, { recursive: true });
});
