import * as z from 'zod/mini';
import { pageNumber, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { auditedEvent, auditFilter } from './operator-audit.ts';

export const deskAuditContract = {
  trail: endpoint({
    method: 'GET',
    path: '/api/desk/v1/audit',
    access: 'staff',
    needs: ['view-desk', 'view-audit'],
    summary: 'Who saw or changed what, newest first. `before` is the last event of the previous page.',
    query: wireObject({
      ...auditFilter,
      before: ['before', z.optional(pathId)],
      limit: ['limit', z.optional(pageNumber)],
    }),
    response: wireObject({ events: ['events', z.array(auditedEvent)] }),
  }),

  exportTrail: endpoint({
    method: 'GET',
    path: '/api/desk/v1/audit/export',
    access: 'staff',
    needs: ['view-desk', 'view-audit'],
    downloads: 'text',
    recordsUse: 'audit trail exported',
    summary: 'All of these events, oldest first, as CSV.',
    query: wireObject(auditFilter),
    response: z.string(),
  }),
};
