import type { Page } from '@playwright/test';
import { isDeskAddress } from '../../src/shared/desk-start.ts';
import { pageAt } from '../../src/shared/page-at.ts';

/** For a test of what the app's own calls get: pages arrive as if the browser had loaded them in advance, without any answers. */
export const withoutFirstAnswers = (page: Page): Promise<unknown> =>
  page.route(
    ({ pathname }) => pageAt(pathname) !== undefined || isDeskAddress(pathname),
    async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest()) return route.fallback();
      // Fetched by the test, because a browser lets nobody else write such a header.
      const headers = { ...(await request.allHeaders()), 'sec-purpose': 'prefetch' };
      await route.fulfill({ response: await route.fetch({ headers }) });
    },
  );
