import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../errors.ts';
import type { Tx } from './database.ts';

interface Command {
  tenantId: string;
  /** Chosen by whoever sends the command, and made theirs by what is put in front of it. */
  key: string;
  /** Everything that the command depends on: the same key with something else is a mistake. */
  request: unknown;
}

/**
 * Does the work of a command and keeps its answer, in the command's own transaction. The same command again gets the
 * same answer; one that comes while the first is under way waits for it. A command that fails leaves no trace of its key.
 */
export async function answerOnce<T extends object>(
  tx: Tx,
  { tenantId, key, request }: Command,
  work: () => Promise<T>,
): Promise<T> {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotencyKeys')
    .values({ tenantId, key, requestHash })
    .onConflict((conflict) => conflict.columns(['tenantId', 'key']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) {
    const kept = await tx
      .selectFrom('idempotencyKeys')
      .select(['requestHash', 'response'])
      .where('tenantId', '=', tenantId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (!kept.requestHash.equals(requestHash)) throw new Refusal('key_used_otherwise');
    return kept.response as T;
  }
  const answer = await work();
  await tx
    .updateTable('idempotencyKeys')
    .set({ statusCode: 200, response: sql`${JSON.stringify(answer)}::jsonb` })
    .where('tenantId', '=', tenantId)
    .where('key', '=', key)
    .execute();
  return answer;
}
