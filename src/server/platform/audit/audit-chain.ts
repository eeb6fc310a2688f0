import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** An event's number and its hash, which covers all events before it. */
export interface ChainLink {
  sequence: bigint;
  hash: Buffer;
}

export interface ChainCheck {
  /** The number of events that were verified. */
  holding: bigint;
  /** The number of the first event that is missing or was altered; null when the chain holds. */
  firstBroken: bigint | null;
}

/** The start of a chain, before its first event. */
const NOTHING: ChainLink = { sequence: 0n, hash: Buffer.alloc(0) };
const PART = 10_000;

interface CheckedPart {
  checked: bigint;
  lastSequence: bigint | null;
  lastHash: Buffer | null;
  firstBroken: bigint | null;
}

/** The tenant's newest event according to the chain's head; null before the first one. */
export async function readHead(tx: Tx, tenantId: string): Promise<ChainLink | null> {
  const head = await tx
    .selectFrom('auditHeads')
    .select(['sequence', 'hash'])
    .where('tenantId', '=', tenantId)
    .executeTakeFirst();
  return head ?? null;
}

/**
 * Follows the chain of the transaction's tenant from a verified event, or from the start, to the event that the head names.
 * Needs a transaction in which every statement sees the same snapshot.
 */
export async function checkChain(tx: Tx, tenantId: string, from: ChainLink = NOTHING): Promise<ChainCheck> {
  if (from.sequence > 0n && !(await isEvent(tx, tenantId, from)))
    return { holding: 0n, firstBroken: from.sequence };
  let last = from;
  let holding = 0n;
  for (;;) {
    const part = await checkPart(tx, last);
    if (part.firstBroken !== null)
      return { holding: holding + part.firstBroken - last.sequence - 1n, firstBroken: part.firstBroken };
    if (part.lastSequence === null || part.lastHash === null) break;
    holding += part.checked;
    last = { sequence: part.lastSequence, hash: part.lastHash };
  }
  const head = (await readHead(tx, tenantId)) ?? NOTHING;
  if (head.sequence === last.sequence)
    return { holding, firstBroken: head.hash.equals(last.hash) ? null : last.sequence };
  // Either the end was cut off, or there are events that the head does not know.
  return { holding, firstBroken: (head.sequence < last.sequence ? head.sequence : last.sequence) + 1n };
}

async function checkPart(tx: Tx, after: ChainLink): Promise<CheckedPart> {
  const { rows } = await sql<CheckedPart>`
    select * from check_audit_events(${after.sequence}, ${after.hash}::bytea, ${PART})`.execute(tx);
  const [part] = rows;
  if (!part) throw new Error('An aggregate always has a row.');
  return part;
}

async function isEvent(tx: Tx, tenantId: string, { sequence, hash }: ChainLink): Promise<boolean> {
  const event = await tx
    .selectFrom('auditEvents')
    .select('hash')
    .where('tenantId', '=', tenantId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  return event?.hash.equals(hash) === true;
}
