import { sql } from 'kysely';
import { nameOperator, type Operator } from '../identity/operator.ts';
import type { Tx } from './database.ts';

export interface AuditEvent {
  actorId: bigint | null;
  /** Whoever did it without being a user. */
  operator?: Operator;
  action:
    | 'signed in'
    | 'signed out'
    | 'session ended: token reuse'
    | 'sessions ended'
    | 'password changed'
    | 'password reset'
    | 'second factor added'
    | 'second factor removed'
    | 'recovery codes renewed'
    | 'statement file opened'
    | 'offer link issued'
    | 'offer accepted'
    | 'bank link issued'
    | 'sign-in ticket issued'
    | 'link revoked'
    | 'syndicate invited'
    | 'invite mailed'
    | 'bank connected'
    | 'pre-funding accepted'
    | 'adjustment requested'
    | 'contact changed'
    | 'e-sign email changed'
    | 'bank numbers revealed'
    | 'bank change requested'
    | 'bank change cancelled'
    | 'bank account changed'
    | 'import begun'
    | 'import finished'
    | 'service token issued'
    | 'service token revoked';
  /** What it was done to, e.g. 'session 6d1f…'. */
  subject: string;
  details?: Record<string, string | number | boolean>;
}

/** Appends to the current tenant's chain, in the transaction of what it records: neither happens without the other. */
export async function recordAudit(tx: Tx, event: AuditEvent): Promise<void> {
  const details = JSON.stringify({
    ...event.details,
    ...(event.operator && { operator: nameOperator(event.operator) }),
  });
  await sql`select append_audit_event(${event.actorId}, ${event.action}, ${event.subject}, ${details}::jsonb)`.execute(
    tx,
  );
}
