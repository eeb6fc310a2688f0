import type { FastifyBaseLogger } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';

interface Question<Name extends string, Row> {
  /** The label of the counter of failures. */
  subject: string;
  gauges: Record<Name, { help: string; labelNames: string[] }>;
  ask(): Promise<Row[]>;
  tell(row: Row, gauges: Record<Name, Gauge>): void;
}

/**
 * Gauges whose values are read from the database at each scrape. What cannot be read is left out and counted, because an old
 * value would look like a good one.
 */
export function askAtScrape<Name extends string, Row>(
  registry: Registry,
  logger: FastifyBaseLogger,
  { subject, gauges: described, ask, tell }: Question<Name, Row>,
): void {
  const failures =
    (registry.getSingleMetric('portal_scrape_failures_total') as Counter | undefined) ??
    new Counter({
      name: 'portal_scrape_failures_total',
      help: 'How often figures could not be read from the database when Prometheus asked for them',
      labelNames: ['subject'],
      registers: [registry],
    });
  failures.inc({ subject }, 0);
  const forget = () => {
    for (const [name, gauge] of Object.entries<Gauge>(gauges)) {
      gauge.reset();
      // Without labels, the library would tell 0 in place of nothing.
      if (described[name as Name].labelNames.length === 0) gauge.remove();
    }
  };
  const refresh = async (): Promise<void> => {
    try {
      const rows = await ask();
      forget();
      for (const row of rows) tell(row, gauges);
    } catch (err) {
      forget();
      failures.inc({ subject });
      logger.error({ err, subject }, 'metrics could not be read');
    }
  };
  // One query fills all gauges: the registry collects them at once, and each waits for the same answer.
  let asked: Promise<void> | null = null;
  const collect = () => {
    asked ??= refresh().finally(() => {
      asked = null;
    });
    return asked;
  };
  const gauges = Object.fromEntries(
    Object.entries<{ help: string; labelNames: string[] }>(described).map(([name, options]) => [
      name,
      new Gauge({ name, ...options, registers: [registry], collect }),
    ]),
  ) as Record<Name, Gauge>;
}
