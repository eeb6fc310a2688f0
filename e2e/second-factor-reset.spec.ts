import { commandLineOn } from '../src/server/testing/command-line.ts';
import { waitForMail } from '../src/server/testing/mailbox.ts';
import { databaseUrl } from './setup/environment.ts';
import { pressEnter } from './setup/hands.ts';
import { expectTokenOutOfAddresses } from './setup/link-token.ts';
import { expectPresentable } from './setup/screens.ts';
import { enrolTotp } from './setup/second-factor.ts';
import { expect, REFUSED, test } from './setup/test.ts';

test.use({ expectedComplaints: REFUSED });

test('LOGIN-20 SHELL-05 ROUTE-09 the link in the notice keeps a second factor that was about to be removed', async ({
  page,
  request,
  people,
}) => {
  const email = await people.twinOfDana();
  await enrolTotp(page, request, email);
  const portal = commandLineOn({ url: databaseUrl('DATABASE_URL') });
  expect((await portal('user', 'reset-second-factor', email, '--tenant', 'harbor')).code).toBe(0);
  const { text } = await waitForMail(email, 'Your second factor is about to be removed');
  const link = /\/second_factor_reset#[\w-]+/.exec(text)?.[0] ?? 'the mail has no link';
  await expectTokenOutOfAddresses(page, link, () =>
    expect(page.getByRole('heading', { level: 1 })).toHaveText('Keep the second factor?'),
  );
  await expectPresentable(page);
  await pressEnter(page.getByRole('button', { name: 'Keep the second factor' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The second factor stays');
});
