import { browserFailuresContract } from '../src/shared/contract/browser-failures.ts';
import { callsOf } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

test.use({ expectedComplaints: /canary/ });

test('OPS-48 what fails in a page is told to the operator once, without its words and the address', async ({
  page,
}) => {
  await page.goto('/login?user_email=canary@investor.example#canary');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const sent: unknown[] = [];
  await page.route(callsOf(browserFailuresContract.report), async (route) => {
    const response = await route.fetch();
    expect(response.status()).toBe(200);
    await route.fulfill({ response });
    // Last, so that the test does not end while an answer is on its way.
    sent.push(route.request().postDataJSON());
  });
  await page.evaluate(() => {
    // Nobody waits for the one, and nobody catches the other, which happens twice.
    void Promise.reject(new RangeError('canary of a promise'));
    const fail = () => {
      throw new TypeError('canary of a timer');
    };
    setTimeout(fail);
    setTimeout(fail, 50);
  });
  await expect.poll(() => sent).toHaveLength(2);
  const told = { page: 'signIn', frames: [], build: expect.stringMatching(/^[\w.-]+\.js$/) };
  expect(sent).toEqual(
    expect.arrayContaining([
      { ...told, kind: 'rejection', name: 'RangeError' },
      { ...told, kind: 'error', name: 'TypeError' },
    ]),
  );
  expect(JSON.stringify(sent)).not.toContain('canary');
});
