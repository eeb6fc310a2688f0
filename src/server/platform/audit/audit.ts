import { sql } from 'kysely';
import { type AuditAction, VIEWS } from '../../../shared/contract/audit-actions.ts';
import type { Tx } from '../db/database.ts';
import { type Operator, operatorName, userOfOperator } from './operator.ts';
import { networkAddress, originOfRequest } from './request-origin.ts';
import { isTrial } from './trial.ts';

export interface AuditEvent {
  actorId: bigint | null;
  /** Who did it when it was not a user. If a command names a person of the staff, the event is theirs. */
  operator?: Operator;
  action: AuditAction;
  /** What the action was about, such as 'session 6d1f…'. */
  subject: string;
  details?: Record<string, string | number | boolean>;
  /** The network address it came from. That of the current request, unless it is given. */
  address?: string | null;
}

/** Appends to the current tenant's chain in the transaction of the change, so that neither happens without the other. */
export async function recordAudit(tx: Tx, event: AuditEvent): Promise<void> {
  if (isTrial()) return;
  const { action, subject, operator } = event;
  const actorId = event.actorId ?? userOfOperator(operator);
  await sql`select append_to_trail(${actorId}, ${action}, ${subject}, ${detailsOf(event)}::jsonb, ${addressOf(event)}::inet)`.execute(
    tx,
  );
}

/** Appends several in their order, in one statement. */
export async function recordAll(tx: Tx, events: readonly AuditEvent[]): Promise<void> {
  if (isTrial()) return;
  const column = <T>(value: (event: AuditEvent) => T) => events.map(value);
  await sql`
    select append_to_trail(event.actor, event.action, event.subject, event.details::jsonb, event.address::inet)
    from unnest(${column(({ actorId, operator }) => actorId ?? userOfOperator(operator))}::bigint[],
      ${column(({ action }) => action)}::text[], ${column(({ subject }) => subject)}::text[],
      ${column(detailsOf)}::text[], ${column(addressOf)}::text[]) as event (actor, action, subject, details, address)`.execute(
    tx,
  );
}

/** A view by a session, whose id is in the details. */
export interface ViewEvent extends AuditEvent {
  action: (typeof VIEWS)[number];
  details: NonNullable<AuditEvent['details']> & { session: string };
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
  const { actorId, action, subject } = event;
  await sql`
    select append_to_trail(${actorId}, ${action}, ${subject}, ${detailsOf(event)}::jsonb, ${addressOf(event)}::inet,
      ${ONE_VIEW}::interval)`.execute(tx);
}

/** The most events about one subject within the time of a view, for events that anybody can cause. */
const MOST_ABOUT_ONE_SUBJECT = 100;

/** Whether so much was recorded about a subject of late that more of it would only fill the trail. Each person's events count for themselves. */
export async function isCrowded(tx: Tx, subject: string, actorId: bigint | null): Promise<boolean> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from (
      select from audit_events
      where tenant_id = app_tenant() and subject = ${subject} and at > now() - ${ONE_VIEW}::interval
        and actor_id is not distinct from ${actorId}::bigint
      limit ${MOST_ABOUT_ONE_SUBJECT}) recent`.execute(tx);
  return (rows[0]?.count ?? 0n) >= BigInt(MOST_ABOUT_ONE_SUBJECT);
}

const addressOf = ({ address = originOfRequest().address }: AuditEvent): string | null =>
  address === null ? null : networkAddress(address);

function detailsOf({ details, operator, actorId }: AuditEvent): string {
  const { ticketIssuedBy } = originOfRequest();
  return JSON.stringify({
    ...details,
    ...(operator && { operator: operatorName(operator) }),
    // Somebody else let the user in, and may be the one who sits there.
    ...(actorId !== null && ticketIssuedBy !== null && { ticketIssuedBy }),
  });
}
