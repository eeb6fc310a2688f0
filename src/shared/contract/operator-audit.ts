import * as z from 'zod/mini';
import { auditAction } from './audit-actions.ts';
import { id, pageNumber, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const moment = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Which events are wanted. Absent fields filter nothing. */
export const auditFilter = {
  since: ['since', z.optional(moment)],
  until: ['until', z.optional(moment)],
  action: ['action', z.optional(auditAction)],
  userId: ['user_id', z.optional(pathId)],
  subject: ['subject', z.optional(z.string().check(z.maxLength(200)))],
} as const;

export const auditedEvent = wireObject({
  sequence: ['sequence', id],
  at: ['at', z.iso.datetime()],
  action: ['action', z.string()],
  subject: ['subject', z.nullable(z.string())],
  user: ['user', z.nullable(z.string())],
  userId: ['user_id', z.nullable(id)],
  details: ['details', z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))],
  hash: ['hash', z.string()],
  address: ['address', z.nullable(z.string())],
});

export const operatorAuditContract = {
  auditEvents: endpoint({
    method: 'GET',
    path: '/api/operator/v1/audit',
    access: 'service token',
    scope: 'audit',
    summary: 'Who saw or changed what, newest first. `before` is the last event of the previous page.',
    query: wireObject({
      ...auditFilter,
      before: ['before', z.optional(pathId)],
      limit: ['limit', z.optional(pageNumber)],
    }),
    response: wireObject({ events: ['events', z.array(auditedEvent)] }),
  }),

  exportAudit: endpoint({
    method: 'GET',
    path: '/api/operator/v1/audit/export',
    access: 'service token',
    scope: 'audit',
    downloads: 'text',
    recordsUse: 'audit trail exported',
    summary: 'All of these events, oldest first, as CSV or as one line of JSON for each.',
    query: wireObject({ ...auditFilter, format: ['format', z.optional(z.enum(['csv', 'ndjson']))] }),
    response: z.string(),
  }),
};
