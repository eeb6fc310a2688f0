import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Who issued each service token, as the audit trail has it: a person by name, or the command. */
export async function readIssuers(tx: Tx, tenantId: string): Promise<Map<bigint, string>> {
  const events = await tx
    .selectFrom('auditEvents as event')
    .leftJoin('memberships as member', (join) =>
      join.onRef('member.tenantId', '=', 'event.tenantId').onRef('member.userId', '=', 'event.actorId'),
    )
    .select([
      'event.subject',
      sql<string | null>`coalesce(member.name, event.details ->> 'operator')`.as('issuerName'),
    ])
    .where('event.tenantId', '=', tenantId)
    .where('event.action', '=', 'service token issued')
    .orderBy('event.sequence', 'desc')
    .execute();
  // The first event of a token is the last that is read, so it counts: a later one tells of the approval.
  return new Map(
    events.flatMap(({ subject, issuerName }) => {
      const [, id] = /^service token (\d+)$/.exec(subject ?? '') ?? [];
      return id === undefined || issuerName === null ? [] : [[BigInt(id), issuerName] as const];
    }),
  );
}
