import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** For so long nobody approves what somebody asks for who has let them in or given them what they may do. */
const APART_HOURS = 72;

/** Otherwise one person could make the second one up, in minutes. For as long as this takes, others can see it in the trail. */
export async function requireApart(
  tx: Tx,
  tenantId: string,
  askedBy: bigint,
  decidedBy: bigint,
): Promise<void> {
  const given = await tx
    .selectFrom('auditEvents')
    .select('sequence')
    .where('tenantId', '=', tenantId)
    .where('subject', '=', `user ${decidedBy}`)
    .where('at', '>', sql<Date>`now() - make_interval(hours => ${APART_HOURS})`)
    .where('actorId', '=', askedBy)
    .where('action', 'in', ['user invited', 'permissions changed', 'user reopened'])
    .executeTakeFirst();
  if (given) throw new Refusal('decider_of_asker');
}
