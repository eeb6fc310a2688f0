import type { Figures } from './figures.ts';

/**
 * What a first visit of a page may cost on a phone, until it is complete and without touching anything. Sizes are in kB as the files are
 * compressed with gzip, with nothing in the browser's cache.
 */
export interface Limit {
  script: number;
  style: number;
  font: number;
  /** Scripts, styles and fonts. */
  files: number;
  /** Calls of the api after the page itself. */
  calls: number;
  /** What Lighthouse's phone may measure (`npm run lighthouse`). */
  lighthouse: Partial<Figures>;
}

export type PageName = keyof typeof LIMITS;

/** What holds for every page. */
const ALWAYS = { shift: 0, accessibility: 100, bestPractices: 100, seo: 100 };

/** The one place for these limits: e2e/page-weight.spec.ts and scripts/page-budgets.ts hold the pages against them. Lower them freely. */
export const LIMITS = {
  'sign-in': {
    ...{ script: 159, style: 14, font: 19, files: 16, calls: 1 },
    lighthouse: { ...ALWAYS, largestPaint: 1200, performance: 95 },
  },
  offer: {
    ...{ script: 184, style: 20, font: 19, files: 26, calls: 0 },
    lighthouse: { ...ALWAYS, largestPaint: 1800, performance: 95 },
  },
  dashboard: {
    // With the list of syndicates, which only managers load: 35 kB.
    ...{ script: 257, style: 32, font: 19, files: 32, calls: 2 },
    lighthouse: { ...ALWAYS, largestPaint: 1800, performance: 95 },
  },
  'file control sheet': {
    ...{ script: 197, style: 25, font: 19, files: 26, calls: 2 },
    lighthouse: { ...ALWAYS, performance: 90 },
  },
  profile: {
    ...{ script: 207, style: 28, font: 19, files: 34, calls: 12 },
    lighthouse: ALWAYS,
  },
  'pre-funding': {
    ...{ script: 192, style: 25, font: 19, files: 26, calls: 8 },
    lighthouse: ALWAYS,
  },
  payouts: {
    ...{ script: 388, style: 40, font: 19, files: 42, calls: 12 },
    lighthouse: ALWAYS,
  },
} satisfies Record<string, Limit>;
