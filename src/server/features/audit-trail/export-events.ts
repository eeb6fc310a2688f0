import { auditedEvent } from '../../../shared/contract/operator-audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { encoderOf } from '../../platform/http/wire-encoder.ts';
import { csvCell } from '../../platform/records/csv-cell.ts';
import { type AuditFilter, type ListedEvent, streamEvents } from './audit-events.queries.ts';

export const EXPORT_FORMATS = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    head: 'sequence,at,user,action,subject,details,hash,address\r\n',
    line: csvLine,
  },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', head: '', line: jsonLine },
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export async function* exportEvents(
  tx: Tx,
  tenantId: string,
  { format, ...filter }: AuditFilter & { format: ExportFormat },
): AsyncGenerator<string> {
  const { head, line } = EXPORT_FORMATS[format];
  if (head !== '') yield head;
  for await (const events of streamEvents(tx, tenantId, filter)) yield events.map(line).join('');
}

function csvLine({
  sequence,
  at,
  user,
  userId,
  action,
  subject,
  details,
  hash,
  address,
}: ListedEvent): string {
  const who = user ?? (userId === null ? String(details['operator'] ?? '') : `user ${userId}`);
  const cells = [
    sequence.toString(),
    at.toISOString(),
    who,
    action,
    subject ?? '',
    JSON.stringify(details),
    hash.toString('hex'),
    address ?? '',
  ];
  return `${cells.map(csvCell).join(',')}\r\n`;
}

const encodeEvent = encoderOf(auditedEvent);

function jsonLine(event: ListedEvent): string {
  return `${JSON.stringify(encodeEvent(wireOf(event)))}\n`;
}

export const wireOf = (event: ListedEvent) => ({
  ...event,
  at: event.at.toISOString(),
  hash: event.hash.toString('hex'),
});
