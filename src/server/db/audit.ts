import { sql } from 'kysely';
import { type AuditAction, VIEWS } from '../../shared/contract/audit-actions.ts';
import { type Operator, operatorName } from '../identity/operator.ts';
import type { Tx } from './database.ts';

export interface AuditEvent {
  actorId: bigint | null;
  /** Whoever did it without being a user. */
  operator?: Operator;
  action: AuditAction;
  /** What it was done to, e.g. 'session 6d1f…'. */
  subject: string;
  details?: Record<string, string | number | boolean>;
}

/** Appends to the current tenant's chain, in the transaction of what it records: neither happens without the other. */
export async function recordAudit(tx: Tx, event: AuditEvent): Promise<void> {
  await sql`select append_audit_event(${event.actorId}, ${event.action}, ${event.subject}, ${detailsOf(event)}::jsonb)`.execute(
    tx,
  );
}

/** A view of something by a session, whose id its details hold. */
export interface ViewEvent extends AuditEvent {
  action: (typeof VIEWS)[number];
  details: { session: string };
}

export const isView = (event: AuditEvent): event is ViewEvent => VIEWS.some((view) => view === event.action);

/** How long calls about the same thing are one view of it. */
const ONE_VIEW = '10 minutes';

export async function isViewRecorded(tx: Tx, event: ViewEvent): Promise<boolean> {
  const { actorId, action, subject, details } = event;
  const { rows } = await sql<{ isRecorded: boolean }>`
    select is_view_recorded(${actorId}, ${action}, ${subject}, ${details.session}, ${ONE_VIEW}::interval) as is_recorded`.execute(
    tx,
  );
  return rows[0]?.isRecorded === true;
}

/** Appends unless it belongs to a view that is recorded by now. */
export async function recordView(tx: Tx, event: ViewEvent): Promise<void> {
  await sql`
    select append_view_event(${event.actorId}, ${event.action}, ${event.subject}, ${detailsOf(event)}::jsonb,
      ${ONE_VIEW}::interval)`.execute(tx);
}

const detailsOf = ({ details, operator }: AuditEvent): string =>
  JSON.stringify({ ...details, ...(operator && { operator: operatorName(operator) }) });
