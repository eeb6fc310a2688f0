import type { Locator, Page } from '@playwright/test';
import { pdf } from '../../src/server/testing/sample-files.ts';

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
export const PDF = pdf();
