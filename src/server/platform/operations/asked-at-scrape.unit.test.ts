import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { askAtScrape } from './asked-at-scrape.ts';

test('OPS-05 what could not be read from the database is left out of the metrics, and does not look like 0', async () => {
  const registry = new Registry();
  let ask: () => Promise<number[]> = async () => [7];
  askAtScrape(registry, pino({ enabled: false }), {
    subject: 'nights',
    gauges: { portal_oldest: { help: 'The oldest', labelNames: [] } },
    ask: () => ask(),
    tell: (value, { portal_oldest }) => portal_oldest.set(value),
  });
  expect(await registry.metrics()).toMatch(/^portal_oldest 7$/m);
  ask = async () => [];
  expect(await registry.metrics()).not.toMatch(/^portal_oldest /m);
  ask = () => Promise.reject(new Error('The database is away'));
  expect(await registry.metrics()).not.toMatch(/^portal_oldest /m);
  expect(await registry.metrics()).toContain('portal_scrape_failures_total{subject="nights"} 1');
});
