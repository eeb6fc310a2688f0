import { type RawBuilder, sql } from 'kysely';
import { type Promises, promisesFrom, type QueuePromise } from '../../shared/domain/desk-queues.ts';
import type { Tx } from '../platform/db/database.ts';

export async function readPromises(tx: Tx, tenantId: string): Promise<Promises> {
  const tenant = await tx
    .selectFrom('tenants')
    .select('queuePromises')
    .where('id', '=', tenantId)
    .executeTakeFirst();
  return promisesFrom(tenant?.queuePromises ?? '');
}

/** When the promised time ends. The same day ends at midnight in New York. */
export const endOfPromise = (began: RawBuilder<unknown>, promise: QueuePromise) => {
  if (promise === null) return sql<Date | null>`null::timestamptz`;
  return promise === 'same day'
    ? sql<Date | null>`((${began} at time zone 'America/New_York')::date + 1)::timestamp at time zone 'America/New_York'`
    : sql<Date | null>`${began} + make_interval(hours => ${promise}::integer)`;
};
