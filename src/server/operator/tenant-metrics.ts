import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import { readLastDisposal } from '../features/disposal/last-disposal.ts';
import { readNightState } from '../features/nightly-report/night-state.ts';
import { readLastReconciliation } from '../features/reconciliation/last-reconciliation.ts';
import type { Database } from '../platform/db/database.ts';
import { listTenants } from '../platform/db/tenants.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { askAtScrape } from '../platform/operations/asked-at-scrape.ts';

const labelNames = ['tenant'];

/** What an operator is woken for, of each tenant: told by the worker, whose work it is. */
export function measureTenants(registry: Registry, db: Database, logger: FastifyBaseLogger): void {
  askAtScrape(registry, logger, {
    subject: 'tenants',
    gauges: {
      portal_last_reconciliation_timestamp_seconds: {
        help: 'When the book was last compared with itself; 0 when never',
        labelNames,
      },
      portal_reconciliation_differences: {
        help: 'Differences that the last comparison of the book found',
        labelNames,
      },
      portal_last_disposal_timestamp_seconds: {
        help: 'When personal data past its retention was last removed; 0 when never',
        labelNames,
      },
      portal_disposal_failures: {
        help: 'Subjects whose personal data the last run could not remove',
        labelNames,
      },
      portal_nightly_reports_missing: {
        help: "1 when the last bank day's reports were never begun, though there is a book",
        labelNames,
      },
      portal_nightly_reports_unsent: {
        help: 'Reports of the last bank day that are still not sent',
        labelNames,
      },
    },
    ask: () => readTenants(db),
    tell({ slug: tenant, last, night, disposal }, gauges) {
      const comparedAt = (last?.comparedAt.getTime() ?? 0) / 1000;
      gauges.portal_last_reconciliation_timestamp_seconds.set({ tenant }, comparedAt);
      gauges.portal_reconciliation_differences.set({ tenant }, last?.differenceCount ?? 0);
      const disposedAt = (disposal?.finishedAt.getTime() ?? 0) / 1000;
      gauges.portal_last_disposal_timestamp_seconds.set({ tenant }, disposedAt);
      gauges.portal_disposal_failures.set({ tenant }, disposal?.failedCount ?? 0);
      gauges.portal_nightly_reports_missing.set({ tenant }, night.isMissing ? 1 : 0);
      gauges.portal_nightly_reports_unsent.set({ tenant }, night.unsentCount);
    },
  });
}

/** How each tenant's last night went. */
export async function readTenants(db: Database) {
  const states = [];
  for (const tenant of await listTenants(db)) {
    const read = await withTenant(
      db,
      tenant.id,
      async (tx) => ({
        last: await readLastReconciliation(tx, tenant.id),
        night: await readNightState(tx, tenant.id),
        disposal: await readLastDisposal(tx, tenant.id),
      }),
      { readOnly: true },
    );
    states.push({ ...tenant, ...read });
  }
  return states;
}
