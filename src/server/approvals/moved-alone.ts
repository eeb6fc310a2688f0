import { sql } from 'kysely';
import { type Cents, sizeOf } from '../../shared/domain/money.ts';
import {
  type AboveLimit,
  MONEY_LIMITS,
  type MoneyLimit,
  whyAboveLimit,
} from '../../shared/domain/money-limits.ts';
import { lockCorrector, moverOf, readCorrectedAlone } from '../ledger/corrected-alone.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { startOf, today } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';

export interface Moving {
  tenantId: string;
  limit: MoneyLimit;
  /** What it moves; the sign does not count. */
  amount: Cents;
}

export interface MovingAlone {
  /** Null where this person or token may do it alone. */
  secondPerson: AboveLimit | null;
  limitDollars: number;
  /** What they have moved alone today, under the same limit. */
  alone: Cents;
}

/** Whether somebody may move so much without a second person, counting what they moved alone today. */
export async function readMovingAlone(
  tx: Tx,
  { tenantId, limit, amount }: Moving,
  by: Operator,
): Promise<MovingAlone> {
  const { setting } = MONEY_LIMITS[limit];
  const settings = await tx
    .selectFrom('tenants')
    .select(setting)
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const limitDollars = (settings as Readonly<Record<string, number>>)[setting] ?? 0;
  const alone = await readMoved(tx, { tenantId, limit }, by);
  return { alone, limitDollars, secondPerson: whyAboveLimit({ amount, alone, limitDollars }) };
}

async function readMoved(tx: Tx, { tenantId, limit }: Omit<Moving, 'amount'>, by: Operator): Promise<Cents> {
  if (limit === 'corrections') return readCorrectedAlone(tx, { tenantId, by }, []);
  const { rows } = await sql<{ moved: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as moved from moved_alone
    where tenant_id = ${tenantId}::uuid and mover = ${moverOf(by)} and limit_name = ${limit}
      and moved_at >= ${startOf(today)}`.execute(tx);
  return rows[0]?.moved ?? 0n;
}

/**
 * Counts what somebody moves alone, and refuses what takes two. Called before the change is made, and before anything of the book is locked,
 * so that changes at once count each other.
 */
export async function moveAlone(tx: Tx, moving: Moving & { what: string }, by: Operator): Promise<void> {
  const { tenantId, limit, amount, what } = moving;
  await lockMover(tx, tenantId, by);
  const { secondPerson } = await readMovingAlone(tx, moving, by);
  if (secondPerson !== null) throw new Refusal('second_person_needed');
  await tx
    .insertInto('movedAlone')
    .values({
      tenantId,
      mover: moverOf(by),
      limitName: limit,
      what,
      amountCents: sizeOf(amount),
    })
    .execute();
}

/** Held until the transaction ends. Whoever corrects payments alone holds the same. */
export async function lockMover(tx: Tx, tenantId: string, by: Operator): Promise<void> {
  if (by.via === 'desk') return lockCorrector(tx, { tenantId, userId: by.userId });
  const key = `moved alone ${tenantId} ${moverOf(by)}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}
