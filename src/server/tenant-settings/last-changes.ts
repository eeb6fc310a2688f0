import type { Tx } from '../platform/db/database.ts';

export interface LastChange {
  setting: string;
  at: Date;
  by: string;
}

/** So many changes back. What was not changed since then says nothing. */
const MOST_EVENTS = 500;

/** Who changed each setting last, as the audit trail has it: a person by name, or the command or system. */
export async function readLastChanges(tx: Tx, tenantId: string): Promise<LastChange[]> {
  const events = await tx
    .selectFrom('auditEvents as event')
    .leftJoin('memberships as member', (join) =>
      join.onRef('member.tenantId', '=', 'event.tenantId').onRef('member.userId', '=', 'event.actorId'),
    )
    .select(['event.at', 'event.actorId', 'event.details', 'member.name as memberName'])
    .where('event.tenantId', '=', tenantId)
    .where('event.action', '=', 'settings changed')
    .orderBy('event.sequence', 'desc')
    .limit(MOST_EVENTS)
    .execute();
  const last = new Map<string, LastChange>();
  for (const { at, actorId, details, memberName } of events) {
    const noted = details as Record<string, unknown>;
    const by =
      memberName ?? (actorId === null ? String(noted['operator'] ?? 'the portal') : `user ${actorId}`);
    for (const key of Object.keys(noted)) {
      const [, first = '', rest = ''] = /^new([A-Z])(\w*)$/.exec(key) ?? [];
      const setting = first.toLowerCase() + rest;
      if (setting !== '' && !last.has(setting)) last.set(setting, { setting, at, by });
    }
  }
  return [...last.values()];
}
