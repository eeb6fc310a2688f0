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
    ...{ script: 156.2, style: 13.9, font: 19, files: 16, calls: 1 },
    lighthouse: { ...ALWAYS, largestPaint: 1200, performance: 95 },
  },
  offer: {
    ...{ script: 180.6, style: 13.9, font: 19, files: 20, calls: 0 },
    lighthouse: { ...ALWAYS, largestPaint: 1800, performance: 95 },
  },
  dashboard: {
    // With the list of syndicates, which only managers load: 35 kB. The day's first visit is noted by one call more.
    ...{ script: 255.8, style: 26.4, font: 19, files: 31, calls: 3 },
    lighthouse: { ...ALWAYS, largestPaint: 1800, performance: 95 },
  },
  'file control sheet': {
    ...{ script: 195.1, style: 19.8, font: 19, files: 19, calls: 2 },
    lighthouse: { ...ALWAYS, performance: 90 },
  },
  profile: {
    ...{ script: 206.3, style: 20.5, font: 19, files: 30, calls: 12 },
    lighthouse: ALWAYS,
  },
  'deal page': {
    ...{ script: 218.5, style: 20.2, font: 19, files: 30, calls: 5 },
    lighthouse: { ...ALWAYS, performance: 90 },
  },
  insights: {
    ...{ script: 280, style: 31, font: 19, files: 47, calls: 6 },
    lighthouse: { ...ALWAYS, performance: 90 },
  },
  cash: {
    ...{ script: 198.5, style: 20.6, font: 19, files: 33, calls: 3 },
    lighthouse: { ...ALWAYS, performance: 90 },
  },
  documents: {
    ...{ script: 191.8, style: 17.6, font: 19, files: 22, calls: 3 },
    lighthouse: { ...ALWAYS, performance: 90 },
  },
  'pre-funding': {
    ...{ script: 189.8, style: 18, font: 19, files: 18, calls: 8 },
    lighthouse: ALWAYS,
  },
  payouts: {
    ...{ script: 387.1, style: 30.6, font: 19, files: 46, calls: 12 },
    lighthouse: ALWAYS,
  },
  'desk board': {
    ...{ script: 217.6, style: 25, font: 19, files: 35, calls: 4 },
    lighthouse: { ...ALWAYS, performance: 90 },
  },
  'desk deal': {
    ...{ script: 288.3, style: 29.7, font: 19, files: 58, calls: 9 },
    // What a person may change is known after the page is there.
    lighthouse: { ...ALWAYS, shift: 0.1 },
  },
} satisfies Record<string, Limit>;
