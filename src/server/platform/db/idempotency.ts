import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../errors.ts';
import type { Tx } from './database.ts';

interface Command {
  tenantId: string;
  /** Chosen by the sender, with a prefix that makes it unique to that sender. */
  key: string;
  /** Everything that the command depends on. The same key with different content is refused. */
  request: unknown;
}

/**
 * Runs a command and stores its answer in the command's own transaction. The same command sent again gets the same answer, and
 * one that arrives while the first is running waits for it. A command that fails leaves no trace of its key.
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
