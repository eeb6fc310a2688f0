import lighthouse from 'lighthouse';
import { throttling } from 'lighthouse/core/config/constants.js';
import { builtSizes } from './built-size.ts';
import type { Figures } from './figures.ts';

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** One load of the page with an empty cache, on a phone that is so many times slower than this machine. */
export async function measure(url: string, port: number, slowdown: number): Promise<Figures> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown },
    // Lighthouse loads the page once more and leaves while the session is being renewed, which would slow down the next
    // load.
    skipAudits: ['bf-cache'],
  });
  if (!result) throw new Error(`${url} was not measured.`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const { pathname } = new URL(url);
  if (new URL(lhr.finalDisplayedUrl).pathname !== pathname)
    throw new Error(`${pathname} led to ${lhr.finalDisplayedUrl}.`);
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  return {
    slowdown,
    javascript: await scriptSize(lhr),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
  };
}

/** The size of the scripts that were loaded. */
async function scriptSize({ audits }: Report): Promise<number> {
  const details = audits['network-requests']?.details;
  if (details?.type !== 'table') throw new Error('Lighthouse did not list the requests.');
  return builtSizes(
    details.items
      .filter(({ resourceType }) => resourceType === 'Script')
      .map(({ url }) => new URL(String(url)).pathname),
  );
}
