import { Readable } from 'node:stream';
import type { deskAuditContract } from '../../../shared/contract/desk-audit.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { listEvents } from './audit-events.queries.ts';
import { readLastCheck } from './check-trails.ts';
import { EXPORT_FORMATS, exportEvents, wireOf } from './export-events.ts';

const LENGTH = 50;
const MAX_PAGE_LENGTH = 200;

export const deskAuditHandlers = (): Handlers<typeof deskAuditContract> => ({
  async trail({ query: { before, limit = LENGTH, ...filter }, caller: { tenantId }, tx }) {
    const page = { before, limit: Math.min(limit, MAX_PAGE_LENGTH) };
    return { events: (await listEvents(tx, tenantId, filter, page)).map(wireOf) };
  },

  trailCheck: ({ caller: { tenantId }, tx }) => readLastCheck(tx, tenantId),

  async exportTrail({ query: filter, caller: { tenantId }, tx, recordUse }) {
    await recordUse('audit trail', { format: 'csv' });
    return {
      fileName: 'audit.csv',
      contentType: EXPORT_FORMATS.csv.contentType,
      open: () =>
        Readable.from(exportEvents(tx, tenantId, { ...filter, format: 'csv' }), { objectMode: false }),
    };
  },
});
