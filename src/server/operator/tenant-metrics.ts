import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Database } from '../platform/db/database.ts';
import { askAtScrape } from '../platform/operations/asked-at-scrape.ts';
import { readAllNights } from './tenant-nights.ts';

const gauge = (help: string) => ({ help, labelNames: [] });

/**
 * What an operator is woken for: told by the worker, whose work it is. No label names a tenant, because there may be thousands of
 * them; `portal doctor` says which tenant it is.
 */
export function measureTenants(registry: Registry, db: Database, logger: FastifyBaseLogger): void {
  askAtScrape(registry, logger, {
    subject: 'tenants',
    gauges: {
      portal_tenants: gauge('Tenants'),
      portal_oldest_reconciliation_timestamp_seconds: gauge(
        'When that tenant’s book was last compared whose turn was the longest ago',
      ),
      portal_oldest_compared_part_timestamp_seconds: gauge(
        'All parts of all books have been compared since then',
      ),
      portal_reconciliation_differences: gauge('Differences that the last comparisons of all books found'),
      portal_tenants_with_differences: gauge('Tenants whose last comparison found differences'),
      portal_oldest_disposal_timestamp_seconds: gauge(
        'When personal data past its retention was last removed, at the tenant where that was the longest ago',
      ),
      portal_disposal_failures: gauge('Subjects whose personal data the last runs could not remove'),
      portal_nightly_reports_missing: gauge(
        'Tenants whose reports of the last bank day were never begun, though there is a book',
      ),
      portal_days_not_posted: gauge(
        'Tenants that post their days by file, and have posted nothing on the last bank day or since',
      ),
      portal_nightly_reports_unsent: gauge('Reports of the last bank day that are still not sent'),
      portal_tenants_without_statements: gauge(
        'Tenants whose statements of the last month are due, and not all made',
      ),
    },
    ask: () => readAllNights(db),
    tell(all, gauges) {
      gauges.portal_tenants.set(all.tenantCount);
      gauges.portal_oldest_reconciliation_timestamp_seconds.set(all.oldestReconciliation);
      gauges.portal_oldest_compared_part_timestamp_seconds.set(all.oldestCheck);
      gauges.portal_reconciliation_differences.set(all.differenceCount);
      gauges.portal_tenants_with_differences.set(all.differingCount);
      gauges.portal_oldest_disposal_timestamp_seconds.set(all.oldestDisposal);
      gauges.portal_disposal_failures.set(all.disposalFailedCount);
      gauges.portal_nightly_reports_missing.set(all.missingCount);
      gauges.portal_days_not_posted.set(all.unpostedCount);
      gauges.portal_nightly_reports_unsent.set(all.unsentCount);
      gauges.portal_tenants_without_statements.set(all.withoutStatementsCount);
    },
  });
}
