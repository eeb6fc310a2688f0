import { sql } from 'kysely';
import { type AuditAction, VIEWS } from '../../../shared/contract/audit-actions.ts';
import type { Tx } from '../db/database.ts';
import { type Operator, operatorName } from './operator.ts';

export interface AuditEvent {
  actorId: bigint | null;
  /** Who did it when it was not a user. */
  operator?: Operator;
  action: AuditAction;
  /** What the action was about, such as 'session 6d1f…'. */
  subject: string;
  details?: Record<string, string | number | boolean>;
}

/** Appends to the current tenant's chain in the transaction of the change, so that neither happens without the other. */
export async function recordAudit(tx: Tx, event: AuditEvent): Promise<void> {
  await sql`select append_audit_event(${event.actorId}, ${event.action}, ${event.subject}, ${detailsOf(event)}::jsonb)`.execute(
    tx,
  );
}

/** A view by a session, whose id is in the details. */
export interface ViewEvent extends AuditEvent {
  action: (typeof VIEWS)[number];
  details: { session: string };
}

export const isView = (event: AuditEvent): event is ViewEvent => VIEWS.some((view) => view === event.action);

/** Calls about the same subject within this time count as one view. */
const ONE_VIEW = '10 minutes';

export async function isViewRecorded(tx: Tx, event: ViewEvent): Promise<boolean> {
  const { actorId, action, subject, details } = event;
  const { rows } = await sql<{ isRecorded: boolean }>`
    select is_view_recorded(${actorId}, ${action}, ${subject}, ${details.session}, ${ONE_VIEW}::interval) as is_recorded`.execute(
    tx,
  );
  return rows[0]?.isRecorded === true;
}

/** Appends the view unless it is already recorded. */
export async function recordView(tx: Tx, event: ViewEvent): Promise<void> {
  await sql`
    select append_view_event(${event.actorId}, ${event.action}, ${event.subject}, ${detailsOf(event)}::jsonb,
      ${ONE_VIEW}::interval)`.execute(tx);
}

const detailsOf = ({ details, operator }: AuditEvent): string =>
  JSON.stringify({ ...details, ...(operator && { operator: operatorName(operator) }) });
