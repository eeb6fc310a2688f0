import type { Locator, Page } from '@playwright/test';

export const TITLE = 'Accept Offer and Request Contract Form';
export const PROCESSED = 'Your contract request has been processed. We will get back to you shortly.';

export const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Your commission' });
export const message = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });
export const acceptButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Accept offer and request contract' });

/** A term of the offer by its label. */
export const term = (page: Page, label: string): Locator =>
  page
    .getByRole('region', { name: 'Terms of the offer' })
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

export const fileRow = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name });

export const chooseFiles = (page: Page, files: Parameters<Locator['setInputFiles']>[0]) =>
  page.locator('input[type=file]').setInputFiles(files);

export const categorize = (page: Page, name: string, category: string) =>
  page.getByRole('combobox', { name: `Category of ${name}` }).selectOption({ label: category });

/** A small valid file. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj\nxref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000101 00000 n \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n164\n%%EOF\n',
);
// Written in two parts, so that a virus scanner does not flag this file itself.
export const EICAR = Buffer.from(
  `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'}!$H+H*`,
);
