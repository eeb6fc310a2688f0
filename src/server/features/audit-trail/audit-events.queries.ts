import { sql } from 'kysely';
import type { AuditAction } from '../../../shared/contract/audit-actions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { streamRows } from '../../platform/db/stream-rows.ts';
import { claim } from '../../platform/db/transactions.ts';

/** Which events are wanted. Absent fields filter nothing. */
export interface AuditFilter {
  since?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
  action?: AuditAction | undefined;
  /** The user who did it, by id or by e-mail address. */
  userId?: bigint | undefined;
  user?: string | undefined;
  subject?: string | undefined;
}

export interface ListedEvent {
  sequence: bigint;
  at: Date;
  action: string;
  subject: string | null;
  /** The e-mail address of the user who did it; null for operators, for the system itself and for former members. */
  user: string | null;
  userId: bigint | null;
  details: Record<string, string | number | boolean>;
  hash: Buffer;
  /** The network address that the request came from; null for commands and jobs, and for events of earlier versions. */
  address: string | null;
}

interface Page {
  /** Only events before this one. */
  before?: bigint | undefined;
  limit: number;
}

/** Newest first. Reads the accounts of the tenant's members for their addresses. */
export async function listEvents(
  tx: Tx,
  tenantId: string,
  filter: AuditFilter,
  { before, limit }: Page,
): Promise<ListedEvent[]> {
  await claim(tx, { listsMembers: true });
  let query = events(tx, tenantId, filter);
  if (before !== undefined) query = query.where('event.sequence', '<', before);
  const rows = await query.orderBy('event.sequence', 'desc').limit(limit).execute();
  return rows as ListedEvent[];
}

/** All events, oldest first, as a stream. */
export async function* streamEvents(
  tx: Tx,
  tenantId: string,
  filter: AuditFilter,
): AsyncGenerator<ListedEvent[]> {
  await claim(tx, { listsMembers: true });
  const query = events(tx, tenantId, filter).orderBy('event.sequence');
  for await (const rows of streamRows(tx, { compile: () => query.compile() })) yield rows as ListedEvent[];
}

function events(tx: Tx, tenantId: string, { since, until, action, userId, user, subject }: AuditFilter) {
  let query = tx
    .selectFrom('auditEvents as event')
    .leftJoin('users as user', 'user.id', 'event.actorId')
    .select([
      'event.sequence',
      'event.at',
      'event.action',
      'event.subject',
      'event.actorId as userId',
      'user.email as user',
      'event.details',
      'event.hash',
      sql<string | null>`host(event.address)`.as('address'),
    ])
    .where('event.tenantId', '=', tenantId);
  if (since) query = query.where('event.at', '>=', since);
  if (until) query = query.where('event.at', '<', until);
  if (action) query = query.where('event.action', '=', action);
  if (subject) query = query.where('event.subject', '=', subject);
  if (userId !== undefined) query = query.where('event.actorId', '=', userId);
  if (user) query = query.where('event.actorId', '=', accountOf(tx, user));
  return query;
}

const accountOf = (tx: Tx, email: string) =>
  tx.selectFrom('users').select('id').where('email', '=', email.toLowerCase());
