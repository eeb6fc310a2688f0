import * as z from 'zod/mini';
import { id, pageNumber, pathId, wireObject } from './codecs.ts';
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

  trailCheck: endpoint({
    method: 'GET',
    path: '/api/desk/v1/audit/check',
    access: 'staff',
    needs: ['view-desk', 'view-audit'],
    summary: 'When it was last checked that no event of the trail was changed, and what came of it.',
    response: wireObject({
      /** Null before the first check, which is made each night. */
      checkedAt: ['checked_at', z.nullable(z.iso.datetime())],
      /** The first event that is missing or was changed; null when the chain holds. */
      brokenFrom: ['broken_from', z.nullable(id)],
    }),
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
