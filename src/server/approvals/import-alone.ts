import { ruleOf } from '../../shared/domain/import-asks.ts';
import type { Asked } from '../import/asks.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { moveAlone, readMovingAlone } from './moved-alone.ts';

interface Importing {
  tenantId: string;
  asked: readonly Asked[];
}

/** Whether what an import does takes two people, counting what this person or token moved alone today. */
export async function importTakesTwo(tx: Tx, { tenantId, asked }: Importing, by: Operator): Promise<boolean> {
  for (const { ask, amount } of asked) {
    const { limit, takesTwo } = ruleOf(ask);
    if (takesTwo) return true;
    if (!limit || amount === null) continue;
    const { secondPerson } = await readMovingAlone(tx, { tenantId, limit, amount }, by);
    if (secondPerson !== null) return true;
  }
  return false;
}

/** False where it takes two people. Otherwise what it moves counts as theirs: the caller goes on in the same transaction. */
export async function importAlone(
  tx: Tx,
  { what, ...importing }: Importing & { what: string },
  by: Operator,
): Promise<boolean> {
  if (await importTakesTwo(tx, importing, by)) return false;
  const { tenantId, asked } = importing;
  for (const { ask, amount } of asked) {
    const { limit } = ruleOf(ask);
    if (limit && amount !== null && amount !== 0n)
      await moveAlone(tx, { tenantId, limit, amount, what: `${what}: ${ask}` }, by);
  }
  return true;
}
