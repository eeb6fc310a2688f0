import { Readable } from 'node:stream';
import type { operatorAuditContract } from '../../../shared/contract/operator-audit.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { listEvents } from './audit-events.queries.ts';
import { EXPORT_FORMATS, exportEvents, wireOf } from './export-events.ts';

const LENGTH = 100;
const MAX_PAGE_LENGTH = 1000;

export const auditTrailHandlers = (): Handlers<typeof operatorAuditContract> => ({
  async auditEvents({ query: { before, limit = LENGTH, ...filter }, tenantId, tx }) {
    const events = await listEvents(tx, tenantId, filter, {
      before,
      limit: Math.min(limit, MAX_PAGE_LENGTH),
    });
    return { events: events.map(wireOf) };
  },

  async exportAudit({ query: { format = 'csv', ...filter }, tenantId, tx, recordUse }) {
    await recordUse('audit trail', { format });
    return {
      fileName: `audit.${format}`,
      contentType: EXPORT_FORMATS[format].contentType,
      open: () => Readable.from(exportEvents(tx, tenantId, { ...filter, format }), { objectMode: false }),
    };
  },
});
