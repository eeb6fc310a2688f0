import { test as base, expect, type Page } from '@playwright/test';
import { type Book, openBook } from './book.ts';
import { prerendered } from './held-scripts.ts';
import { openPeople, type People } from './people.ts';

interface TestFixtures {
  /** Browser errors that a test expects because it causes them. */
  expectedComplaints: RegExp | null;
  watched: undefined;
}

interface WorkerFixtures {
  /** Reads the expected figures from the database. */
  book: Book;
  /** Created for one test. */
  people: People;
}

/** Every test also fails on a script error, a console error or a violation of the content security policy. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  expectedComplaints: [null, { option: true }],

  watched: [
    async ({ context, expectedComplaints }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
          console.error(`The page's policy was broken: ${effectiveDirective} ${blockedURI}`);
        });
      });
      await use(undefined);
      const isExpected = (text: string) => expectedComplaints?.test(text) ?? false;
      expect(complaints.filter((text) => !isExpected(text))).toEqual([]);
    },
    { auto: true },
  ],

  // The server renders some pages before the app does. Tests begin when the app has taken over, unless they only wait for the page
  // to begin.
  page: async ({ page }, use) => {
    const open = page.goto.bind(page);
    const reload = page.reload.bind(page);
    page.goto = async (url, options) => {
      const response = await open(url, options);
      if (options?.waitUntil !== 'commit') await appIn(page);
      return response;
    };
    page.reload = async (options) => {
      const response = await reload(options);
      if (options?.waitUntil !== 'commit') await appIn(page);
      return response;
    };
    await use(page);
  },

  book: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const book = openBook();
      await use(book);
      await book.close();
    },
    { scope: 'worker' },
  ],

  people: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const people = openPeople();
      await use(people);
      await people.close();
    },
    { scope: 'worker' },
  ],
});

export { expect };

/** Chromium logs every failed request to the console. */
export const REFUSED = /^Failed to load resource: the server responded with a status of (40[13]|410|422|429)/;
export const BROKEN = /^Failed to load resource: (net::ERR_FAILED|the server responded with a status of 500)/;

const LONGEST_START_MS = 15_000;

/** A test that holds the scripts back goes on without the app. */
const appIn = (page: Page): Promise<void> =>
  prerendered(page)
    .waitFor({ state: 'detached', timeout: LONGEST_START_MS })
    .catch(() => undefined);
