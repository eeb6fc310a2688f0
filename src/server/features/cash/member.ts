import type { Tx } from '../../platform/db/database.ts';

export async function emailOf(tx: Tx, userId: bigint): Promise<string> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return email;
}
