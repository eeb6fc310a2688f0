import { openInvites } from './setup/invites.ts';
import { DANA, openAs } from './setup/portal.ts';
import { expect, test } from './setup/test.ts';

test.use({ expectedComplaints: /Trusted|policy was broken: (require-)?trusted-types/ });

test('OPS-13 no string becomes an element or a script in the browser, and what is pasted into a message keeps its marks alone', async ({
  page,
}) => {
  const invites = openInvites();
  const deal = await invites.create({ offeredSharePercent: '4.5' });
  await openAs(page, DANA, `/accounting_reply/${deal.publicId}`);
  const message = page.getByRole('textbox', { name: 'Message' });
  // The editor takes the place of a plain field once it is loaded, and with it what cleans HTML.
  await expect(message).toHaveAttribute('contenteditable', 'true');
  const refused = await page.evaluate(() => {
    const tried = (work: () => void) => {
      try {
        work();
        return 'taken';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const place = document.createElement('div');
    place.innerHTML = '<p>kept</p><img src=x onerror=alert(1)><script>alert(1)</script>';
    return {
      left: place.innerHTML,
      script: tried(() => {
        document.createElement('script').src = '/before-app.js';
      }),
      text: tried(() => {
        document.createElement('script').text = 'alert(1)';
      }),
      policy: tried(() => {
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('any', {});
      }),
    };
  });
  expect(refused).toEqual({
    left: '<p>kept</p>',
    script: 'TypeError',
    text: 'TypeError',
    policy: 'TypeError',
  });

  await message.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<p>Could we do <strong>8 %</strong><img src=x onerror=alert(1)></p>');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(message.locator('strong')).toHaveText('8 %');
  await expect(message.locator('img:not(.ProseMirror-separator)')).toHaveCount(0);
  await invites.end();
});
